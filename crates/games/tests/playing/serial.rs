//! Flat trees as JSON: what is written is read again, and nothing else is.

use hexa_games::catalogue::named_game;
use hexa_games::named::Named;
use hexa_games::tree::{FlatTree, TreeGame};
use hexa_logic::{Stop, Stream};
use serde_json::{Value, json};

fn tree_of(name: &str) -> FlatTree {
    let game = named_game(&Named::read(name).expect("a name")).expect("a game");
    FlatTree::of(&game, 1_000_000, &Stop::new()).expect("it is small")
}

fn read(value: Value) -> Result<FlatTree, String> {
    serde_json::from_value(value).map_err(|wrong| wrong.to_string())
}

#[test]
fn a_tree_is_written_and_read_again() {
    for name in ["kuhn(cards=3)", "knowledge(hands=1,1,1; ask=1)"] {
        let tree = tree_of(name);
        let text = serde_json::to_string(&tree).expect("it can be written");
        assert_eq!(serde_json::from_str::<FlatTree>(&text).expect("it can be read"), tree);
    }
    let value = serde_json::to_value(tree_of("kuhn(cards=2)")).expect("it can be written");
    assert_eq!(value["format"], "hexa-tree");
    assert_eq!(value["weights"], json!([["1/2", "1/2"], ["1"]]));
    assert_eq!(
        value["nodes"][0],
        json!({"parent": 0, "kind": "chance", "first": 1, "children": 2, "weights": 0, "names": 0})
    );
    assert_eq!(
        value["nodes"][4],
        json!({"parent": 3, "kind": "decision", "first": 6, "children": 2, "set": 1})
    );
    assert_eq!(value["nodes"][6], json!({"parent": 4, "kind": "end", "pays": 0}));
    assert_eq!(value["payoffs"][0], json!(["-1", "1"]));
    assert_eq!(value["sets"][0]["words"], "you get 1");
}

/// The example of the reference page is a tree, in the form in which trees are written.
#[test]
fn the_documented_tree_is_one() {
    let page = include_str!("../../../../docs/games.md");
    let start = page.find("    {\n      \"format\"").expect("an example");
    let end = page[start..].find("\n    }\n").expect("an end") + start + 7;
    let example: Value = serde_json::from_str(&page[start..end]).expect("JSON");
    let tree = read(example.clone()).expect("a tree");
    assert_eq!(serde_json::to_value(&tree).expect("it can be written"), example);
    TreeGame::new(tree);
}

/// What is changed, and what is said of it.
#[test]
fn a_tree_that_is_none_is_refused_with_the_reason() {
    let good = serde_json::to_value(tree_of("kuhn(cards=2)")).expect("it can be written");
    assert!(read(good.clone()).is_ok());
    for (place, wrong, told) in [
        ("/format", json!("tree"), "expected `hexa-tree` in version 1"),
        ("/version", json!(2), "found `hexa-tree` in version 2"),
        ("/nodes", json!([]), "at least one node"),
        ("/nodes/0/parent", json!(3), "its own parent"),
        ("/nodes/0/first", json!(4_294_967_295_u32), "children of node 0"),
        ("/nodes/0/first", json!(0), "children of node 0"),
        ("/nodes/0/children", json!(1), "node 0 must have weights"),
        ("/nodes/0/weights", json!(7), "node 0 must have weights"),
        ("/nodes/0/names", json!(70), "node 0 must have weights"),
        ("/nodes/0/pays", json!(70), "node 0 pays"),
        ("/nodes/4/set", json!(70), "node 4 must have an information set"),
        ("/nodes/4/kind", json!("end"), "an end has none"),
        ("/nodes/4/kind", json!("nature"), "unknown variant"),
        ("/nodes/6/parent", json!(5), "children of node 4"),
        ("/nodes/6/first", json!(3), ""),
        ("/nodes/4/children", json!(0), "node 4 must have children"),
        ("/sets/0/player", json!(2), "information set 0 is of no player"),
        ("/sets/0/label", json!("0g"), "hexadecimal"),
        ("/sets/0/moves", json!(["bet", "bet"]), "a move twice"),
        ("/sets/0/moves", json!(["bet"]), "as many moves"),
        ("/weights/0", json!(["1/2", "1/3"]), "weights 0 add up to 5/6"),
        ("/weights/0", json!(["3/2", "-1/2"]), "-1/2, which is not positive"),
        ("/weights/0", json!([]), "weights 0 are empty"),
        ("/weights/0/0", json!("1/0"), "`1/0` is no fraction"),
        ("/weights/0/0", json!(0.5), "expected"),
        ("/payoffs/0", json!(["1"]), "one for each player"),
        ("/payoffs/0/0", json!(format!("1/1{}", "0".repeat(60))), "more than 128 bits"),
        ("/players", json!(["1"]), "of no player"),
    ] {
        let mut bad = good.clone();
        match bad.pointer_mut(place) {
            Some(at) => *at = wrong.clone(),
            None => {
                let (above, key) = place.rsplit_once('/').expect("a path");
                let above = bad.pointer_mut(above).expect("is there");
                above.as_object_mut().expect("an object").insert(key.to_owned(), wrong.clone());
            }
        }
        match read(bad) {
            Err(why) => assert!(!told.is_empty() && why.contains(told), "{place} {wrong}: {why}"),
            Ok(_) => assert_eq!(told, "", "{place} {wrong} is read"),
        }
    }
    let mut more = good.clone();
    let nodes = more["nodes"].as_array_mut().expect("a list");
    nodes.push(json!({"parent": 0, "kind": "end"}));
    assert!(read(more).expect_err("a node too many").contains("1 nodes are nobody's children"));
    let mut unknown = good;
    unknown["extra"] = json!(1);
    assert!(read(unknown).expect_err("a field too many").contains("extra"));
}

/// Whatever numbers stand in a file: it is refused, or can be played.
#[test]
fn numbers_at_random_never_make_a_panic() {
    let good = serde_json::to_string(&tree_of("kuhn(cards=2)")).expect("it can be written");
    let digits: Vec<usize> =
        good.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut stream = Stream::new("hostile trees", 1);
    for _ in 0..2_000 {
        let mut bad = good.clone();
        for _ in 0..1 + stream.below(3) {
            let at = *stream.pick(&digits).expect("some");
            bad.replace_range(at..at + 1, &stream.below(10).to_string());
        }
        if let Ok(tree) = serde_json::from_str::<FlatTree>(&bad) {
            TreeGame::new(tree);
        }
    }
}
