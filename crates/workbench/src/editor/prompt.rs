//! What can be typed at a prompt, where one line after the other is added to a text: statements, and formulas to be evaluated.

use super::Draft;
use hexa_engine::Limits;
use hexa_lang::Resolver;
use hexa_lang::syntax::STATEMENT_WORDS;

/// A text that lines are added to.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// What it is called.
    pub name: String,
    /// The text so far.
    pub text: String,
}

impl Prompt {
    /// What the word at the end of a line can become, and where in the line it starts.
    pub fn complete(&self, line: &str, resolver: &dyn Resolver) -> (usize, Vec<String>) {
        let trimmed = line.trim_start();
        let first = trimmed.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let is_statement = first.len() < trimmed.len() && STATEMENT_WORDS.contains(&first);
        let (start, mut words) =
            self.fitting(if is_statement { "" } else { "print " }, line, resolver);
        if first.len() == trimmed.len() {
            let (_, statements) = self.fitting("", line, resolver);
            words.splice(0..0, statements);
        }
        let mut met = std::collections::BTreeSet::new();
        words.retain(|word| met.insert(word.clone()));
        (start, words)
    }

    /// What fits at the end of a line with something before it that is not typed.
    fn fitting(&self, prefix: &str, line: &str, resolver: &dyn Resolver) -> (usize, Vec<String>) {
        let before = format!("{}\n{prefix}", self.text.trim_end());
        let text = format!("{before}{}", line.trim_start());
        let draft = Draft::read(&self.name, text.as_str(), resolver, &[], &Limits::default());
        let found = draft.complete(text.len());
        let indent = line.len() - line.trim_start().len();
        let start = (found.span.start as usize).saturating_sub(before.len()) + indent;
        (start, found.offers.into_iter().map(|offer| offer.text).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_lang::NoIncludes;

    #[test]
    fn what_fits_is_offered() {
        let text = "agents anne, bert\natoms rain, snow\npoint rain\nformula wet = rain | snow\n";
        let prompt = Prompt { name: "a.hexa".into(), text: text.into() };
        let offered = |line: &str| prompt.complete(line, &NoIncludes);
        assert_eq!(offered("check K_a"), (8, vec!["anne".to_owned()]));
        assert_eq!(offered("K_anne s").0, 7);
        assert!(offered("K_anne s").1.contains(&"snow".to_owned()));
        assert!(!offered("K_anne ").1.contains(&"bert".to_owned()));
        assert!(offered("sc").1.contains(&"scenario".to_owned()));
        assert!(offered("w").1.contains(&"wet".to_owned()));
        assert!(offered("restore ").1.contains(&"initial".to_owned()));
    }
}
