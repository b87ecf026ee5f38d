//! Heads that speak of a role which nothing binds: they are about every role, as in `(<= (goal ?r 50) (true drawn))`. That
//! is so too where only a relation speaks of the role that must be asked with it known, as with `(<= (goal ?r 0) (loses
//! ?r))` where `(<= (loses ?r) (not (wins ?r)))`.

use super::modes::unbound_variables;
use super::program::{Atom, Condition, Literal, Pattern, Predicate, Program};
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, SourceId};
use hexa_logic::Stopped;

/// Adds the condition that such a role is a role; what is told of it.
pub(crate) fn bind_roles(
    program: &mut Program,
    required: &[u64],
    source: SourceId,
    work: &Work<'_>,
) -> Result<Vec<Diagnostic>, Stopped> {
    let mut warnings = Vec::new();
    for rule in &mut program.rules {
        work.step(1)?;
        let (Predicate::LEGAL | Predicate::GOAL | Predicate::SEES, [Pattern::Variable(role), ..]) =
            (rule.head.predicate, &*rule.head.arguments)
        else {
            continue;
        };
        work.step(1 + rule.body.len() as u64)?;
        if !unbound_variables(rule, required).contains(role) {
            continue;
        }
        let name = &rule.variables[*role as usize];
        let message = format!("nothing says which role `{name}` is: it is read as every role");
        let warning = Diagnostic::new(Code::Unsafe, source, rule.at, message);
        warnings.push(warning.help(format!("`(role {name})` as a condition says the same")));
        let arguments = [Pattern::Variable(*role)].into();
        let condition = Condition::Holds(Atom { predicate: Predicate::ROLE, arguments });
        rule.body.insert(0, Literal { condition, at: rule.at });
    }
    Ok(warnings)
}
