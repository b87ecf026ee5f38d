//! Gambit's files: what is read, what is written, and what is wrong with others.

use hexa_games::catalogue::named_game;
use hexa_games::conformance::{Trials, conform};
use hexa_games::exact::Exact;
use hexa_games::game::{Forgetting, Game, Player, Recall, Weights};
use hexa_games::named::Named;
use hexa_games::tree::{FlatTree, NodeKind, TreeGame, TreeNode, TreeSet};
use hexa_lang::{Code, Diagnostic, Location, Sources};
use hexa_logic::{Stop, Stream};
use hexa_rules::efg;
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn read(text: &str) -> (FlatTree, Vec<Diagnostic>) {
    efg::read("a.efg", text, &Stop::new()).unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"))
}

fn refused(text: &str) -> Vec<Diagnostic> {
    match efg::read("a.efg", text, &Stop::new()) {
        Ok((tree, _)) => panic!("{tree:#?}\n{text}"),
        Err(wrong) => wrong,
    }
}

fn tree_of(name: &str) -> FlatTree {
    let game = named_game(&Named::read(name).expect("a name")).expect("a game");
    FlatTree::of(&game, 1_000_000, &Stop::new()).expect("it is small")
}

fn game_files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/efg");
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// A tree without the names that people give to information sets and to the whole.
fn without_labels(mut tree: FlatTree) -> FlatTree {
    (tree.name, tree.about) = Default::default();
    for set in &mut tree.sets {
        (set.label, set.words) = Default::default();
    }
    tree
}

/// A small tree: every node of it is one of the kinds by chance, and sets are shared where moves allow it.
fn random_tree(stream: &mut Stream) -> FlatTree {
    let mut tree = FlatTree {
        name: "random \"tree\"".to_owned(),
        about: "any".to_owned(),
        players: (0..1 + stream.below(3)).map(|at| format!("p\"{at}\"")).collect(),
        ..FlatTree::default()
    };
    let empty = TreeNode { parent: 0, first: 0, children: 0, kind: NodeKind::End, pays: None };
    tree.nodes.push(empty);
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if stream.flip() {
            let payoff = |_| {
                Exact(
                    format!("{}/{}", stream.below(9), 1 + stream.below(4))
                        .parse()
                        .expect("a fraction"),
                )
            };
            let payoffs: Vec<Exact> = tree.players.iter().map(payoff).collect();
            let place = tree.payoffs.iter().position(|known| *known == payoffs);
            let place = place.unwrap_or_else(|| {
                tree.payoffs.push(payoffs);
                tree.payoffs.len() - 1
            });
            tree.nodes[at].pays = Some(place as u32);
        }
        let many = if at == 0 { 3 } else { stream.below(4) };
        if many == 0 || tree.nodes.len() > 60 {
            continue;
        }
        let first = tree.nodes.len();
        let kind = if stream.one_in(3) {
            let weights = Weights::equal(many).expect("some");
            let names: Vec<String> = (0..many).map(|at| format!("c{at}")).collect();
            let (of_weights, of_names) = (tree.weights.iter(), tree.chances.iter());
            let weights_at = of_weights.clone().position(|known| *known == weights);
            let names_at = of_names.clone().position(|known| *known == names);
            let weights_at = weights_at.unwrap_or_else(|| {
                tree.weights.push(weights);
                tree.weights.len() - 1
            });
            let names_at = names_at.unwrap_or_else(|| {
                tree.chances.push(names);
                tree.chances.len() - 1
            });
            NodeKind::Chance { weights: weights_at as u32, names: names_at as u32 }
        } else {
            let fits: Vec<usize> =
                (0..tree.sets.len()).filter(|&set| tree.sets[set].moves.len() == many).collect();
            let set = match stream.pick(&fits) {
                Some(&set) if stream.flip() => set,
                Some(_) | None => {
                    let player = Player::from_index(stream.below(tree.players.len()));
                    let moves = (0..many).map(|at| format!("m {at}")).collect();
                    let words = format!("set {}", tree.sets.len());
                    tree.sets.push(TreeSet {
                        player,
                        label: words.as_bytes().into(),
                        words,
                        moves,
                    });
                    tree.sets.len() - 1
                }
            };
            NodeKind::Decision(set as u32)
        };
        tree.nodes[at] =
            TreeNode { kind, first: first as u32, children: many as u32, ..tree.nodes[at] };
        for _ in 0..many {
            tree.nodes.push(TreeNode { parent: at as u32, ..empty });
        }
        open.extend((first..first + many).rev());
    }
    tree
}

#[test]
fn a_tree_that_is_written_and_read_is_the_same() {
    let names =
        ["kuhn(cards=3)", "kuhn(cards=4)", "kuhn(cards=5)", "knowledge(hands=1,1,1; ask=1)"];
    for name in names {
        let tree = tree_of(name);
        let (again, strange) = read(&efg::write(&tree));
        assert_eq!(strange, []);
        assert_eq!(again.about, tree.about);
        assert_eq!(without_labels(again), without_labels(tree), "{name}");
    }
    for seed in 0..300 {
        let tree = random_tree(&mut Stream::new("trees", seed));
        assert_eq!(tree.check(), Ok(()));
        let (again, _) = read(&efg::write(&tree));
        assert_eq!(again, FlatTree { name: "a.efg".to_owned(), ..tree }, "seed {seed}");
    }
}

#[test]
fn labels_of_what_is_written_are_words() {
    let text = efg::write(&tree_of("kuhn(cards=3)"));
    assert!(text.starts_with("EFG 2 R \"Two players get a card each and may bet once; the higher card wins\" { \"1\" \"2\" }\n\"kuhn(cards=3)\"\n"), "{text}");
    assert!(text.contains("\"you get 2; 1: pass; 2: bet\" { \"pass\" \"bet\" }"), "{text}");
}

#[test]
fn kuhn_poker_in_a_file_is_kuhn_poker() {
    let (_, text) =
        game_files().into_iter().find(|(name, _)| name == "kuhn.efg").expect("is there");
    let (from_file, named) = (read(&text).0, tree_of("kuhn(cards=3)"));
    let words = |tree: &FlatTree| tree.sets.iter().map(|set| set.words.clone()).collect::<Vec<_>>();
    assert_eq!(words(&from_file), words(&named));
    assert_eq!(without_labels(from_file), without_labels(named));
}

#[test]
fn every_game_file_conforms_and_is_written_again() {
    let files = game_files();
    assert!(files.len() >= 4);
    for (name, text) in files {
        let (tree, strange) = efg::read(&name, &text, &Stop::new())
            .unwrap_or_else(|wrong| panic!("{name}: {wrong:#?}"));
        assert_eq!(strange, [], "{name}");
        assert_eq!(
            read(&efg::write(&tree)).0,
            FlatTree { name: "a.efg".to_owned(), ..tree.clone() }
        );
        let game: Arc<dyn Game> = Arc::new(TreeGame::new(tree));
        let trials = Trials { plays: 300, steps: 20, seed: 1 };
        let tried = conform(&game, trials, &Stop::new())
            .unwrap_or_else(|wrong| panic!("{name}: {wrong:#?}"));
        assert_eq!((tried.finished, tried.stranded), (300, 0), "{name}");
    }
}

/// What is paid on the way adds up: bridge, asked, pay.
#[test]
fn payoffs_at_inner_nodes_add_up() {
    let (_, text) =
        game_files().into_iter().find(|(name, _)| name == "toll-road.efg").expect("is there");
    let game = Arc::new(TreeGame::new(read(&text).0));
    let declared = game.declaration();
    assert_eq!(
        declared.payoffs.as_ref().map(|(least, most)| format!("{least} {most}")),
        Some("-5/2 10".to_owned())
    );
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    for made in [1, 1, 0] {
        play.apply(&hexa_games::game::PlayStep::Moves(vec![hexa_games::game::Move(made)]))
            .expect("legal");
    }
    let shown = |payoffs: Vec<Exact>| payoffs.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(shown(play.returns().expect("it is over")), ["11/2", "7/2"]);
    assert_eq!(shown(play.rewards().expect("it is over")), ["7", "3"]);
}

#[test]
fn numbers_titles_and_names_are_read_as_gambit_does() {
    let (tree, _) = read(
        "\u{feff}EFG 2 D \"a \\\"b\\\"\n c\" { \"x\", \"\" }\n\"two\nlines\"\nc \"\" 7 \"\" { \"l\" .25 \"\" 7.5e-1 } 3 \"\" { 1e2 -1/3 }\n\
         p \"\" 1 5 { \"u\" } 3 t \"\" 0 p \"\" 2 5 \"name\" { \"\" \"u\" } 0 t \"\" 3 t \"\" 4 \"\" {0,0}",
    );
    assert_eq!(tree.about, "a \"b\" c");
    assert_eq!(tree.players, ["x", "2"]);
    assert_eq!(
        tree.payoffs.iter().map(|one| format!("{} {}", one[0], one[1])).collect::<Vec<_>>(),
        ["100 -1/3", "0 0"]
    );
    assert_eq!(tree.weights[0].probability(1).to_string(), "3/4");
    assert_eq!(tree.chances, [["l", "2"]]);
    assert_eq!(tree.sets.iter().map(|set| &*set.words).collect::<Vec<_>>(), ["1:5", "name"]);
    assert_eq!(tree.sets[1].moves, ["1", "u"]);
    assert_eq!(
        tree.nodes.iter().map(|node| node.pays).collect::<Vec<_>>(),
        [Some(0), Some(0), None, None, Some(0), Some(1)]
    );
}

#[test]
fn moves_of_chance_that_are_never_made_are_left_out_with_a_warning() {
    let (tree, strange) = read(
        "EFG 2 R \"\" { \"1\" }\nc \"\" 1 \"\" { \"a\" 0 \"b\" 1/2 \"c\" 0 \"d\" 1/2 } 0\n\
         p \"\" 1 1 \"\" { \"x\" \"y\" } 0\nt \"\" 1 \"\" { 1 }\nt \"\" 0\n\
         t \"\" 1\nc \"\" 1 0\nt \"\" 0\nt \"\" 0\nt \"\" 0\nt \"\" 0\np \"\" 1 1 0\nt \"\" 0\nt \"\" 1\n",
    );
    let codes: Vec<Code> = strange.iter().map(|strange| strange.code).collect();
    assert_eq!(codes, [Code::ZeroChance, Code::ZeroChance]);
    assert!(strange.iter().all(Diagnostic::is_warning));
    assert_eq!(tree.nodes.len(), 5);
    assert_eq!(tree.chances, [["b", "d"]]);
    assert_eq!(tree.nodes[1].pays, Some(0));
    assert_eq!(tree.nodes[2].kind, NodeKind::Decision(0));
}

#[test]
fn moves_with_the_same_name_are_told_apart() {
    let (tree, strange) = read(
        "EFG 2 R \"\" { \"1\" }\np \"\" 1 1 \"\" { \"x\" \"x\" \"\" \"3\" } 0 t \"\" 0 t \"\" 0 t \"\" 0 t \"\" 0",
    );
    assert_eq!(tree.sets[0].moves, ["x", "x (2)", "3 (3)", "3"]);
    assert_eq!(strange.iter().map(|strange| strange.code).collect::<Vec<_>>(), [Code::NamedAlike]);
}

/// What players forget, in three small files: which move they made, what they knew, and whether they were there already.
#[test]
fn forgetting_is_told_with_its_kind_and_two_plays() {
    let failure = |text: &str| {
        let game = TreeGame::new(read(text).0);
        match &game.declaration().recall[0] {
            Recall::Imperfect(Some(failure)) => {
                (failure.kind, failure.plays.clone().map(|play| play.join(", ")))
            }
            other @ (Recall::Perfect | Recall::Imperfect(None)) => panic!("{other:?}"),
        }
    };
    let ends = "t \"\" 0 t \"\" 0 ";
    let own = format!(
        "EFG 2 R \"\" {{ \"ann\" }} p \"\" 1 1 \"\" {{ \"l\" \"r\" }} 0 \
         p \"\" 1 2 \"\" {{ \"x\" \"y\" }} 0 {ends} p \"\" 1 2 0 {ends}"
    );
    assert_eq!(failure(&own), (Forgetting::OwnMove, ["ann: l".to_owned(), "ann: r".to_owned()]));
    let knew = format!(
        "EFG 2 R \"\" {{ \"ann\" }} c \"\" 1 \"\" {{ \"h\" 1/2 \"t\" 1/2 }} 0 \
         p \"\" 1 1 \"\" {{ \"go\" \"no\" }} 0 p \"\" 1 3 \"\" {{ \"x\" \"y\" }} 0 {ends} t \"\" 0 \
         p \"\" 1 2 \"\" {{ \"go\" \"no\" }} 0 p \"\" 1 3 0 {ends} t \"\" 0"
    );
    let plays = ["chance: h, ann: go".to_owned(), "chance: t, ann: go".to_owned()];
    assert_eq!(failure(&knew), (Forgetting::Knowledge, plays));
    let (_, driver) = game_files()
        .into_iter()
        .find(|(name, _)| name == "absent-minded-driver.efg")
        .expect("is there");
    let plays = [String::new(), "driver: go on".to_owned()];
    assert_eq!(failure(&driver), (Forgetting::Absentminded, plays));
}

/// The example of the reference page.
#[test]
fn the_documented_file_is_read() {
    let page = include_str!("../../../../docs/games.md");
    let lines = page.lines().skip_while(|line| !line.starts_with("    EFG 2 R"));
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    let text: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    let (_, driver) = game_files()
        .into_iter()
        .find(|(name, _)| name == "absent-minded-driver.efg")
        .expect("is there");
    assert_eq!(read(&text), read(&driver));
}

const HEAD: &str = "EFG 2 R \"\" { \"1\" \"2\" }\n";

/// Every kind of mistake, with its code, and what the message points at.
#[test]
fn every_mistake_is_told_with_its_place() {
    let two = "t \"\" 0 t \"\" 0";
    let cases: &[(String, &[(Code, &str)])] = &[
        (String::new(), &[(Code::NotEfg, "")]),
        ("hello".to_owned(), &[(Code::NotEfg, "hello")]),
        ("NFG 1 R \"\" { \"1\" }".to_owned(), &[(Code::NotEfg, "NFG")]),
        ("EFG 1 R \"\" { \"1\" } t \"\" 0".to_owned(), &[(Code::NotEfg, "1")]),
        ("EFG 2 X \"\" { \"1\" } t \"\" 0".to_owned(), &[(Code::NotEfg, "X")]),
        ("EFG 2 R { \"1\" } t \"\" 0".to_owned(), &[(Code::NotEfg, "{")]),
        ("EFG 2 R \"\" t \"\" 0".to_owned(), &[(Code::BadPlayer, "t")]),
        ("EFG 2 R \"\" { } t \"\" 0".to_owned(), &[(Code::BadPlayer, "{ }")]),
        ("EFG 2 R \"\" { \"1\" t \"\" 0".to_owned(), &[(Code::OpenText, "{")]),
        (
            format!("{HEAD}p \"\" 1 1 \"open {{ \"a\" }}"),
            &[(Code::BadAmount, "a"), (Code::BadInformationSet, "1"), (Code::OpenText, "\"")],
        ),
        (format!("{HEAD}p \"\" 1 1 \"s\" {{ \"a\" 0 {two}"), &[(Code::OpenText, "{")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ 1 2\nt \"\" 0"), &[(Code::OpenText, "{")]),
        (format!("{HEAD}x \"\" 1 1 0 t \"\" 0"), &[(Code::BadNode, "x")]),
        (format!("{HEAD}t 0"), &[(Code::BadNode, "0")]),
        (format!("{HEAD}p \"\" 1 1 \"\" {{ \"a\" }} t \"\" 0"), &[(Code::BadNode, "t")]),
        (format!("{HEAD}p \"\" 1 one \"\" {{ \"a\" }} 0 t \"\" 0"), &[(Code::BadAmount, "one")]),
        (HEAD.to_owned(), &[(Code::TreeShape, "")]),
        (format!("{HEAD}p \"\" 1 1 \"\" {{ \"a\" \"b\" }} 0 t \"\" 0"), &[(Code::TreeShape, "")]),
        (format!("{HEAD}t \"\" 0 {two}"), &[(Code::TreeShape, "t")]),
        (format!("{HEAD}p \"\" 3 1 \"\" {{ \"a\" \"b\" }} 0 {two}"), &[(Code::BadPlayer, "3")]),
        (format!("{HEAD}p \"\" 0 1 \"\" {{ \"a\" \"b\" }} 0 {two}"), &[(Code::BadPlayer, "0")]),
        (
            format!("{HEAD}p \"\" 1 1 \"\" {{ \"a\" }} 0 p \"\" 1 1 \"\" {{ \"b\" }} 0 t \"\" 0"),
            &[(Code::BadInformationSet, "{ \"b\" }")],
        ),
        (format!("{HEAD}p \"\" 1 1 \"\" {{ }} 0"), &[(Code::BadInformationSet, "{ }")]),
        (format!("{HEAD}p \"\" 1 9 0 {two}"), &[(Code::BadInformationSet, "9")]),
        (format!("{HEAD}c \"\" 9 0 {two}"), &[(Code::BadInformationSet, "9")]),
        (
            format!("{HEAD}c \"\" 1 \"\" {{ \"a\" 1 }} 0 c \"\" 1 \"\" {{ \"b\" 1 }} 0 t \"\" 0"),
            &[(Code::BadInformationSet, "{ \"b\" 1 }")],
        ),
        (format!("{HEAD}p \"\" 1 1 \"\" {{ \"a\" 1 \"b\" }} 0 {two}"), &[(Code::BadNode, "1")]),
        (
            format!("{HEAD}c \"\" 1 \"\" {{ \"a\" 1/2 \"b\" }} 0 {two}"),
            &[(Code::BadChances, "\"b\"")],
        ),
        (
            format!("{HEAD}c \"\" 1 \"\" {{ \"a\" 3/2 \"b\" -1/2 }} 0 {two}"),
            &[(Code::BadChances, "-1/2")],
        ),
        (
            format!("{HEAD}c \"\" 1 \"\" {{ \"a\" 1/2 \"b\" 1/3 }} 0 {two}"),
            &[(Code::BadChances, "{ \"a\" 1/2 \"b\" 1/3 }")],
        ),
        (
            format!("{HEAD}c \"\" 1 \"\" {{ \"a\" 0 \"b\" 0 }} 0 {two}"),
            &[(Code::BadChances, "{ \"a\" 0 \"b\" 0 }")],
        ),
        (
            format!("{HEAD}c \"\" 1 \"\" {{ \"a\" half \"b\" 1/2 }} 0 {two}"),
            &[(Code::BadAmount, "half")],
        ),
        (
            format!(
                "{HEAD}p \"\" 1 1 \"\" {{ \"a\" \"b\" }} 1 \"\" {{ 1 2 }} t \"\" 1 \"\" {{ 1 3 }} t \"\" 1"
            ),
            &[(Code::BadOutcome, "{ 1 3 }")],
        ),
        (format!("{HEAD}t \"\" 1"), &[(Code::BadOutcome, "1")]),
        (format!("{HEAD}t \"\" 1 \"won\""), &[(Code::BadOutcome, "1 \"won\"")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ 1 }}"), &[(Code::BadOutcome, "{ 1 }")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ 1 2 3 }}"), &[(Code::BadOutcome, "{ 1 2 3 }")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ }}"), &[(Code::BadOutcome, "{ }")]),
        (format!("{HEAD}t \"\" 0 \"\" {{ 1 2 }}"), &[(Code::BadOutcome, "{ 1 2 }")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ 1e-300 1 }}"), &[(Code::BadOutcome, "{ 1e-300 1 }")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ 1 x }}"), &[(Code::BadAmount, "x")]),
        (format!("{HEAD}t \"\" 1 \"\" {{ 1 1/0 }}"), &[(Code::BadAmount, "1/0")]),
    ];
    for (text, expected) in cases {
        let mut sources = Sources::default();
        let source = sources.add("a.efg", text.clone());
        let wrong = refused(text);
        let told: Vec<(Code, &str)> = wrong
            .iter()
            .map(|wrong| (wrong.code, sources.snippet(Location { source, span: wrong.span() })))
            .collect();
        assert_eq!(told, *expected, "{text}\n{wrong:#?}");
        assert!(wrong.iter().all(|wrong| wrong.way_out.is_some()), "{wrong:#?}");
    }
}

#[test]
fn missing_and_superfluous_nodes_are_counted() {
    let (three, end) = ("p \"\" 1 1 \"\" { \"a\" \"b\" \"c\" } 0\n", "t \"\" 0\n");
    for (nodes, message) in [
        (format!("{three}{end}{end}"), "the tree ends early: at least 1 node is missing"),
        (format!("{three}{end}"), "the tree ends early: at least 2 nodes are missing"),
        (format!("{three}{end}{three}"), "the tree ends early: at least 4 nodes are missing"),
        (format!("{end}{end}"), "the tree is complete before this node"),
        (end.repeat(4), "the tree is complete before this node and the 2 after it"),
    ] {
        let wrong = refused(&format!("{HEAD}{nodes}"));
        let messages: Vec<&str> = wrong.iter().map(|problem| &*problem.message).collect();
        assert_eq!(messages, [message]);
    }
}

#[test]
fn all_mistakes_are_told_and_repeats_once() {
    let mut text = HEAD.to_owned();
    text.push_str("c \"\" 1 \"\" { \"a\" 1/2 \"b\" 1/3 } 0\nt \"\" 1 \"\" { 1 }\np \"\" 1 1 \"\" { \"x\" \"y\" \"z\" } 7\n");
    text.push_str("t \"\" 7\nt \"\" 7\nt \"\" 2 \"\" { one 2 }\n");
    let wrong = refused(&text);
    let codes: Vec<Code> = wrong.iter().map(|wrong| wrong.code).collect();
    assert_eq!(codes, [Code::BadChances, Code::BadOutcome, Code::BadOutcome, Code::BadAmount]);
    assert_eq!(wrong[2].labels.len(), 3);
    assert_eq!(wrong[2].notes, ["this is so in 3 places"]);
    let many: String = (0..500).map(|at| format!("t \"\" {} \"\" {{ {at} }}\n", at + 1)).collect();
    let wrong = refused(&format!("{HEAD}{many}"));
    assert!((100..=102).contains(&wrong.len()), "{}", wrong.len());
    assert_eq!(wrong.last().map(|last| last.code), Some(Code::TooManyErrors));
}

#[test]
fn depth_takes_no_stack_and_sets_make_no_nodes_without_limit() {
    let mut deep = format!("{HEAD}p \"\" 1 1 \"\" {{ \"a\" \"b\" }} 0\nt \"\" 0\n");
    deep.push_str(&"p \"\" 1 1 0 t \"\" 0\n".repeat(200_000));
    deep.push_str("t \"\" 0\n");
    let (tree, _) = read(&deep);
    assert_eq!(tree.nodes.len(), 400_003);
    let game = TreeGame::new(tree);
    assert!(matches!(game.declaration().recall[0], Recall::Imperfect(Some(_))));
    assert!(efg::write(game.tree()).len() > 1_000_000);
    let moves = "\"\" ".repeat(100_000);
    let mut wide = format!("{HEAD}p \"\" 1 1 \"\" {{ {moves} }} 0\n");
    wide.push_str(&"p \"\" 1 1 0\n".repeat(1_000));
    assert_eq!(refused(&wide)[0].code, Code::TooLarge);
}

#[test]
fn reading_ends_when_somebody_asks() {
    let text = format!("{HEAD}p \"\" 1 1 \"\" {{ \"a\" \"b\" }} 0\n{}", "t \"\" 0\n".repeat(5_000));
    let wrong = efg::read("a.efg", &text, &Stop::after(2_000)).expect_err("it was stopped");
    assert_eq!(wrong[0].code, Code::Stopped);
}

/// Whatever is cut out of a file or doubled in it, reading ends with a tree or with errors.
#[test]
fn broken_files_are_refused_without_a_panic() {
    let mut stream = Stream::new("broken files", 1);
    for (_, text) in game_files() {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for _ in 0..300 {
            let (from, to) = (stream.pick(&places), stream.pick(&places));
            let (Some(&from), Some(&to)) = (from, to) else { continue };
            let (from, to) = (from.min(to), from.max(to).min(from + 40));
            let Some(cut) = text.get(from..to) else { continue };
            let broken = match stream.below(2) {
                0 => text.replacen(cut, "", 1),
                _ => format!("{}{cut}{}", &text[..to], &text[from..]),
            };
            if let Ok((tree, _)) = efg::read("a.efg", &broken, &Stop::new()) {
                assert_eq!(tree.check(), Ok(()), "{broken}");
                TreeGame::new(tree);
            }
        }
    }
}
