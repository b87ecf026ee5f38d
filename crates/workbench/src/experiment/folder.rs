//! What a folder of an experiment says of itself, so that it is gone on with by the same experiment or a larger one alone: a
//! smaller one would leave a report on part of what is there.

use super::plan::ExperimentSize;

/// What all tournaments of an experiment depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExperimentSetup {
    /// How much is played.
    pub size: ExperimentSize,
    /// Where random numbers start from.
    pub seed: u64,
}

/// Why a folder cannot be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherExperiment {
    /// More was asked for before.
    Smaller {
        /// What was.
        there: ExperimentSize,
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
    /// As it is written.
    pub fn text(&self) -> String {
        let size = SIZES.iter().find(|(_, size)| *size == self.size).map_or("", |(word, _)| word);
        format!("experiment = \"agents\"\nsize = \"{size}\"\nseed = {}\n", self.seed)
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        (lines.next()? == "experiment = \"agents\"").then_some(())?;
        let size = lines.next()?.strip_prefix("size = \"")?.strip_suffix('"')?;
        let size = SIZES.iter().find(|(word, _)| *word == size)?.1;
        let seed = lines.next()?.strip_prefix("seed = ")?.parse().ok()?;
        lines.next().is_none().then_some(Self { size, seed })
    }

    /// Whether a folder that says this can be gone on with.
    pub fn check(&self, there: &str) -> Result<(), OtherExperiment> {
        let there = Self::read(there).ok_or(OtherExperiment::Unreadable)?;
        if there.seed != self.seed {
            return Err(OtherExperiment::Seed { there: there.seed });
        }
        if there.size > self.size {
            return Err(OtherExperiment::Smaller { there: there.size });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_and_a_larger_experiment_go_on() {
        let setup = |size, seed| ExperimentSetup { size, seed };
        for (at, (_, small)) in SIZES.iter().enumerate() {
            for (_, large) in &SIZES[at..] {
                assert_eq!(setup(*large, 7).check(&setup(*small, 7).text()), Ok(()));
                let back = setup(*small, 7).check(&setup(*large, 7).text());
                let refused = Err(OtherExperiment::Smaller { there: *large });
                assert_eq!(back, if small == large { Ok(()) } else { refused });
            }
        }
        let (one, two) = (setup(ExperimentSize::Full, 1), setup(ExperimentSize::Full, 2));
        assert_eq!(one.check(&two.text()), Err(OtherExperiment::Seed { there: 2 }));
        assert_eq!(one.check("size = \"full\"\n"), Err(OtherExperiment::Unreadable));
    }
}
