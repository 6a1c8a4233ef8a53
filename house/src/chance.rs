//! From a judgement's points to a chance of winning, and logarithms: by the four basic operations alone, whose
//! results are the same on every machine, unlike those of a system's `exp` and `ln`.

use std::sync::OnceLock;

/// A chance of winning, 0 to 1.
pub type Chance = f32;

/// Points are thousandths of a logit: so many stand for a chance that is as good as certain.
const MOST: i32 = 8000;
/// Points per entry of the table.
const GRAIN: i32 = 4;

/// The chance that a judgement of so many points stands for; 0 points is one half.
pub fn of_points(points: i32) -> Chance {
    static TABLE: OnceLock<Vec<Chance>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let entry = |i: i32| (1.0 / (1.0 + exp(-f64::from(i * GRAIN - MOST) / 1000.0))) as Chance;
        (0..=2 * MOST / GRAIN).map(entry).collect()
    });
    let at = (points.clamp(-MOST, MOST) + MOST) / GRAIN;
    table.get(at as usize).copied().unwrap_or(0.5)
}

/// e to the power of x, for moderate x.
pub fn exp(x: f64) -> f64 {
    // Small enough for a short series, then squared back up.
    let small = x / 1024.0;
    let mut sum = 1.0;
    let mut term = 1.0;
    for n in 1..10 {
        term = term * small / f64::from(n);
        sum += term;
    }
    (0..10).fold(sum, |power, _| power * power)
}

/// The natural logarithm of a number of visits.
pub fn ln(n: u32) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    // n = 2^k · m with m in [1, 2), and ln m = 2 artanh((m - 1) / (m + 1)).
    let n = n.max(1);
    let k = 31 - n.leading_zeros();
    let m = f64::from(n) / f64::from(1u32 << k);
    let z = (m - 1.0) / (m + 1.0);
    let square = z * z;
    let mut sum = 0.0;
    let mut power = z;
    for odd in [1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0] {
        sum += power / odd;
        power *= square;
    }
    2.0 * sum + f64::from(k) * LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_from_nothing_to_certainty() {
        assert_eq!(of_points(0), 0.5);
        assert!(of_points(-100_000) < 0.001 && of_points(100_000) > 0.999);
        assert!((of_points(1000) - 0.731_058_6).abs() < 1e-4);
        assert!((-8000..8000).all(|points| of_points(points) <= of_points(points + 1)));
    }

    #[test]
    fn series_are_close_to_the_real_thing() {
        for n in [1, 2, 3, 7, 100, 12345, u32::MAX] {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-6, "{n}");
        }
        for x in [-8.0, -1.0, 0.0, 0.5, 8.0f64] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-9, "{x}");
        }
    }
}
