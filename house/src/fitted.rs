//! Judgements that were fitted: terms of a position times weights, which depend on how far the game has gone.

/// Weights of so many terms for every stage of a game.
pub struct Table<const TERMS: usize> {
    /// For each step of the game, the weights, in parts of a point.
    by_step: Vec<[i32; TERMS]>,
}

/// Weights are in so many parts of a point.
pub const PARTS: i32 = 256;

/// What share the stages next to a step have in it: stages lie `length` steps apart and go over into each other.
pub fn shares(step: usize, stages: usize, length: usize) -> [(usize, f64); 2] {
    let (stage, past) = (step / length, (step % length) as f64 / length as f64);
    [(stage.min(stages - 1), 1.0 - past), ((stage + 1).min(stages - 1), past)]
}

impl<const TERMS: usize> Table<TERMS> {
    /// Reads weights as `fit` writes them: a line for each stage, the weights of its terms in their order. What is
    /// missing is 0.
    pub fn read(text: &str, stages: usize, length: usize) -> Table<TERMS> {
        let mut rows = vec![[0; TERMS]; stages];
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        for (row, line) in rows.iter_mut().zip(lines) {
            for (weight, word) in row.iter_mut().zip(line.split_whitespace()) {
                *weight = word.parse().unwrap_or(0);
            }
        }
        Table::of(&rows, length)
    }

    /// These weights, a row for each stage.
    pub fn of(rows: &[[i32; TERMS]], length: usize) -> Table<TERMS> {
        let blend = |step: usize| {
            let [(now, _), (then, _)] = shares(step, rows.len(), length);
            let past = (step % length) as i32;
            std::array::from_fn(|term| {
                (rows[now][term] * (length as i32 - past) + rows[then][term] * past) / length as i32
            })
        };
        Table { by_step: (0..=rows.len() * length).map(blend).collect() }
    }

    /// The points of a position with these terms.
    pub fn points(&self, terms: &[i32; TERMS], step: usize) -> i32 {
        let weights = &self.by_step[step.min(self.by_step.len() - 1)];
        terms.iter().zip(weights).map(|(term, weight)| term * weight).sum::<i32>() / PARTS
    }
}
