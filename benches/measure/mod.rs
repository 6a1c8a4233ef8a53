//! A small harness for benchmarks: runs something often enough to be measured and prints the median.
//! Numbers are output, never assertions, so a loaded machine fails nothing.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many times a measurement is repeated.
const SAMPLES: usize = 15;
/// How long one of them should at least take.
const LONG_ENOUGH: Duration = Duration::from_millis(4);

/// Prints the median time of one run.
pub fn time<T>(name: &str, mut run: impl FnMut() -> T) {
    let each = median(&mut run);
    let (number, unit) = match each.as_secs_f64() {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    println!("{name:<52} {number:>9.2} {unit}");
}

/// Prints how many things a second a run comes to that counts some.
pub fn rate(name: &str, what: &str, mut run: impl FnMut() -> u64) {
    let count = run();
    let each = median(&mut run);
    let millions = count as f64 / each.as_secs_f64() / 1e6;
    println!("{name:<52} {millions:>9.2} million {what}/s");
}

fn median<T>(run: &mut impl FnMut() -> T) -> Duration {
    let mut times = 1u32;
    // Twice as often until the clock can see it.
    while sample(run, times) < LONG_ENOUGH && times < 1 << 24 {
        times *= 2;
    }
    let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| sample(run, times) / times).collect();
    samples.sort_unstable();
    samples[SAMPLES / 2]
}

fn sample<T>(run: &mut impl FnMut() -> T, times: u32) -> Duration {
    let began = Instant::now();
    for _ in 0..times {
        black_box(run());
    }
    began.elapsed()
}
