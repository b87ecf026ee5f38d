//! What somebody lets slip where others may have seen more than was typed. It cannot be counted then, because it is not said what
//! they know; but if they could not know it whoever showed a card that was not seen, it is impossible all the same.

use hexa_engine::Limit;
use hexa_engine::deals::{Event, Obstacle, Record};
use hexa_logic::{Agent, Holder};

/// So many ways in which it can have happened are tried.
const MOST_TRIED: usize = 16;

/// Who cannot know what the last event of a record says that they know, although it was not counted.
pub(super) fn cannot_know(record: &Record) -> Result<Option<Agent>, Limit> {
    let events = record.events();
    let Some((last @ Event::Knows { agent, .. }, before)) = events.split_last() else {
        return Ok(None);
    };
    if record.is_counted(events.len() - 1) {
        return Ok(None);
    }
    let mut ways: Vec<Vec<Event>> = vec![Vec::new()];
    for event in before {
        let resolved = resolve(event);
        if ways.len() * resolved.len() > MOST_TRIED {
            return Ok(None);
        }
        let longer = |way: &Vec<Event>| {
            let way = way.clone();
            resolved.clone().into_iter().map(move |events| [&way[..], &events[..]].concat())
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    for way in ways {
        if is_possible(&record.up_to(0), way.into_iter().chain([last.clone()]))? {
            return Ok(None);
        }
    }
    Ok(Some(*agent))
}

/// How an event can have happened for those who saw it. What only one has seen by accident is not known to the others.
fn resolve(event: &Event) -> Vec<Vec<Event>> {
    if event.glimpse().is_some_and(|(agent, holder)| holder != Holder::Agent(agent)) {
        return vec![Vec::new()];
    }
    let Event::SomebodyShows { requester, respondents, cards } = event else {
        return vec![vec![event.clone()]];
    };
    let shows = |at: usize| {
        let no = |&respondent: &Agent| Event::NoCard {
            requester: *requester,
            respondent,
            cards: cards.clone(),
        };
        let shown = Event::Shows {
            requester: *requester,
            respondent: respondents[at],
            cards: cards.clone(),
            card: None,
        };
        respondents[..at].iter().map(no).chain([shown]).collect()
    };
    (0..respondents.len()).map(shows).collect()
}

fn is_possible(empty: &Record, events: impl Iterator<Item = Event>) -> Result<bool, Limit> {
    let mut record = empty.clone();
    for event in events {
        record = match record.try_with(event) {
            Ok(next) => next,
            Err(Obstacle::Reason(_)) => return Ok(false),
            Err(Obstacle::GaveUp(limit)) => return Err(limit),
        };
    }
    Ok(true)
}
