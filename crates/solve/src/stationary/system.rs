//! What a search goes through: some of the probabilities, and for each of them a condition. A solution is a point at which,
//! for each variable, the condition is 0, or is not negative and the variable is 1, or is not positive and the variable
//! is 0. Conditions that have no variable in common can be searched apart.

use crate::stationary::certificate::Condition;
use crate::stationary::conditions::Conditions;
use crate::stationary::polynomial::Polynomial;
use crate::stationary::sign::Sign;
use dashu_int::IBig;

/// Some of the variables, with their conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    /// The places of the variables in the game, in order.
    pub variables: Vec<usize>,
    /// The factors that have no sign, in these variables.
    pub factors: Vec<Polynomial>,
    /// For each variable its condition.
    pub conditions: Vec<SystemCondition>,
}

/// A condition without the factors that have a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemCondition {
    /// The sign of what was left out.
    pub sign: Sign,
    /// The places of the factors.
    pub factors: Vec<usize>,
    /// The product of the sign and the factors.
    pub whole: Polynomial,
}

/// The systems into which conditions fall.
pub fn systems(conditions: &Conditions) -> Vec<System> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for condition in &conditions.all {
        let mut own = vec![condition.variable];
        let open = conditions.open_factors(condition);
        own.extend(open.iter().flat_map(|&at| conditions.factors[at].polynomial.occurring()));
        let touches = |group: &Vec<usize>| group.iter().any(|variable| own.contains(variable));
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        groups = apart;
        let mut all: Vec<usize> = joined.into_iter().flatten().chain(own).collect();
        all.sort_unstable();
        all.dedup();
        groups.push(all);
    }
    groups.sort();
    groups.into_iter().map(|variables| system(conditions, variables)).collect()
}

fn system(conditions: &Conditions, variables: Vec<usize>) -> System {
    let own = |condition: &&Condition| variables.contains(&condition.variable);
    let all: Vec<&Condition> = conditions.all.iter().filter(own).collect();
    let mut places: Vec<usize> =
        all.iter().flat_map(|condition| conditions.open_factors(condition)).collect();
    places.sort_unstable();
    places.dedup();
    let names = local_names(conditions, &variables);
    let local = |&at: &usize| conditions.factors[at].polynomial.rename(variables.len(), &names);
    let factors: Vec<Polynomial> = places.iter().map(local).collect();
    let of = |condition: &&Condition| {
        let open = conditions.open_factors(condition);
        let place = |at: &usize| places.iter().position(|known| known == at);
        let own: Vec<usize> = open.iter().filter_map(place).collect();
        let sign = conditions.sign(condition);
        let product = own
            .iter()
            .fold(number_of(sign, variables.len()), |product, &at| &product * &factors[at]);
        SystemCondition { sign, factors: own, whole: product }
    };
    let conditions = all.iter().map(of).collect();
    System { variables, factors, conditions }
}

/// What each variable of the game is called in a system; those that do not occur are called like the first.
fn local_names(conditions: &Conditions, variables: &[usize]) -> Vec<usize> {
    let place = |at: usize| variables.iter().position(|&variable| variable == at).unwrap_or(0);
    (0..conditions.all.len()).map(place).collect()
}

/// 1, 0 or -1.
pub fn number_of(sign: Sign, variables: usize) -> Polynomial {
    match sign {
        Sign::Negative => Polynomial::constant(variables, IBig::NEG_ONE),
        Sign::Zero => Polynomial::zero(variables),
        Sign::Positive => Polynomial::one(variables),
    }
}
