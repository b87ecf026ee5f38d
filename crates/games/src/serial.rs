//! Answers as data for other programs. Whether something was found is empty where it is not known.

use crate::knowledge::{NoWin, OwnCards, SearchAnswer, SearchEnd, Seeks};
use crate::words;
use hexa_logic::{Holder, WinCondition};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Search<'a> {
    hands: &'a [usize],
    table: usize,
    ask: &'a [usize],
    win: String,
    own: &'static str,
    nowin: &'static str,
    end: &'static str,
    cut: Option<String>,
    found: Option<bool>,
    models: usize,
    states: usize,
    depths: Vec<Depth>,
    similar: Option<Similar>,
    questions: Option<usize>,
    scenario: Option<&'a str>,
}

#[derive(Serialize)]
struct Depth {
    questions: usize,
    models: usize,
    states: usize,
    largest: usize,
}

#[derive(Serialize)]
struct Similar {
    models: usize,
    states: usize,
}

impl Serialize for SearchAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let depths = self.depths.iter().enumerate().map(|(questions, depth)| Depth {
            questions,
            models: depth.models,
            states: depth.states,
            largest: depth.worlds,
        });
        let similar =
            self.similar.map(|count| Similar { models: count.models, states: count.states });
        let search = Search {
            hands: self.game.hands(),
            table: self.game.table(),
            ask: self.game.ask(),
            win: win(self.game.win),
            own: own(self.game.own),
            nowin: nowin(self.game.nowin),
            end: end(&self.end),
            cut: words::cut(self),
            found: is_found(self),
            models: self.models,
            states: self.states,
            depths: depths.collect(),
            similar,
            questions: self.found.as_ref().map(|found| found.questions),
            scenario: self.found.as_ref().map(|found| found.scenario.as_str()),
        };
        search.serialize(serializer)
    }
}

fn is_found(answer: &SearchAnswer) -> Option<bool> {
    match (answer.seeks, &answer.end) {
        (Seeks::Nothing, _) | (Seeks::Something, SearchEnd::Cut(_)) => None,
        (Seeks::Something, SearchEnd::Found(_)) => Some(true),
        (Seeks::Something, SearchEnd::Exhausted) => Some(false),
    }
}

fn end(end: &SearchEnd) -> &'static str {
    match end {
        SearchEnd::Found(_) => "found",
        SearchEnd::Exhausted => "exhausted",
        SearchEnd::Cut(_) => "cut off",
    }
}

fn win(win: WinCondition) -> String {
    match win {
        WinCondition::Deal => "deal".to_owned(),
        WinCondition::Table | WinCondition::Hand(Holder::Table) => "table".to_owned(),
        WinCondition::Hand(Holder::Agent(agent)) => format!("hand:{}", agent.index() + 1),
    }
}

fn own(own: OwnCards) -> &'static str {
    match own {
        OwnCards::Allowed => "allowed",
        OwnCards::Avoided => "avoided",
        OwnCards::Forbidden => "forbidden",
    }
}

fn nowin(nowin: NoWin) -> &'static str {
    match nowin {
        NoWin::Asker => "asker",
        NoWin::All => "all",
        NoWin::None => "none",
    }
}
