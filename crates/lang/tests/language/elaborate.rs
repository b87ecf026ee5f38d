//! From text to setups, formulas and actions: what each construct means, and what is refused.

use dashu_int::UBig;
use hexa_lang::{Document, Loaded, NoIncludes, Resolver, StepKind, load};
use hexa_logic::{ActionNode, FormulaNode, Group, RelationSetup, Setup};

fn read(text: &str) -> Loaded {
    load("test.hexa", text, &NoIncludes, &[])
}

fn document(text: &str) -> Document {
    let loaded = read(text);
    let problems: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|d| {
            let (line, column) = loaded.sources.line_column(d.place().expect("a place"));
            format!(
                "{line}:{column} {} {} ({:?})",
                d.code.as_str(),
                d.message,
                d.way_out.as_ref().map(ToString::to_string)
            )
        })
        .collect();
    assert!(problems.is_empty(), "{problems:#?}\n{text}");
    loaded.document.expect("a document without problems")
}

/// The codes of a text's problems with the columns of their main places, in order.
fn problems(text: &str) -> Vec<(String, usize, usize)> {
    let loaded = read(text);
    let place = |d: &hexa_lang::Diagnostic| loaded.sources.line_column(d.place().expect("a place"));
    loaded
        .diagnostics
        .iter()
        .map(|d| (d.code.as_str().to_owned(), place(d).0, place(d).1))
        .collect()
}

fn problem(code: &str, line: usize, column: usize) -> (String, usize, usize) {
    (code.to_owned(), line, column)
}

const HEXA: &str = "agents 1, 2, 3\ndeal r | w | b\n";

fn with_hexa(lines: &str) -> Document {
    document(&format!("{HEXA}{lines}"))
}

fn step(document: &Document, at: usize) -> &StepKind {
    &document.scenarios[0].steps[at].kind
}

fn formula_of(document: &Document, at: usize) -> &FormulaNode {
    match step(document, at) {
        StepKind::Check(formula) => document.terms.node(*formula),
        other => panic!("not a check: {other:?}"),
    }
}

#[test]
fn a_deal_has_one_hand_per_agent() {
    let document = with_hexa("");
    let Setup::Deal(deal) = &document.initial else { panic!("not a deal") };
    assert_eq!(deal.deal.size(), [1, 1, 1]);
    assert_eq!(document.vocabulary.atom_count(), 9);
}

#[test]
fn letters_join_to_groups() {
    let document =
        with_hexa("check C_12 r_1\ncheck C_{1,2} r_1\ncheck C_all r_1\ncheck C_123 r_1\n");
    assert_eq!(step(&document, 0), step(&document, 1));
    assert_eq!(step(&document, 2), step(&document, 3));
    let FormulaNode::Common(group, _) = formula_of(&document, 2) else { panic!() };
    assert_eq!(*group, Group::first(3));
}

#[test]
fn a_declared_name_wins_over_joined_letters() {
    let text =
        "agents a, b\natoms p\nobserve a: p\npoint p\nset ab = {a}\ncheck E_ab p\ncheck E_a p\n";
    let document = document(text);
    assert_eq!(step(&document, 0), step(&document, 1));
}

#[test]
fn a_knowledge_operator_takes_one_agent() {
    assert_eq!(problems(&format!("{HEXA}check K_12 r_1\n")), [problem("E022", 3, 9)]);
}

#[test]
fn binders_are_spelt_out() {
    let document = with_hexa(
        "check forall a in agents, c in cards: (c_a -> K_a c_a)\n\
         check exists a in agents where a != 1: r_a\n\
         check r_2 | r_3\n\
         check forall x in {}: r_1\n",
    );
    let FormulaNode::And(parts) = formula_of(&document, 0) else { panic!() };
    assert_eq!(parts.len(), 9);
    assert_eq!(step(&document, 1), step(&document, 2));
    assert_eq!(formula_of(&document, 3), &FormulaNode::True);
}

#[test]
fn parameters_lists_and_numbers() {
    let text = "param n = 3\nset kids = 1..n\nagents kids\natoms m(i) for i in kids\n\
                observe i in kids: m(j) for j in kids where j != i\n\
                point m(i) for i in kids where i <= 2\ncheck m(n-1)\ncheck m(2)\n";
    let small = document(text);
    let Setup::Structure(structure) = &small.initial else { panic!("not a structure") };
    assert_eq!((structure.atoms.len(), structure.point.as_ref().map(Vec::len)), (3, Some(2)));
    assert_eq!(structure.observations.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(step(&small, 0), step(&small, 1));
    let large = load("test.hexa", text, &NoIncludes, &[("n".to_owned(), 40)]);
    let Setup::Structure(structure) = large.document.expect("readable").initial else { panic!() };
    assert_eq!(structure.atoms.len(), 40);
}

#[test]
fn macros_take_whatever_their_places_need() {
    let document = with_hexa(
        "formula happy(a) = K_a r_1 | M_a b_1\n\
         formula both(x, y) = x & y\n\
         action suspected(x) = L_all (x + skip)\n\
         formula common(g, x) = C_g x\n\
         check happy(2)\ncheck K_2 r_1 | M_2 b_1\n\
         check both(r_1, K_2 w_2)\ncheck r_1 & K_2 w_2\n\
         check common({1,2}, r_1)\ncheck C_12 r_1\ncheck common(12, r_1)\n\
         check [suspected(L_1 ?r_1)] r_1\ncheck [L_all (L_1 ?r_1 + skip)] r_1\n\
         check [suspected(!L_1 ?r_1)] r_1\ncheck [L_all (!L_1 ?r_1 + skip)] r_1\n",
    );
    for at in [0, 2, 4, 7, 9] {
        assert_eq!(step(&document, at), step(&document, at + 1), "step {at}");
    }
    assert_eq!(step(&document, 5), step(&document, 6));
}

#[test]
fn a_description_of_a_deal_is_a_conjunction_of_literals() {
    let document = with_hexa(
        "check deal(r | w | b)\ncheck forall d in deals: (deal(d) -> hand_1(d))\n\
         check hand_1(r)\ncheck exists H in sub(1, cards): hand_1(H)\n",
    );
    let FormulaNode::And(literals) = formula_of(&document, 0) else { panic!() };
    assert_eq!(literals.len(), 9);
    let FormulaNode::And(deals) = formula_of(&document, 1) else { panic!() };
    assert_eq!(deals.len(), 6);
}

#[test]
fn deals_obey_the_law() {
    let text = "agents 1, 2\ntable t\ndeal r | w | b\nlaw ~r_t\ncheck exists d in deals: deal(d)\n";
    let document = document(text);
    let FormulaNode::Or(deals) = formula_of(&document, 0) else { panic!() };
    assert_eq!(deals.len(), 4);
}

#[test]
fn models_have_worlds_cells_and_a_point() {
    let text = "agents 1, 2\nmodel\n  world w: p\n  world v:\n  \
                world s(x,y): a(x), b(y) for x, y in 2..4 where x < y\n  \
                cells 1: {w, v}\n  cells 2 by x + y\n  point w\n";
    let Setup::Model(model) = document(text).initial else { panic!() };
    let Some(RelationSetup::Cells(cells)) = &model.relations[1] else { panic!() };
    assert_eq!(cells, &[0, 1, 2, 3, 4], "worlds without the variables are alone");
    let text = "agents 1\nmodel\n  world s(x,y): a(x) for x, y in 1..3\n  cells 1 by x + y\n  point s(1,1)\n";
    let Setup::Model(model) = document(text).initial else { panic!() };
    let Some(RelationSetup::Cells(cells)) = &model.relations[0] else { panic!() };
    assert_eq!(cells, &[0, 1, 2, 1, 2, 3, 2, 3, 4]);
}

#[test]
fn an_agent_without_a_clause_has_no_access() {
    let text = "agents 1, 2\nmodel\n  world w: p\n  cells 1:\n  point w\n";
    let Setup::Model(model) = document(text).initial else { panic!() };
    assert!(model.relations[0].is_some() && model.relations[1].is_none());
}

#[test]
fn frames_give_actions() {
    let document = with_hexa(
        "frame showing\n  event red: pre r_1\n  event white: pre w_1, post r_1 := K_1 w_1\n  \
         cells 1: {red} {white}\n  cells 2: {red} {white}\n  cells 3: {red, white}\n\
         check [showing(red)] r_1\n",
    );
    assert_eq!(document.terms.frames()[0].events.len(), 2);
    let FormulaNode::After(_, action, _) = formula_of(&document, 0) else { panic!() };
    assert!(matches!(document.terms.action_node(*action), ActionNode::Event(..)));
}

#[test]
fn powers_repeat_and_choices_of_nothing_fail() {
    let document = with_hexa(
        "check [(L_all ?r_1)^2] r_1\ncheck [L_all ?r_1 ; L_all ?r_1] r_1\n\
         check [choice x in {}: skip] r_1\ncheck [?false] r_1\ncheck [(skip)^*] r_1\n",
    );
    assert_eq!(step(&document, 0), step(&document, 1));
    assert_eq!(step(&document, 2), step(&document, 3));
}

#[test]
fn sums_and_choices_share_a_sign() {
    let document = with_hexa(
        "action either(x, y) = L_all (x + y)\nformula at(i) = r_(i+1)\n\
         check at(0) & at(1+1) -> r_1\ncheck [either(?r_1, ?w_1)] r_1\n",
    );
    assert!(matches!(formula_of(&document, 0), FormulaNode::Implies(..)));
}

#[test]
fn named_states_and_saved_ones() {
    let text = format!(
        "{HEXA}state before = deal facedown r | w | b\nexpect different before\nsave s\n\
         restore initial\nexpect bisimilar s\n"
    );
    let document = document(&text);
    assert_eq!(document.states.len(), 1);
    assert_eq!(problems(&format!("{HEXA}restore s\n")), [problem("E080", 3, 9)]);
}

#[test]
fn conditions_of_the_action_language() {
    for (line, code, column) in [
        ("do L_12 L_3 ?r_1", "E060", 4),
        ("do L_all (!?r_1 + !?w_1)", "E061", 19),
        ("do L_all !?r_1", "E061", 10),
        ("do L_all (L_1 ?r_1 ; U_1 ?r_1)", "E062", 11),
        ("do (skip)^*", "E063", 4),
        ("do L_all (r_1 := true, r_1 := false)", "E064", 24),
        ("do ask 2 1 for r: show b", "E066", 24),
        ("do ask 2 2 for r: no", "E066", 10),
        ("do r_1", "E022", 4),
        ("check ?r_1", "E010", 7),
        ("check K_4 r_1", "E020", 9),
        ("check x_1", "E020", 7),
        ("check K_r r_1", "E022", 9),
        ("check forall r in cards: r_1", "E021", 14),
        ("check deal(r | w)", "E044", 7),
        ("check deal(r | w | -)", "E051", 7),
        ("check r_1 & foo", "E020", 13),
        ("do nope(r)", "E020", 4),
    ] {
        let found = problems(&format!("{HEXA}{line}\n"));
        assert_eq!(found, [problem(code, 3, column)], "{line}");
    }
}

#[test]
fn a_broken_step_leaves_the_others() {
    let loaded = read(&format!("{HEXA}check K_4 r_1\nscenario \"two\"\ncheck r_1\ncheck (\n"));
    let document = loaded.document.expect("only steps are broken");
    assert_eq!(document.scenarios.len(), 2);
    assert_eq!(step(&document, 0), &StepKind::Broken);
    assert_eq!(document.scenarios[1].steps[1].kind, StepKind::Broken);
    assert_eq!(loaded.diagnostics.len(), 2);
}

#[test]
fn broken_declarations_are_all_reported() {
    let text = "agents 1, 2, 2\ndeal r | r\nset x = nope..3\ncheck q\n";
    let codes: Vec<String> = problems(text).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, ["E021", "E043", "E020", "E020"]);
    assert!(read(text).document.is_none());
}

#[test]
fn doubling_definitions_stay_small() {
    let mut text = String::from("agents 1\natoms p\nobserve 1: p\npoint p\nformula f0 = p\n");
    for i in 1..100 {
        text.push_str(&format!("formula f{i} = f{0} & K_1 f{0}\n", i - 1));
    }
    text.push_str("check f99\n");
    document(&text);
}

#[test]
fn a_definition_nests_as_deeply_wherever_it_is_used() {
    let mut text = String::from("agents 1\natoms p\nobserve 1: p\npoint p\nformula f0 = p\n");
    for i in 1..1000 {
        text.push_str(&format!("formula f{i} = K_1 f{}\n", i - 1));
    }
    text.push_str("check f100\ncheck f999\n");
    let codes: Vec<String> = problems(&text).into_iter().map(|(code, ..)| code).collect();
    assert!(codes.iter().all(|code| code == "E006") && !codes.is_empty(), "{codes:?}");
}

#[test]
fn what_stands_in_a_definition_has_its_place_in_every_step() {
    let text = format!("{HEXA}formula f(i) = K_i r_1 & K_i w_2\ncheck f(1)\ncheck ~f(1) | f(2)\n");
    let loaded = read(&text);
    let document = loaded.document.expect("readable");
    for step in &document.scenarios[0].steps {
        let known = (0..document.terms.formula_count()).map(hexa_logic::Formula::from_index);
        let told = known.filter_map(|formula| step.places.formula(formula));
        let told: Vec<&str> = told.map(|at| loaded.sources.snippet(at)).collect();
        assert!(told.contains(&"K_i w_2") && told.contains(&"K_i r_1"), "{told:?}");
    }
}

#[test]
fn expansion_has_a_limit() {
    let text = format!("{HEXA}check forall u, v, x, y, z in 1..100: r_1\n");
    assert_eq!(problems(&text).len(), 1);
    assert_eq!(problems(&text)[0].0, "E090");
}

#[test]
fn definitions_cannot_refer_to_themselves() {
    let text = format!("{HEXA}formula f = g\nformula g = f\nset s = s\n");
    let codes: Vec<String> = problems(&text).into_iter().map(|(code, ..)| code).collect();
    assert!(codes.iter().all(|code| code == "E024") && codes.len() >= 2, "{codes:?}");
}

struct Files(&'static [(&'static str, &'static str)]);

impl Resolver for Files {
    fn resolve(&self, _: &str, path: &str) -> Result<(String, String), String> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(name, text)| (name.to_string(), text.to_string())).ok_or("no such file".into())
    }
}

#[test]
fn an_include_takes_declarations_and_the_state_but_no_steps() {
    let files = Files(&[("hexa.hexa", "agents 1, 2, 3\ndeal r | w | b\ncheck ~r_1\n")]);
    let loaded = load("a.hexa", "include \"hexa.hexa\"\ncheck r_1\n", &files, &[]);
    let document = loaded.document.expect("readable");
    assert_eq!(document.scenarios[0].steps.len(), 1);
}

#[test]
fn files_cannot_include_each_other() {
    let files = Files(&[("a.hexa", "include \"b.hexa\"\n"), ("b.hexa", "include \"a.hexa\"\n")]);
    let loaded = load("a.hexa", "include \"b.hexa\"\n", &files, &[]);
    assert_eq!(loaded.diagnostics[0].code.as_str(), "E070");
}

#[test]
fn a_state_from_another_file() {
    let files = Files(&[("f.hexa", "agents 3, 2, 1\ndeal facedown b | w | r\n")]);
    let text = "agents 1, 2, 3\ndeal r | w | b\nstate s from \"f.hexa\"\nexpect different s\n";
    let loaded = load("a.hexa", text, &files, &[]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let document = loaded.document.expect("readable");
    let (Setup::Deal(here), Setup::Deal(there)) = (&document.initial, &document.states[0].setup)
    else {
        panic!("not deals")
    };
    assert_eq!(here.deal, there.deal);
}

#[test]
fn settings_must_name_parameters() {
    let loaded = load("a.hexa", HEXA, &NoIncludes, &[("n".to_owned(), 4)]);
    assert_eq!(loaded.diagnostics[0].code.as_str(), "E025");
}

#[test]
fn lines_can_be_added_to_a_document() {
    let Loaded { mut sources, document, .. } = read(HEXA);
    let mut document = document.expect("readable");
    assert!(document.read("formula f = r_1", &mut sources).expect("a definition").is_empty());
    let steps = document.read("check f", &mut sources).expect("a step");
    assert!(matches!(steps[0].kind, StepKind::Check(_)));
    assert!(document.read("formula f = r_2", &mut sources).is_err());
    assert!(document.read("check g", &mut sources).is_err());
    assert!(document.read("check f & K_1 r_1", &mut sources).is_ok());
}

const FACTS: &str = "agents 1, 2\natoms p, q\nobserve 1: p\npoint p\n";

fn with_facts(lines: &str) -> Document {
    document(&format!("{FACTS}{lines}"))
}

/// The only problem of some lines after the facts: its code, message and help.
fn complaint(lines: &str) -> (String, String, String) {
    let loaded = read(&format!("{FACTS}{lines}\n"));
    let [only] = &loaded.diagnostics[..] else { panic!("{lines}: {:#?}", loaded.diagnostics) };
    let help = only.way_out.clone().unwrap_or_default().to_string();
    (only.code.as_str().to_owned(), only.message.clone(), help)
}

#[test]
fn a_definition_may_stand_in_its_own_argument() {
    let document = with_facts(
        "formula neg(x) = ~x\nformula pos(x) = ~neg(x)\nformula f(x) = K_1 x\n\
         action twice(x) = x ; x\n\
         check neg(neg(p))\ncheck ~~p\ncheck neg(pos(q))\ncheck ~~~q\n\
         check f(K_1 f(q))\ncheck K_1 K_1 K_1 q\n\
         do twice(twice(L_all ?p))\ndo (L_all ?p ; L_all ?p) ; (L_all ?p ; L_all ?p)\n",
    );
    for pair in [0, 2, 4, 6] {
        assert_eq!(step(&document, pair), step(&document, pair + 1));
    }
}

#[test]
fn a_definition_cannot_use_itself_through_others_or_its_argument() {
    for lines in [
        "formula f(x) = f(x)\ncheck f(p)",
        "formula f(x) = K_1 f(~x)\ncheck f(p)",
        "formula f(x) = x & g(x)\nformula g(x) = f(f(x))\ncheck f(p)",
        "formula f(g) = g(g)\ncheck f(f)",
        "formula id(x) = x\nformula f(g) = id(g(g))\ncheck f(f)",
        "action f(x) = x ; f(x)\ndo f(L_all ?p)",
    ] {
        assert_eq!(complaint(lines).0, "E024", "{lines}");
    }
}

#[test]
fn powers_count_what_they_multiply_to() {
    with_facts("do ((L_all ?p)^1000)^1000\n");
    with_facts("do ((seq x in {}: skip)^100000)^100000\n");
    for line in [
        "do ((L_all ?p)^100000)^100000",
        "do seq x in 1..1000: ((L_all ?p)^1000)^1000",
        "do (((L_all ?p)^1000)^1000)^2 ; ((L_all ?p)^2000)^2000",
        "check [(((L_all ?p)^1000)^1000)^*3] p",
    ] {
        assert_eq!(complaint(line).0, "E090", "{line}");
    }
}

#[test]
fn names_that_are_taken_declare_nothing_else() {
    for (text, line, column) in [
        ("param p = 2\nagents 1\natoms p\npoint p\n", 3, 7),
        ("param p = 2\nagents 1\natoms p(i) for i in 1..2\npoint\n", 3, 7),
        ("agents 1\nmodel\n  world w: p\n  cells 1:\n  point w\nparam p = 2\n", 3, 12),
        ("agents 1\nmodel\n  world w: p\n  cells 1:\n  point w\nset p = {a}\n", 3, 12),
        ("agents 1, 2\ndeal c | d\nset c = 3, 4\n", 2, 6),
        ("agents 1, 2\nhypercube r, w\npoint r, w\nformula r = true\n", 4, 9),
        ("agents 1, 2\nhypercube r, r\npoint r, r\n", 2, 14),
        ("param n = 1\nagents n\natoms p\npoint p\n", 2, 8),
    ] {
        assert_eq!(problems(text), [problem("E021", line, column)], "{text}");
    }
    document("agents 1\nset facts = {p, q}\natoms facts\npoint p\n");
    document("agents 1, 2\nhypercube 0, 1\npoint 0, 1\n");
}

#[test]
fn names_in_unused_definitions_mean_something() {
    with_facts(
        "frame f\n  event e: pre p\n  event g(i): for i in 1..2\n  cells 1, 2:\n\
         atoms at_north, room(x) for x in {hall, attic}\nset s = {one, two}\n\
         formula a(x) = C_12 x & E_all x & D_{1,2} x & P_1(x) = 1/2\n\
         formula b(x) = at_x & forall y in {hall, new} where y != new: room(y) -> c(north, y)\n\
         formula c(x, y) = at_x & room(y) & exists z in s where z = one: p\n\
         formula d(k, n) = k(p) & count(i in 1..n: at_(i+n)) = n - 1 & K_n q\n\
         action h(x) = f(x) ; f(e) ; f(g(x)) ; (p := q, q := x) ; l(e)\naction l(x) = f(x)\n",
    );
    for (line, meant) in [
        ("formula f(x) = K_zz x", ""),
        ("formula f(who) = K_wo p", "`who`"),
        ("formula f(x) = x & forall i in agnts: K_i x", "`agents`"),
        ("formula f(x) = x & r", ""),
        ("formula f(x) = x & q_1", ""),
        ("formula f(x) = f(y)", ""),
        ("formula f(x) = count(i in 1..m: x) = 1", ""),
        ("action f(x) = x ; gg", ""),
        ("action f(x) = (x := r)", ""),
        ("action f(x) = L_{1,2} ?x ; L_tow ?x", ""),
    ] {
        let (code, _, help) = complaint(line);
        assert_eq!(code, "E020", "{line}");
        assert!(help.contains(meant), "{line}: {help}");
    }
}

#[test]
fn numbers_of_worlds_may_have_more_than_64_bits() {
    let text = with_facts("param n = 100\nexpect worlds 2^n * 3 - (1 + 2^(n - 1))\n");
    let power = |bits: usize| UBig::ONE << bits;
    let expected = power(100) * 3u8 - 1u8 - power(99);
    assert_eq!(step(&text, 0), &StepKind::ExpectWorlds(expected));
    assert_eq!(complaint("expect worlds 1 - 2^100").0, "E065");
    assert_eq!(complaint("expect worlds 2^(10^9)").0, "E031");
    assert_eq!(complaint("expect worlds (2^100000)^100000").0, "E031");
    assert_eq!(complaint("expect minimal 2^100").0, "E031");
}

#[test]
fn parameters_may_depend_on_later_ones() {
    let text = "param n = 2 * m\nparam m = k + 1\nparam k = 2\n";
    assert_eq!(
        step(&with_facts(&format!("{text}expect worlds n\n")), 0),
        &StepKind::ExpectWorlds(6u8.into())
    );
    assert_eq!(complaint("param n = m\nparam m = n + 1\nexpect worlds n").0, "E024");
    assert_eq!(complaint("param n = n\nexpect worlds n").0, "E024");
    let long: String = (0..50_000).map(|i| format!("param n{i} = n{}\n", i + 1)).collect();
    with_facts(&format!("{long}param n50000 = 1\nexpect worlds n0\n"));
}

#[test]
fn a_million_worlds_can_be_listed() {
    let text = "agents 1\nmodel\n  world s(x,y): a(x) for x, y in 1..1000\n  cells 1 by x\n  \
                point s(1,1)\n";
    let Setup::Model(model) = document(text).initial else { panic!() };
    assert_eq!(model.worlds.len(), 1_000_000);
}

#[test]
fn events_can_be_given_by_rule() {
    let document = with_facts(
        "set s = {a, b}\nframe f\n  event e(i): pre p, post q := true for i in s\n  \
         event g: pre q, post p := true for i in s where i = a\n  \
         event h(i): for i in 1..2 where i > 1\n  cells 1 by i\n  \
         cells 2: {e(i) for i in s} {g, h(2)}\n\
         action some(x) = f(e(x))\ncheck [f(e(a))] q\ncheck [some(a)] q\n",
    );
    let names: Vec<&str> =
        document.terms.frames()[0].events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["e(a)", "e(b)", "g", "h(2)"]);
    let Some(RelationSetup::Cells(cells)) = &document.terms.frames()[0].relations[1] else {
        panic!()
    };
    assert_eq!(cells, &[0, 0, 1, 1]);
    assert_eq!(step(&document, 0), step(&document, 1));
}

#[test]
fn one_mistake_is_one_error() {
    for (line, code, part) in [
        ("check p₁", "E002", "`_1`"),
        ("check K₁ p", "E002", "`_1`"),
        ("check K_", "E010", "`K_a`"),
        ("check K_1p_1", "E010", "a space"),
        ("check K_{1 p", "E013", "`}`"),
        ("check P_1(p) = 0.25", "E001", "`1/4`"),
        ("check P_1(p) = -1/2", "E010", "negative"),
        ("check P_1(p) = P_2(p)", "E010", "with a number"),
        ("check not p", "E010", "`~p`"),
        ("check not(p)", "E020", "`~p`"),
        ("check K1 p", "E010", "`K_1`"),
        ("check K1(p)", "E020", "`K_1`"),
        ("check tru", "E020", "`true`"),
        ("expect world 1", "E010", "`worlds`"),
        ("expect clases 1 = 1", "E010", "`classes`"),
        ("set s = plum scarlett", "E010", "commas"),
        ("check forall x in {p q}: x", "E010", "commas"),
        ("check forall x in agnts: p", "E020", "`agents`"),
        ("do look {1, 2}", "E010", "one agent"),
        ("do look 12", "E050", "deal"),
        ("pont p", "E011", "`point`"),
    ] {
        let (found, message, help) = complaint(line);
        assert_eq!(found, code, "{line}: {message}");
        assert!(help.contains(part), "{line}: {help}");
    }
    let deep = problems(&format!("{FACTS}check {}p\n", "[".repeat(300)));
    assert_eq!(deep.len(), 2, "{deep:?}");
}

#[test]
fn declarations_in_error_cause_no_others() {
    for (text, code) in [
        ("agents 1, 2\ndeal r | w\ndeal r | w\n", "E041"),
        ("agents 1\nmodel\n  world w: p, ~q\n  cells 1: {w}\n  point w\n", "E010"),
        ("agents 1\nmodel\n  wrld w: p\n  cells 1: {w}\n  point w\n", "E010"),
        ("agents 1\nmodel\n  world w: p\n  cells 1: {w}\n  pont w\n", "E010"),
        (
            "agents 1\natoms p\npoint p\nstate s = model\n  world w: p\n  cells 1:\n  pint w\n",
            "E010",
        ),
        ("agents 1, 2\nhypercube r\n", "E045"),
        ("set kids = 1..0\nagents kids\natoms p\npoint p\n", "E042"),
        (
            "agents 1\natoms p\npoint p\nframe f\n  event e: pre p\n  cells 1 by p\ndo f(e)\n",
            "E022",
        ),
        (
            "agents 1, 2\nset m = a\nmodel\n  world w: m\n  world v: q\n  cells all by q\n  point v\n",
            "E021",
        ),
    ] {
        let found = problems(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].0, code, "{text}");
    }
}

#[test]
fn long_names_are_cut_short_in_messages() {
    let name = "x".repeat(1_000_000);
    for line in [
        format!("check {name}"),
        format!("check K_{name} p"),
        format!("do {name}(p)"),
        format!("formula f(x) = {name}(x)"),
        format!("check forall x in {name}: p"),
    ] {
        let (_, message, help) = complaint(&line);
        assert!(message.len() + help.len() < 500, "{message}");
        assert!(message.contains('…'), "{message}");
    }
}

/// What a message says of a model is about worlds, also where none of them could be read.
#[test]
fn models_in_error_have_worlds_and_no_events() {
    let loaded = read("agents 1\nset m = a\nmodel\n  world w: m\n  cells 1 by m\n  point w\n");
    let told: Vec<String> = loaded.diagnostics.iter().map(|one| one.message.clone()).collect();
    assert!(told.contains(&"`m` is a set, the same in all worlds".to_owned()), "{told:?}");
}

#[test]
fn cards_are_offered_for_names_in_sets_that_nearly_are_cards() {
    let text = "agents 1, 2\ndeal rope | knife\ndo ask 1 2 for {ropr, knife}: show knife\n";
    let loaded = read(text);
    let way_out = loaded.diagnostics.first().and_then(|problem| problem.way_out.as_ref());
    assert_eq!(way_out.map(ToString::to_string), Some("did you mean `rope`?".to_owned()));
}

/// What is offered for a name that nearly is that of a formula with parameters.
#[test]
fn formulas_with_parameters_are_offered_too() {
    let text = "agents 1, 2\ntable t\ndeal r | w | b\nwin table\nformula happy(a) = K_a r_1\n";
    let offered = |name: &str| {
        let loaded = read(&format!("{text}check {name}\n"));
        let problem = loaded.diagnostics.first().expect("there is no such atom");
        problem.way_out.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    assert_eq!(offered("wim_1"), "did you mean `win_1`?");
    assert_eq!(offered("hapy(2)"), "did you mean `happy(2)`?");
    assert_eq!(offered("hapy_2"), "did you mean `happy(2)`?");
    assert!(offered("zebra_1").starts_with("the atoms are"));
    document(&format!("{text}check win_1\ncheck happy(2)\n"));
}
