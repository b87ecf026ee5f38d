//! The English of the agents of the Cluedo agents project: why they moved as they did.

use crate::cluedo::agents::{AgentReason, AgentWhy, DecidedCard};

/// Why an agent moved, in a few sentences.
pub(super) fn why(reason: &AgentReason) -> String {
    super::cluedo_players::aim(&reason.aim) + &why_that(reason.why)
}

fn why_that(why: AgentWhy) -> String {
    match why {
        AgentWhy::GoalDeck { among } => {
            format!("The suspicion was drawn from {} of its model.", goal_decks(among))
        }
        AgentWhy::NoGoalDeck => {
            "Its model has no goal deck left, so that it suspects the first triple.".to_owned()
        }
        AgentWhy::MostFrequent { among } => {
            format!(
                "Of each kind it is the most frequent card in {} of its model.",
                goal_decks(among)
            )
        }
        AgentWhy::Decided { among, kinds, instead } => format!(
            "Of each kind it is the most frequent card in {} of its model; but of {}, whose card it knows, {}.",
            goal_decks(among),
            if kinds == 1 { "1 kind".to_owned() } else { format!("{kinds} kinds") },
            match instead {
                DecidedCard::Goal => "that one",
                DecidedCard::Own => "a card of its own",
                DecidedCard::Other => "a card of another player",
            }
        ),
        AgentWhy::Unrefuted => {
            "Nobody could refute the suspicion, and it has none of the cards.".to_owned()
        }
        AgentWhy::OnlyGoalDeck => "Its model has no other goal deck left.".to_owned(),
        AgentWhy::Waits { goal_decks: among } => {
            format!("Its model has {} left; it accuses of the last one.", goal_decks(among))
        }
        AgentWhy::ShownBefore => "The card was shown to the same player before.".to_owned(),
        AgentWhy::AnyCard { among } => {
            format!("The card was drawn from the {among} that could be shown.")
        }
    }
}

fn goal_decks(many: usize) -> String {
    if many == 1 { "1 goal deck".to_owned() } else { format!("{many} goal decks") }
}
