//! The recorded games of `scenarios/cluedo`, as lines that a player at the table would type.

use std::path::Path;

/// A game, as its first player sees it.
pub struct Game {
    /// The set-up, with the cards of the file.
    pub setup: String,
    /// The suspicions, as they are printed.
    pub suspicions: Vec<String>,
    /// The hands, the envelope last.
    pub hands: Vec<Vec<String>>,
}

const NAMES: [&str; 6] = ["me", "bob", "cleo", "dan", "eve", "fay"];

impl Game {
    pub fn read(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/cluedo").join(name);
        let text = std::fs::read_to_string(path).expect("is there").replace("\n    |", " |");
        let hands = hands(&text);
        let names = NAMES[..hands.len() - 1].join(", ");
        let sizes: Vec<String> = hands.iter().map(|hand| hand.len().to_string()).collect();
        let mut setup =
            format!("players: {names}\nhands: {}\n", sizes[..hands.len() - 1].join(" "));
        for line in text.lines() {
            if let Some((name, cards)) =
                line.strip_prefix("set ").and_then(|line| line.split_once(" = "))
            {
                setup += &format!("category {name}: {cards}\n");
            }
        }
        setup += &format!("hand: {}\n", hands[0].join(", "));
        Self { setup, suspicions: suspicions(&text), hands }
    }
}

fn hands(text: &str) -> Vec<Vec<String>> {
    let line = text.lines().find_map(|line| line.strip_prefix("deal ")).expect("a deal");
    line.split('|').map(|hand| hand.split_whitespace().map(str::to_owned).collect()).collect()
}

/// `do ask 1 2 for plum, rope, hall: no` and the like, those of one suspicion together.
fn suspicions(text: &str) -> Vec<String> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let Some((asked, answer)) =
            line.strip_prefix("do ask ").and_then(|line| line.rsplit_once(": "))
        else {
            continue;
        };
        let (players, cards) = asked.split_once(" for ").expect("cards");
        let (asker, respondent) = players.split_once(' ').expect("two players");
        let name = |player: &str| NAMES[player.parse::<usize>().expect("a number") - 1];
        let is_mine = asker == "1" || respondent == "1";
        let answer = match answer.strip_prefix("show ") {
            Some(card) if is_mine => format!("shows {card}"),
            Some(_) => "shows".to_owned(),
            None => "no".to_owned(),
        };
        let start = format!("{}: {}. ", name(asker), cards.replace(',', ""));
        let answer = format!("{} {answer}", name(respondent));
        match found.last_mut() {
            Some((last, answers)) if *last == start && !answers.contains("shows") => {
                *answers += &format!(", {answer}");
            }
            _ => found.push((start, answer)),
        }
    }
    found.into_iter().map(|(start, answers)| start + &answers).collect()
}
