//! Games: what is true is never refused, whatever is corrected is as if it had been typed so, and ways out are ways out.

use crate::play::Table;
use hexa_assist::entry::Entry;
use hexa_assist::notebook::{Notebook, Refusal, RepairWay, Standing};
use hexa_assist::setup;
use hexa_assist::sheet::{Mark, MarkChance};
use hexa_engine::Limits;
use hexa_logic::{Agent, Card, Holder, Stream};

fn typed(setup: &str, lines: &[&str]) -> Notebook {
    let setup = setup::read(setup).expect("is good");
    let mut game = Notebook::new(setup, Limits::default()).expect("is good");
    for line in lines {
        let entry = game.read(line).unwrap_or_else(|unread| panic!("{line}: {unread:?}"));
        game.enter(entry).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    game
}

const FOUR: &str = "players: ann, bob, me, eve\nhand: plum, rope, hall, study\n";

#[test]
fn what_is_true_is_possible_and_never_ruled_out() {
    for players in 3..=6 {
        let mut stream = Stream::new("true", players as u64);
        let table = Table::dealt(players, &mut stream);
        let game = table.played(12, &mut stream);
        let sheet = game.sheet().expect("no limit");
        for (card, &truth) in table.holders.iter().enumerate() {
            assert_ne!(sheet.mark(truth, Card::from_index(card)), Mark::No);
        }
        let best: u64 = sheet.candidates().iter().map(|one| u64::from(one.chance.percent())).sum();
        assert!(best > 0);
    }
}

#[test]
fn chances_of_a_card_add_up() {
    let mut stream = Stream::new("chances", 3);
    let table = Table::dealt(4, &mut stream);
    let sheet = table.played(9, &mut stream).sheet().expect("no limit");
    for card in 0..table.holders.len() {
        let card = Card::from_index(card);
        let parts = sheet.holders().map(|holder| sheet.chance(holder, card).part);
        assert_eq!(parts.sum::<hexa_engine::UBig>(), sheet.chance(Holder::Table, card).all);
    }
    let candidates = sheet.candidates().iter().map(|one| one.chance.part.clone());
    assert_eq!(candidates.sum::<hexa_engine::UBig>(), sheet.candidates()[0].chance.all);
}

/// However a game came about, it is the game of its entries.
#[test]
fn corrections_are_as_if_it_had_been_typed_so() {
    let mut stream = Stream::new("corrections", 11);
    let table = Table::dealt(4, &mut stream);
    let mut game = table.played(6, &mut stream);
    for _ in 0..30 {
        let many = game.entries().len();
        let line =
            table.suspicion(Agent::from_index(stream.below(4)), &mut stream).text(&table.setup);
        match stream.below(6) {
            0 if many > 0 => game.delete(stream.below(many)),
            1 if many > 0 => game.edit(stream.below(many), &line),
            2 => game.insert(stream.below(many + 1), &line),
            3 => game.undo().or(Ok(())),
            4 => game.redo().or(Ok(())),
            _ => game.enter(game.read(&line).expect("is good")),
        }
        .expect("what is true is possible");
        let mut fresh = table.game();
        for entry in game.entries() {
            fresh.enter(entry.clone()).expect("is possible");
        }
        assert_eq!(fresh.record().events(), game.record().events());
        assert_eq!(fresh.sheet(), game.sheet());
    }
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    let mut game = typed(FOUR, &["bob: white gun kitchen > ann", "eve: white pipe kitchen > bob"]);
    let two = game.sheet();
    game.undo().expect("there is something");
    let one = game.sheet();
    assert_ne!(one, two);
    game.redo().expect("there is something");
    assert_eq!(game.sheet(), two);
    game.undo().expect("there is something");
    game.enter(Entry::Pass(Agent(0))).expect("is possible");
    assert_eq!(game.redo(), Err(Refusal::NothingToRedo));
}

#[test]
fn a_contradiction_names_what_it_contradicts_and_the_ways_out_are_ways_out() {
    let mut game = typed(
        FOUR,
        &[
            "bob: white gun kitchen. me no, eve no, ann shows",
            "me: white pipe lounge > eve pipe",
            "ann passes",
        ],
    );
    let entry = game.read("ann: white candle ball. bob no, me no, eve shows").expect("is read");
    game.enter(entry).expect("eve can have the candlestick");
    let entry = game.read("bob: mustard lead pipe conserv > ann").expect("is read");
    let before = (game.entries().to_vec(), game.sheet());
    let Err(Refusal::Clash { clash, entries, fresh }) = game.enter(entry) else {
        panic!("eve has the pipe")
    };
    assert_eq!(before, (game.entries().to_vec(), game.sheet()), "nothing is changed");
    let sources: Vec<_> = clash.with.iter().map(|told| told.source).collect();
    assert_eq!(sources, [hexa_assist::notebook::Source::Entry(1)]);
    let repairs = game.repairs(&clash, &entries, fresh);
    assert!(repairs.len() > 3);
    assert!(repairs.iter().any(|repair| matches!(repair.way, RepairWay::Looser(_))));
    for repair in &repairs {
        let mut fixed = game.clone();
        let sheet = game.sheet().expect("no limit");
        fixed.repair(&entries, repair).expect("a way out");
        assert_eq!(
            repair.follows.len(),
            fixed.sheet().expect("no limit").decided_since(&sheet).len()
        );
    }
}

#[test]
fn who_is_out_is_not_asked_in_some_editions() {
    let out = ["ann accuses: wrong"];
    let still = typed(FOUR, &out);
    assert!(still.read("bob: white gun kitchen. me no, eve no, ann no").is_ok());
    let not = typed(&format!("{FOUR}after accusing: not asked\n"), &out);
    assert!(not.read("bob: white gun kitchen. me no, eve no").is_ok());
    assert!(not.read("ann accuses: wrong").is_err(), "she has no more moves");
    assert!(not.read("ann has plum").is_ok());
    assert!(not.read("bob: white gun kitchen. me no, eve no, ann no").is_err());
}

#[test]
fn the_last_one_wins_unless_the_edition_says_otherwise() {
    let out = ["ann accuses: wrong", "bob accuses: wrong", "eve accuses: wrong"];
    assert_eq!(typed(FOUR, &out).standing(), Standing::Won(Agent(2)));
    let game = typed(&format!("{FOUR}last player: must accuse\n"), &out);
    assert_eq!(game.standing(), Standing::Open);
    let game = typed(FOUR, &["ann accuses white gun kitchen: right"]);
    assert_eq!(game.standing(), Standing::Won(Agent(0)));
    assert_eq!(game.sheet().expect("no limit").candidates().len(), 1);
}

/// Who ends his move and always accuses when he can does not know the envelope. If he accuses in the same move, he did not
/// end it before.
#[test]
fn ending_a_move_counts_for_logicians_only() {
    let setup = "category who: cat, dog, cow\nplayers: ann, bob, me\nhand: cow\nhands: 0 1 1\n";
    let candidates = |game: &Notebook| -> Vec<String> {
        let sheet = game.sheet().expect("no limit");
        let cards = sheet.candidates().iter().map(|one| one.cards[0]);
        cards.map(|card| game.setup().deck().name(card).to_owned()).collect()
    };
    // Bob has the cat or the dog. If he asks for the cat and has the dog, he knows.
    let asks = "bob: cat. me no, ann no";
    assert_eq!(candidates(&typed(setup, &[asks])), ["cat", "dog"]);
    let logical = format!("{setup}logicians: bob\n");
    assert_eq!(candidates(&typed(&logical, &[asks])), ["dog"]);
    assert_eq!(candidates(&typed(&logical, &[asks, "ann passes"])), ["dog"]);
    assert_eq!(candidates(&typed(&logical, &[asks, "bob accuses: right"])), ["cat"]);
    let mut game = typed(setup, &[asks]);
    game.turn_logician(Agent(1)).expect("is possible");
    assert_eq!(candidates(&game), ["dog"]);
    game.undo().expect("there is something");
    assert_eq!(candidates(&game), ["cat", "dog"]);
}

#[test]
fn cards_face_up_can_be_asked_for() {
    let setup = "players: me, ann, bob, eve\nface up: hall, green\nhand: plum, rope, study, gun\n";
    let game = typed(setup, &["ann: green wrench hall. bob no, eve shows"]);
    let sheet = game.sheet().expect("no limit");
    let wrench = game.setup().deck().cards_called("wrench")[0];
    assert_eq!(sheet.mark(Holder::Agent(Agent(3)), wrench), Mark::Yes, "nothing else can be shown");
    let none = typed(setup, &["ann: green rope hall > me"]);
    assert_eq!(none.entries().len(), 1);
}
