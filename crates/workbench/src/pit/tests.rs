//! What is said of SixPit and of other decks, and trees of plays.

use super::*;

fn sixpit() -> PitRequest {
    let deck = PitDeck::new(3, 3, 2).expect("a deck");
    PitRequest { deck, most: 2, shared: Vec::new(), limits: PitLimits::default() }
}

fn exact(row: &EquilibriumRow) -> Option<Vec<&str>> {
    row.probabilities.iter().map(|number| number.exact.as_deref()).collect()
}

#[test]
fn sixpit_comes_back_to_three_situations_and_all_its_equilibria_are_certified() {
    let report = report_pit(&sixpit(), &Stop::new(), &mut |_| {}).expect("a report");
    let after_a_trade = report.situations.iter().filter(|one| one.last.is_some()).count();
    assert_eq!((after_a_trade, &report.cut), (3, &None));
    let kinds: Vec<_> = report.situations.iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [Some(0), Some(1), Some(1), Some(1)]);
    assert_eq!(report.ending_chance.as_ref().map(ToString::to_string).as_deref(), Some("1/3"));
    let is_complete = |of: &EquilibriaReport| matches!(of.settled, Settled::Complete { .. });
    let one_move = report.one_move.expect("a game");
    assert!(is_complete(&one_move));
    let mut found: Vec<_> = one_move.equilibria.iter().filter_map(exact).collect();
    found.sort_unstable();
    assert_eq!(found, [["0", "1"], ["1", "0"], ["1/2", "1/2"]]);
    let full = report.full.expect("a game");
    assert!(is_complete(&full), "{:?}", full.settled);
    assert_eq!(full.equilibria.len(), 7);
    assert_eq!(full.equilibria.iter().filter_map(exact).count(), 4);
    // Only if all do the same does nobody gain by looking at who traded last.
    for one in &full.equilibria {
        assert_eq!(one.sense.holds_by_last_trade, Some(one.sense.is_symmetric), "{one:?}");
        let is_pure = one
            .probabilities
            .iter()
            .all(|of| ["0", "1"].contains(&of.exact.as_deref().unwrap_or("")));
        assert_eq!(one.sense.is_strict, is_pure.then_some(true), "{one:?}");
    }
    let by_last = report.by_last_trade.expect("a game");
    assert!(is_complete(&by_last));
    assert_eq!(by_last.equilibria.len(), 27);
}

#[test]
fn the_tree_after_a_trade_has_two_open_nodes_and_two_ends() {
    let asked = TreeRequest {
        deck: sixpit().deck,
        most: 1,
        deal: Some("wx.wy.xy".to_owned()),
        first: hexa_games::pit::situations::FirstTraders::These((0, 1)),
        rounds: 1,
        limits: PitLimits::default(),
    };
    let tree = grow(&asked, &Stop::new()).expect("a tree");
    assert_eq!((tree.nodes.len(), tree.edges.len()), (5, 4));
    let drawn = draw_tree(&tree, "SixPit", 3, TreePicture::Svg);
    assert!(drawn.contains("Trade(a,b,1)(w,y)") && drawn.contains("a and b know the deal"));
    for (deal, why) in [
        ("wx.wx.yy", NoPitReport::DealtCorner { player: 2 }),
        ("ww.xx.yy", NoPitReport::DealtCorner { player: 0 }),
        ("ww.wx.yy", NoPitReport::NoSuchDeal),
        ("wx.wy.xz", NoPitReport::NoSuchDeal),
        ("wx.wy", NoPitReport::NoSuchDeal),
    ] {
        let nowhere = TreeRequest { deal: Some(deal.to_owned()), ..asked.clone() };
        assert_eq!(grow(&nowhere, &Stop::new()), Err(why), "{deal}");
    }
}

/// In a deck that everybody sees through, play need not end: no equilibrium is claimed, and it is said why.
#[test]
fn where_play_need_not_end_nothing_is_claimed() {
    let request = PitRequest::new(2, None, 3, Some(1), &[]).expect("a game");
    let report = report_pit(&request, &Stop::new(), &mut |_| {}).expect("a report");
    assert_eq!(report.situations.len(), 1);
    // It is there before any trade and after each.
    assert_eq!((report.situations[0].last, report.situations[0].is_after_trades), (None, true));
    assert_eq!(report.ending_chance, Some(Exact::default()));
    let full = report.full.expect("a game");
    assert!(matches!(full.settled, Settled::Endless { .. }), "{:?}", full.settled);
    assert_eq!((full.equilibria, report.by_last_trade), (Vec::new(), None));
}

/// Probabilities are worth the same by the equations at a point as by the functions, at pure strategies.
#[test]
fn probabilities_are_worth_what_the_matrix_says() {
    for row in [1u8, 3, 7] {
        let shared: Vec<RBig> = (0..3).map(|at| RBig::from(row >> at & 1)).collect();
        let request = PitRequest::new(3, None, 2, None, &shared).expect("a game");
        let report = report_pit(&request, &Stop::new(), &mut |_| {}).expect("a report");
        let full = report.full.expect("a game");
        let pure: Vec<u8> = (0..3).map(|at| row >> at & 1).collect();
        let at = full.matrix.iter().find(|one| one.probabilities == pure).expect("a row");
        let given = report.shared.expect("it was asked");
        assert_eq!(given.full[0].values, at.values);
        let is_one = full.equilibria.iter().any(|one| {
            exact(one).is_some_and(|found| {
                found.iter().zip(&pure).all(|(found, pure)| *found == pure.to_string())
            })
        });
        assert_eq!(given.is_equilibrium, Some(is_one));
    }
}
