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
    let nowhere = TreeRequest { deal: Some("ww.xx.yy".to_owned()), ..asked };
    assert_eq!(grow(&nowhere, &Stop::new()), Err(NoPitReport::NoSuchDeal));
}
