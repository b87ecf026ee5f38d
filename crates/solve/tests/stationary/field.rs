//! Numbers that are polynomials in a zero of another polynomial.

use hexa_games::exact::RBig;
use hexa_solve::stationary::certificate::{Element, Root};
use hexa_solve::stationary::univariate::{Enclosure, Univariate};

/// The square root of 2, as a zero of (x x - 2)(2 x + 3) between 1 and 2. Its square is a zero of (x - 2)(4 x - 9), of which
/// both zeros lie between 1 and 4.
#[test]
fn a_number_is_told_from_the_other_zeros_of_its_polynomial() {
    let line = |of: &[i32]| Univariate::new(of.iter().map(|&of| of.into()).collect());
    let polynomial = line(&[-2, 0, 1]).times(&line(&[3, 2]));
    let enclosure = Enclosure { low: RBig::ONE, high: RBig::from(2) };
    let root = Root { polynomial, enclosure };
    let square = Element::new(vec![RBig::ZERO, RBig::ZERO, RBig::ONE]);
    let found = root.own_root(&square);
    assert_eq!(found.polynomial, line(&[-2, 1]).times(&line(&[-9, 4])));
    let Enclosure { low, high } = &found.enclosure;
    assert!(*low <= RBig::from(2) && RBig::from(2) <= *high, "{low} {high}");
    assert_eq!(found.polynomial.isolate(low, high).len(), 1);
    // Exact arithmetic: the square of the square is 4, up to what is 0 there.
    let inverse = root.invert(&square).expect("it is not 0 for any zero");
    assert_eq!(root.times(&inverse, &square), Element::number(RBig::ONE));
}
