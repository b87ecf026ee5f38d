//! Explanations in plain words.

use super::{Words, capital, count, list};
use crate::notebook::{Grounds, Told};
use crate::reasons::{ArgumentStep, Rule};
use hexa_engine::deals::{Fact, Size};
use hexa_logic::{Card, Holder};

impl Words<'_> {
    /// Why a fact is certain: what is needed of the record, then step by step, if steps were found.
    pub fn because(
        &self,
        fact: Fact,
        grounds: &Grounds,
        steps: Option<&[ArgumentStep]>,
    ) -> Vec<String> {
        let mut lines = vec![format!("{}, because", capital(&self.fact(fact)))];
        lines.extend(grounds.told.iter().map(|told| format!("  {}", self.source(told))));
        if grounds.told.is_empty() {
            lines.push("  it cannot be otherwise, whatever happens".to_owned());
        }
        if grounds.size == Size::Small {
            lines.push("(Perhaps fewer of these would do.)".to_owned());
        }
        match steps {
            Some(steps) => lines.extend(self.argument(steps, &grounds.told)),
            None => lines.push(
                "In every deal that agrees with these it is so; no shorter way to say why was found.".to_owned(),
            ),
        }
        lines
    }

    /// The steps worth telling: not what was told, and not that a card is in one place only.
    fn argument(&self, steps: &[ArgumentStep], told: &[Told]) -> Vec<String> {
        let is_told = |step: &&ArgumentStep| !matches!(step.rule, Rule::Told(_) | Rule::Elsewhere);
        let line = |step: &ArgumentStep| format!("- {}.", self.step(step, steps, told));
        steps.iter().filter(is_told).map(line).collect()
    }

    fn step(&self, step: &ArgumentStep, steps: &[ArgumentStep], told: &[Told]) -> String {
        let (Fact::Holds(holder, card) | Fact::Lacks(holder, card)) = step.fact;
        let fact = self.fact(step.fact);
        let from: Vec<&ArgumentStep> = step.from.iter().map(|&at| &steps[at]).collect();
        match step.rule {
            Rule::Told(_) | Rule::Elsewhere => fact,
            Rule::OnlyOneLeft(at) => {
                let others = self.ruled_out(&from, steps);
                format!("{}; {others}; so {fact}", capital(&self.event(&told[at].event)))
            }
            Rule::NobodyElse => {
                let who = from.iter().map(|step| match step.fact {
                    Fact::Holds(holder, _) | Fact::Lacks(holder, _) => self.holder(holder),
                });
                format!(
                    "{} is not with {}; so {fact}",
                    capital(self.card(card)),
                    list(&who.collect::<Vec<_>>(), "or")
                )
            }
            Rule::HandFull => {
                let hand = self.cards(&cards(&from), "and");
                let size = count(from.len(), "card", "cards");
                format!("{} {size}: {hand}; so {fact}", capital(&self.has(holder)))
            }
            Rule::HandNeeds => {
                let size = self.size(holder);
                let out = self.cards(&cards(&from), "or");
                format!("{} {size}, and none of {out}; so {fact}", capital(&self.has(holder)))
            }
            Rule::CategoryTaken => format!("{}; so {fact}", capital(&self.fact(from[0].fact))),
            Rule::CategoryNeeds => {
                let category =
                    &self.setup.deck().categories()[self.setup.deck().category_of(card)].name;
                let others = self.ruled_out(&from, steps);
                format!("Of the {category}, {others}; so {fact}")
            }
        }
    }

    /// Where cards are instead, or that somebody does not have them.
    fn ruled_out(&self, from: &[&ArgumentStep], steps: &[ArgumentStep]) -> String {
        let said = |step: &&ArgumentStep| match step.rule {
            Rule::Elsewhere => self.fact(steps[step.from[0]].fact),
            Rule::Told(_)
            | Rule::OnlyOneLeft(_)
            | Rule::NobodyElse
            | Rule::HandFull
            | Rule::HandNeeds
            | Rule::CategoryTaken
            | Rule::CategoryNeeds => self.fact(step.fact),
        };
        let mut parts: Vec<String> = from.iter().map(said).collect();
        parts.dedup();
        list(&parts, "and")
    }

    fn size(&self, holder: Holder) -> String {
        let size = match holder {
            Holder::Agent(player) => self.setup.size(player),
            Holder::Table => self.setup.deck().categories().len(),
        };
        count(size, "card", "cards")
    }
}

fn cards(steps: &[&ArgumentStep]) -> Vec<Card> {
    let card = |step: &&ArgumentStep| match step.fact {
        Fact::Holds(_, card) | Fact::Lacks(_, card) => card,
    };
    steps.iter().map(card).collect()
}
