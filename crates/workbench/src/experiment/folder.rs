//! What a folder of an experiment says of itself, so that it is gone on with by the same experiment or a larger one alone: a
//! smaller one would leave a report on part of what is there.

use super::plan::{ExperimentSize, PlannedTournament, planned_tournaments};

/// What all tournaments of an experiment depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExperimentSetup {
    /// How much is played.
    pub size: ExperimentSize,
    /// So many games of each tournament at most, if that is less.
    pub most: Option<u64>,
    /// Where random numbers start from.
    pub seed: u64,
}

/// Why a folder cannot be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherExperiment {
    /// More games of some tournament were asked for before.
    Smaller {
        /// By this experiment.
        there: ExperimentSetup,
    },
    /// It was played with another seed.
    Seed {
        /// With this one.
        there: u64,
    },
    /// The file cannot be read.
    Unreadable,
}

const SIZES: [(&str, ExperimentSize); 3] = [
    ("quick", ExperimentSize::Quick),
    ("usual", ExperimentSize::Usual),
    ("full", ExperimentSize::Full),
];

impl ExperimentSetup {
    /// What is played.
    pub fn tournaments(&self) -> Vec<PlannedTournament> {
        let mut all = planned_tournaments(self.size);
        for planned in &mut all {
            let most = self.most.unwrap_or(u64::MAX);
            (planned.games, planned.measured) =
                (planned.games.min(most), planned.measured.min(most));
        }
        all
    }

    /// As it is written.
    pub fn text(&self) -> String {
        let size = SIZES.iter().find(|(_, size)| *size == self.size).map_or("", |(word, _)| word);
        let games = self.most.map_or(String::new(), |most| format!("games = {most}\n"));
        format!("experiment = \"agents\"\nsize = \"{size}\"\nseed = {}\n{games}", self.seed)
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        (lines.next()? == "experiment = \"agents\"").then_some(())?;
        let size = lines.next()?.strip_prefix("size = \"")?.strip_suffix('"')?;
        let size = SIZES.iter().find(|(word, _)| *word == size)?.1;
        let seed = lines.next()?.strip_prefix("seed = ")?.parse().ok()?;
        let most = match lines.next() {
            Some(games) => Some(games.strip_prefix("games = ")?.parse().ok()?),
            None => None,
        };
        lines.next().is_none().then_some(Self { size, most, seed })
    }

    /// Whether a folder that says this can be gone on with.
    pub fn check(&self, there: &str) -> Result<(), OtherExperiment> {
        let there = Self::read(there).ok_or(OtherExperiment::Unreadable)?;
        if there.seed != self.seed {
            return Err(OtherExperiment::Seed { there: there.seed });
        }
        let here = self.tournaments();
        let goes_on = |planned: &PlannedTournament| {
            here.iter().any(|own| own.name == planned.name && own.games >= planned.games)
        };
        if !there.tournaments().iter().all(goes_on) {
            return Err(OtherExperiment::Smaller { there });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_and_a_larger_experiment_go_on() {
        let setup = |size, most, seed| ExperimentSetup { size, most, seed };
        // Each has all games of those before it.
        let growing = [
            setup(ExperimentSize::Quick, Some(2), 7),
            setup(ExperimentSize::Quick, None, 7),
            setup(ExperimentSize::Full, Some(2_000), 7),
            setup(ExperimentSize::Full, Some(3_000), 7),
            setup(ExperimentSize::Full, None, 7),
        ];
        for (at, small) in growing.iter().enumerate() {
            for large in &growing[at..] {
                assert_eq!(large.check(&small.text()), Ok(()), "{small:?} {large:?}");
                let refused = Err(OtherExperiment::Smaller { there: *large });
                let back = small.check(&large.text());
                assert_eq!(back, if small == large { Ok(()) } else { refused });
            }
        }
        // Of two, each can have games that the other has not.
        let usual = setup(ExperimentSize::Usual, None, 7);
        let [wide, all] = [Some(2_000), None].map(|most| setup(ExperimentSize::Full, most, 7));
        assert_eq!(wide.check(&usual.text()), Err(OtherExperiment::Smaller { there: usual }));
        assert_eq!(usual.check(&wide.text()), Err(OtherExperiment::Smaller { there: wide }));
        assert_eq!(all.check(&usual.text()), Ok(()));
        let other = setup(ExperimentSize::Full, None, 2);
        assert_eq!(all.check(&other.text()), Err(OtherExperiment::Seed { there: 2 }));
        assert_eq!(all.check("size = \"full\"\n"), Err(OtherExperiment::Unreadable));
        let wrong = format!("{}games = many\n", all.text());
        assert_eq!(all.check(&wrong), Err(OtherExperiment::Unreadable));
    }
}
