//! What is refused at full size, why, and which events it contradicts.

use super::*;

/// Cluedo with six players, called 1 to 6, who have three cards each.
struct Six {
    play: Play,
    empty: Record,
}

impl Six {
    fn new() -> Self {
        let play = cluedo(6, 0, 1);
        let empty = Record::new(&dealing(&play)).expect("a deal");
        Self { play, empty }
    }

    fn card(&self, name: &str) -> Card {
        self.play.vocabulary.card(name).unwrap_or_else(|| panic!("no card {name}"))
    }

    fn cards(&self, names: &str) -> Vec<Card> {
        names.split(' ').map(|name| self.card(name)).collect()
    }

    /// Something seen by everybody.
    fn holds(&self, holder: Holder, name: &str) -> Event {
        Event::Holds { holder, card: self.card(name), seen: Witness::Everybody }
    }

    fn lacks(&self, holder: Holder, name: &str) -> Event {
        Event::Lacks { holder, card: self.card(name), seen: Witness::Everybody }
    }

    fn no(&self, respondent: u32, names: &str) -> Event {
        let requester = Agent(if respondent == 1 { 1 } else { 0 });
        let respondent = Agent(respondent - 1);
        Event::NoCard { requester, respondent, cards: self.cards(names) }
    }

    fn shows(&self, respondent: u32, names: &str) -> Event {
        let requester = Agent(if respondent == 1 { 1 } else { 0 });
        let respondent = Agent(respondent - 1);
        Event::Shows { requester, respondent, cards: self.cards(names), card: None }
    }

    /// What comes of entering the last event after the others: the reason, and what it contradicts.
    fn refused(&self, events: Vec<Event>, last: Event) -> (Reason, Vec<usize>) {
        let count = events.len();
        let record = events.into_iter().fold(self.empty.clone(), |record, event| {
            record.with(event.clone()).unwrap_or_else(|refused| panic!("{event:?}: {refused:?}"))
        });
        let before = record.grid();
        match record.with(last) {
            Err(Refused::Conflict(conflict)) => {
                assert_eq!((conflict.event, conflict.size), (count, Size::Smallest));
                assert_eq!((record.events().len(), record.grid()), (count, before), "unchanged");
                (conflict.reason, conflict.events)
            }
            other => panic!("{other:?}"),
        }
    }
}

fn agent(name: u32) -> Holder {
    Holder::Agent(Agent(name - 1))
}

#[test]
fn a_card_in_two_hands_is_refused() {
    let six = Six::new();
    let plum = six.card("plum");
    let before = vec![six.no(4, "green rope hall"), six.holds(agent(2), "plum")];
    let found = six.refused(before, six.holds(agent(3), "plum"));
    assert_eq!(found, (Reason::HeldElsewhere { card: plum, by: agent(2) }, vec![1]));
}

#[test]
fn a_no_from_somebody_who_must_hold_one_is_refused() {
    let six = Six::new();
    let before = vec![
        six.shows(3, "plum rope pool"),
        six.shows(2, "plum rope hall"),
        six.no(5, "plum rope hall"),
    ];
    let found = six.refused(before, six.no(2, "plum rope hall"));
    let reason = Reason::MustHoldOne { respondent: Agent(1), cards: six.cards("plum rope hall") };
    assert_eq!(found, (reason, vec![1]));
    // Who must hold one by what the others say: nobody else has it, and it is not on the table.
    let mut before: Vec<Event> = (3..=6).map(|other| six.no(other, "plum rope hall")).collect();
    before.extend([six.no(1, "plum gun hall"), six.lacks(Holder::Table, "plum")]);
    let found = six.refused(before, six.no(2, "plum knife pool"));
    assert_eq!(
        found,
        (Reason::MustHold { holder: agent(2), card: six.card("plum") }, vec![0, 1, 2, 3, 4, 5])
    );
}

#[test]
fn more_cards_than_a_hand_has_are_refused() {
    let six = Six::new();
    let before = ["plum", "rope", "hall"].map(|card| six.holds(agent(2), card)).to_vec();
    let found = six.refused(before, six.holds(agent(2), "pool"));
    assert_eq!(found, (Reason::HandFull { holder: agent(2), size: 3 }, vec![0, 1, 2]));
    // Four shows about different cards.
    let before = vec![
        six.shows(2, "plum rope hall"),
        six.shows(2, "green gun pool"),
        six.shows(3, "green gun pool"),
        six.shows(2, "white knife study"),
    ];
    let (reason, events) = six.refused(before, six.shows(2, "peacock pipe patio"));
    let cards = six.cards("peacock pipe patio");
    assert_eq!(reason, Reason::HoldsNone { respondents: vec![Agent(1)], cards });
    assert_eq!(events, [0, 1, 3]);
}

#[test]
fn a_show_by_somebody_who_has_none_is_refused() {
    let six = Six::new();
    let before = vec![
        six.no(2, "plum rope pool"),
        six.no(2, "green gun hall"),
        six.no(2, "green rope hall"),
    ];
    let (reason, events) = six.refused(before.clone(), six.shows(2, "plum rope hall"));
    let cards = six.cards("plum rope hall");
    assert_eq!(reason, Reason::HoldsNone { respondents: vec![Agent(1)], cards: cards.clone() });
    assert_eq!(events, [0, 1]);
    // It was not seen who showed.
    let respondents = vec![Agent(1), Agent(2)];
    let somebody = Event::SomebodyShows { requester: Agent(0), respondents, cards };
    let before = [before, vec![six.no(3, "plum rope hall")]].concat();
    let (reason, events) = six.refused(before, somebody);
    assert!(matches!(reason, Reason::HoldsNone { respondents, .. } if respondents.len() == 2));
    assert_eq!(events, [0, 1, 3]);
}

#[test]
fn a_card_seen_that_somebody_cannot_have_is_refused() {
    let six = Six::new();
    let (requester, respondent) = (Agent(0), Agent(1));
    let shows = |card: &str| {
        let (cards, card) = (six.cards("plum rope hall"), Some(six.card(card)));
        Event::Shows { requester, respondent, cards, card }
    };
    let found = six.refused(vec![six.lacks(agent(2), "plum")], shows("plum"));
    assert_eq!(found, (Reason::CannotHold { holder: agent(2), card: six.card("plum") }, vec![0]));
    let found = six.refused(Vec::new(), shows("pool"));
    assert_eq!(found, (Reason::NotAskedFor(six.card("pool")), Vec::new()));
}

#[test]
fn the_table_has_one_card_of_each_category() {
    let six = Six::new();
    let before = vec![six.holds(agent(2), "rope"), six.holds(Holder::Table, "plum")];
    let (reason, events) = six.refused(before, six.holds(Holder::Table, "green"));
    assert_eq!(reason, Reason::CannotHold { holder: Holder::Table, card: six.card("green") });
    assert_eq!(events, [1]);
    // All weapons are in hands.
    let weapons = ["candlestick", "rope", "pipe", "wrench", "gun"];
    let before =
        weapons.iter().zip([1, 1, 2, 2, 3]).map(|(card, name)| six.holds(agent(name), card));
    let found = six.refused(before.collect(), six.holds(agent(4), "knife"));
    let reason = Reason::HeldElsewhere { card: six.card("knife"), by: Holder::Table };
    assert_eq!(found, (reason, vec![0, 1, 2, 3, 4]));
}

#[test]
fn accusations_that_clash_are_refused() {
    let six = Six::new();
    let named = six.cards("plum rope hall");
    let wrong = |names: &str| Event::WrongAccusation {
        accuser: Agent(4),
        accused: Some(six.cards(names)),
        heard: Witness::Everybody,
        player: Player::Guesser,
        looks: Looks::AtTable,
    };
    let right = |names: &str| Event::Wins {
        agent: Agent(2),
        table: Some(six.cards(names)),
        player: Player::Guesser,
    };
    let before = vec![six.no(3, "plum gun pool"), wrong("plum rope hall")];
    assert_eq!(
        six.refused(before, right("plum rope hall")),
        (Reason::NotOnTable(named.clone()), vec![1])
    );
    let before = vec![six.no(3, "plum gun pool"), six.holds(agent(2), "rope")];
    assert_eq!(
        six.refused(before, right("plum rope hall")),
        (Reason::NotOnTable(named.clone()), vec![1])
    );
    let on_table = ["plum", "rope", "hall"].map(|card| six.holds(Holder::Table, card));
    let found = six.refused(on_table.to_vec(), wrong("plum rope hall"));
    assert_eq!(found, (Reason::OnTable(named), vec![0, 1, 2]));
    let found = six.refused(Vec::new(), right("plum green hall"));
    assert_eq!(found, (Reason::NotOnTable(six.cards("plum green hall")), Vec::new()));
    let found = six.refused(Vec::new(), wrong("plum hall"));
    assert_eq!(found, (Reason::NoTableHand { size: 3 }, Vec::new()));
    let found = six.refused(Vec::new(), wrong("plum plum hall"));
    assert_eq!(found, (Reason::NoTableHand { size: 3 }, Vec::new()));
}

#[test]
fn who_has_seen_the_table_knows_it() {
    let six = Six::new();
    let player = Player::Logician;
    let wrong = Event::WrongAccusation {
        accuser: Agent(4),
        accused: None,
        heard: Witness::Everybody,
        player,
        looks: Looks::AtTable,
    };
    let before = vec![six.no(3, "plum gun pool"), wrong];
    let found = six.refused(before, Event::NoWin(Agent(4)));
    assert_eq!(found, (Reason::KnowsTable(Agent(4)), vec![1]));
    // Everybody sees all of the table.
    let before = ["plum", "rope", "hall"].map(|card| six.holds(Holder::Table, card));
    let found = six.refused(before.to_vec(), Event::NoWin(Agent(2)));
    assert_eq!(found, (Reason::KnowsTable(Agent(2)), vec![0, 1, 2]));
    // Nobody can know it before anything has happened.
    let wins = Event::Wins { agent: Agent(2), table: None, player };
    assert_eq!(six.refused(Vec::new(), wins), (Reason::CannotKnowTable(Agent(2)), Vec::new()));
}

#[test]
fn who_says_what_he_knows_of_a_category_says_something_of_his_cards() {
    let six = Six::new();
    let persons = six.cards("mustard plum green peacock scarlett white");
    let table = Holder::Table;
    let seen = Witness::Everybody;
    let lacks = |name: &str| Event::Lacks { holder: table, card: six.card(name), seen };
    let told: Vec<Event> = ["green", "mustard", "white"].into_iter().map(lacks).collect();
    let knows = Event::Knows { agent: Agent(2), cards: persons.clone() };
    let knows_not = Event::KnowsNot { agent: Agent(2), cards: persons.clone() };
    let one =
        Event::Holds { holder: agent(4), card: six.card("plum"), seen: Witness::Only(Agent(3)) };
    // Of three persons that may be there they have two.
    let record = written(&dealing(&six.play), told.iter().cloned().chain([knows.clone()]));
    let grid = record.grid().expect("no limit");
    let held = |name: &str, by: usize| &grid.held[six.card(name).index()][by];
    for name in ["peacock", "plum", "scarlett"] {
        let both = held(name, 2) + held(name, 6);
        assert_eq!(both, grid.total, "{name} is theirs, or on the table");
    }
    let reason = Reason::CannotKnowWhich { agent: Agent(2), cards: persons.clone() };
    let before: Vec<Event> = told.iter().cloned().chain([one]).collect();
    assert_eq!(six.refused(before, knows.clone()), (reason, vec![0, 1, 2, 3]));
    let two = ["plum", "scarlett"].map(|name| Event::Holds {
        holder: agent(3),
        card: six.card(name),
        seen: Witness::Only(Agent(2)),
    });
    let reason = Reason::KnowsWhich { agent: Agent(2), cards: persons };
    let before: Vec<Event> = told.iter().cloned().chain(two).collect();
    assert_eq!(six.refused(before, knows_not), (reason, vec![0, 1, 2, 3, 4]));
    let nothing = Event::Knows { agent: Agent(2), cards: Vec::new() };
    assert_eq!(six.refused(Vec::new(), nothing), (Reason::NothingAskedFor, Vec::new()));
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let six = Six::new();
    let cards = six.cards("plum rope hall");
    let (one, two) = (Agent(0), Agent(1));
    let (stranger, strange) = (Agent(9), Card::from_index(99));
    let asks = |requester, respondent, cards: &[Card]| Event::NoCard {
        requester,
        respondent,
        cards: cards.to_vec(),
    };
    let somebody = |respondents: Vec<Agent>| Event::SomebodyShows {
        requester: one,
        respondents,
        cards: cards.clone(),
    };
    let cases = [
        (asks(one, one, &cards), Reason::AsksHimself(one)),
        (somebody(vec![two, one]), Reason::AsksHimself(one)),
        (somebody(Vec::new()), Reason::NobodyAsked),
        (asks(one, two, &[]), Reason::NothingAskedFor),
        (asks(one, stranger, &cards), Reason::UnknownHolder(Holder::Agent(stranger))),
        (asks(one, two, &[strange]), Reason::UnknownCard(strange)),
        (Event::NoWin(stranger), Reason::UnknownHolder(Holder::Agent(stranger))),
    ];
    for (event, reason) in cases {
        assert_eq!(six.refused(Vec::new(), event), (reason, Vec::new()));
    }
}

#[test]
fn hands_that_do_not_add_up_are_refused() {
    let Six { play, .. } = Six::new();
    let of = |sizes: Vec<usize>, categories: Vec<Vec<Card>>| {
        let mut dealing = Dealing::new(&play.vocabulary, sizes);
        dealing.categories = categories;
        Record::new(&dealing).err()
    };
    let (cards, holders) = (21, 7);
    assert_eq!(of(vec![3; 7], kinds(&play.game)), None);
    assert_eq!(
        of(vec![4, 3, 3, 3, 3, 3, 3], Vec::new()),
        Some(Misdealt::HandsDoNotAddUp { cards, held: 22 })
    );
    assert_eq!(
        of(vec![usize::MAX; 7], Vec::new()),
        Some(Misdealt::HandsDoNotAddUp { cards, held: usize::MAX })
    );
    assert_eq!(of(vec![3; 6], Vec::new()), Some(Misdealt::Hands { holders, hands: 6 }));
    let many = play.vocabulary.cards().map(|card| vec![card]).take(4).collect();
    assert_eq!(of(vec![3; 7], many), Some(Misdealt::NoDealObeysTheLaw));
    let strange = Card::from_index(99);
    assert_eq!(of(vec![3; 7], vec![vec![strange]]), Some(Misdealt::UnknownCard(strange)));
    let nobody = Vocabulary::default();
    assert_eq!(Record::new(&Dealing::new(&nobody, Vec::new())).err(), Some(Misdealt::NoPlayers));
}

#[test]
fn a_law_can_be_any_formula_about_cards() {
    let Six { mut play, empty } = Six::new();
    let mut law = Vec::new();
    for kind in kinds(&play.game) {
        let held = kind.iter().map(|&card| play.holding(card, Holder::Table)).collect();
        let one = hexa_logic::CountTest::Compare(Comparison::Equal, 1);
        law.push(play.terms.formula(FormulaNode::Count(held, one)));
    }
    let law = play.terms.and(law);
    let mut dealing = Dealing::new(&play.vocabulary, vec![3; 7]);
    dealing.law = Some((&play.terms, law));
    let record = Record::new(&dealing).expect("a deal");
    assert_eq!(record.grid(), empty.grid());
    let mut terms = Terms::default();
    let knows = terms.formula(FormulaNode::True);
    let knows = terms.formula(FormulaNode::Knows(Agent(0), knows));
    dealing.law = Some((&terms, knows));
    assert_eq!(Record::new(&dealing).err(), Some(Misdealt::Law(knows)));
}

#[test]
fn a_view_needs_what_the_player_has_seen() {
    let six = Six::new();
    let agent = Agent(1);
    let view = |events: Vec<Event>| written(&dealing(&six.play), events).grid_of(agent);
    assert_eq!(view(Vec::new()), Err(NoView::Hand(agent)));
    let hand = ["plum", "rope", "hall"].map(|card| six.holds(Holder::Agent(agent), card)).to_vec();
    assert!(view(hand.clone()).is_ok());
    let (player, looks) = (Player::Guesser, Looks::AtTable);
    let wrong = Event::WrongAccusation {
        accuser: agent,
        accused: None,
        heard: Witness::Everybody,
        player,
        looks,
    };
    assert_eq!(view([&hand[..], &[wrong]].concat()), Err(NoView::Table));
    let looks = Looks::AtNothing;
    let wrong = Event::WrongAccusation {
        accuser: agent,
        accused: None,
        heard: Witness::Everybody,
        player,
        looks,
    };
    assert!(view([&hand[..], &[wrong]].concat()).is_ok());
    let (requester, respondent, cards) = (agent, Agent(2), six.cards("green gun hall"));
    let shows = Event::Shows { requester, respondent, cards, card: None };
    assert_eq!(view([&hand[..], std::slice::from_ref(&shows)].concat()), Err(NoView::Shown(3)));
    // They have one of the cards themselves and the other one is elsewhere.
    assert!(
        view([&hand[..], &[shows, six.lacks(Holder::Agent(respondent), "gun")]].concat()).is_ok()
    );
    assert_eq!(
        written(&dealing(&six.play), hand).grid_of(Agent(9)),
        Err(NoView::UnknownAgent(Agent(9)))
    );
}
