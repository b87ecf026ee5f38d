//! Points in the plane and in space, and the few tests on them that layouts need.

use std::ops::{Add, Mul, Sub};

/// A point or vector of the plane; y grows downwards, as on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// Shorthand constructor.
pub fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        at(self.x * factor, self.y * factor)
    }
}

impl Point {
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub fn distance(self, other: Point) -> f64 {
        (self - other).length()
    }

    /// The vector scaled to length one; a null vector points right.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { at(1.0, 0.0) } else { self * (1.0 / length) }
    }

    /// The vector turned by a quarter.
    pub fn normal(self) -> Point {
        at(-self.y, self.x)
    }

    pub fn rotate(self, angle: f64) -> Point {
        let (sin, cos) = angle.sin_cos();
        at(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }
}

/// The point on a segment between two points, at a fraction of the way.
pub fn between(a: Point, b: Point, fraction: f64) -> Point {
    a + (b - a) * fraction
}

/// How far a point is from a segment.
pub fn distance_to_segment(point: Point, a: Point, b: Point) -> f64 {
    let along = b - a;
    let square = along.x * along.x + along.y * along.y;
    if square < 1e-12 {
        return point.distance(a);
    }
    let from = point - a;
    let fraction = ((from.x * along.x + from.y * along.y) / square).clamp(0.0, 1.0);
    point.distance(between(a, b, fraction))
}

fn side(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Whether two segments cross in their interiors.
pub fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Half the width and half the height of a box around a centre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Half {
    pub w: f64,
    pub h: f64,
}

impl Half {
    pub fn grow(self, margin: f64) -> Half {
        Half { w: self.w + margin, h: self.h + margin }
    }

    pub fn contains(self, centre: Point, point: Point) -> bool {
        (point.x - centre.x).abs() <= self.w && (point.y - centre.y).abs() <= self.h
    }

    /// Whether a segment touches the box around `centre`.
    pub fn meets(self, centre: Point, a: Point, b: Point) -> bool {
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        let slabs = [(a.x - centre.x, b.x - a.x, self.w), (a.y - centre.y, b.y - a.y, self.h)];
        for (start, step, half) in slabs {
            if step.abs() < 1e-9 {
                if start.abs() > half {
                    return false;
                }
                continue;
            }
            let (t, u) = ((-half - start) / step, (half - start) / step);
            low = low.max(t.min(u));
            high = high.min(t.max(u));
        }
        low <= high
    }
}

/// A point or vector in space.
pub type Solid = [f64; 3];

pub fn dot(a: Solid, b: Solid) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross3(a: Solid, b: Solid) -> Solid {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn minus(a: Solid, b: Solid) -> Solid {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn unit3(a: Solid) -> Solid {
    let length = dot(a, a).sqrt();
    if length < 1e-12 { [1.0, 0.0, 0.0] } else { a.map(|x| x / length) }
}
