//! Positions from distances: spectral starts, then stress majorisation (every
//! world moves to where its distances to the others agree best with the graph's).

/// A point of a space of `D` dimensions.
pub type Spot<const D: usize> = [f64; D];

/// Moves points towards the wanted distances. All move at once and half-way, so
/// that a symmetric start stays symmetric.
pub fn majorise<const D: usize>(points: &mut Vec<Spot<D>>, wanted: &[Vec<f64>], rounds: usize) {
    for _ in 0..rounds {
        let moved: Vec<Spot<D>> = (0..points.len()).map(|i| pull(points, wanted, i)).collect();
        *points = moved;
    }
}

fn pull<const D: usize>(points: &[Spot<D>], wanted: &[Vec<f64>], i: usize) -> Spot<D> {
    let mut sum = [0.0; D];
    let mut total = 0.0;
    for j in (0..points.len()).filter(|&j| j != i) {
        let ideal = wanted[i][j].max(1e-6);
        let weight = 1.0 / (ideal * ideal);
        let apart: Spot<D> = std::array::from_fn(|k| points[i][k] - points[j][k]);
        let length = apart.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-9);
        for k in 0..D {
            sum[k] += weight * (points[j][k] + ideal * apart[k] / length);
        }
        total += weight;
    }
    if total == 0.0 {
        return points[i];
    }
    std::array::from_fn(|k| 0.5 * points[i][k] + 0.5 * sum[k] / total)
}

/// How badly points miss the wanted distances, relative to those distances.
pub fn stress<const D: usize>(points: &[Spot<D>], wanted: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..points.len() {
        for j in 0..i {
            let square: f64 = (0..D).map(|k| (points[i][k] - points[j][k]).powi(2)).sum();
            sum += (square.sqrt() / wanted[i][j].max(1e-6) - 1.0).powi(2);
        }
    }
    sum
}

/// The eigenvectors of a graph's Laplacian, smoothest first, the constant one left out.
pub fn harmonics(around: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let n = around.len();
    let mut matrix = vec![vec![0.0; n]; n];
    for (u, list) in around.iter().enumerate() {
        for &v in list {
            matrix[u][u] += 1.0;
            matrix[u][v] -= 1.0;
        }
    }
    let vectors = diagonalise(&mut matrix);
    let mut order: Vec<usize> = (0..n).collect();
    let value = |i: usize| (matrix[i][i] * 1e6).round();
    order.sort_by(|&a, &b| value(a).total_cmp(&value(b)).then(a.cmp(&b)));
    let column = |i: usize| (0..n).map(|row| vectors[row][i]).collect();
    order.into_iter().skip(1).map(column).collect()
}

/// Jacobi's method: rotates a symmetric matrix to diagonal form and returns the
/// eigenvectors as columns. Small matrices only.
fn diagonalise(matrix: &mut [Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for _sweep in 0..20 {
        let mut largest = 0.0_f64;
        for p in 0..n {
            for q in p + 1..n {
                largest = largest.max(matrix[p][q].abs());
                rotate(matrix, &mut vectors, p, q);
            }
        }
        if largest < 1e-10 {
            break;
        }
    }
    vectors
}

fn rotate(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if matrix[p][q].abs() < 1e-12 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tan = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cos = 1.0 / (tan * tan + 1.0).sqrt();
    let sin = tan * cos;
    for row in matrix.iter_mut().chain(vectors.iter_mut()) {
        let (a, b) = (row[p], row[q]);
        row[p] = cos * a - sin * b;
        row[q] = sin * a + cos * b;
    }
    let (above, below) = matrix.split_at_mut(q);
    for (a, b) in above[p].iter_mut().zip(below[0].iter_mut()) {
        (*a, *b) = (cos * *a - sin * *b, sin * *a + cos * *b);
    }
}

/// A small generator with a fixed seed, for starts that are irregular yet the same
/// in every run.
pub struct Scatter(u64);

impl Scatter {
    pub fn of_seed(seed: u64) -> Scatter {
        Scatter(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from -1 to 1.
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
