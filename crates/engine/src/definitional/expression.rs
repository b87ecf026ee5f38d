//! Action expressions as trees of their own (thesis sec. 7.2.2): equal trees are the same alternative.

use hexa_logic::{Formula, Group};
use std::rc::Rc;

/// An action expression. A variable is bound so many fixed points further out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Expression {
    Test(Formula),
    Suspected(Group, Rc<Expression>),
    Together(Vec<Rc<Expression>>),
    Sequence(Vec<Rc<Expression>>),
    Fixed(Rc<Expression>),
    Variable(u32),
}
