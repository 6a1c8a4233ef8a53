//! What is to go wrong: refused requests, lost, doubled and reordered events.

use crate::error::ApiError;

/// Faults that are armed.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Every n-th request is answered with 429.
    pub limit_every: Option<u64>,
    /// Requests that are refused: the first that fits is taken.
    pub refusals: Vec<Refusal>,
    /// Requests that are done, but whose answer never comes: a part of the path, and how often.
    pub silences: Vec<(String, u32)>,
    /// Every event is sent twice.
    pub duplicate_events: bool,
    /// Every second event overtakes the one before it.
    pub reorder_events: bool,
    counted: u64,
}

/// A request to refuse.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Its method, or any.
    pub method: Option<&'static str>,
    /// A part of its path.
    pub path: String,
    /// The answer.
    pub error: ApiError,
    /// How often; used up at 0.
    pub times: u32,
}

impl Faults {
    /// Refuses the next `times` requests whose path contains that part.
    pub fn refuse(&mut self, path: &str, status: u16, code: u64, times: u32) {
        let error = ApiError::new(status, code, "injected");
        self.refusals.push(Refusal { method: None, path: path.to_owned(), error, times });
    }

    /// Does the next request whose path contains that part, and never answers it.
    pub fn silence(&mut self, path: &str) {
        self.silences.push((path.to_owned(), 1));
    }

    /// Whether this request, though done, is not answered.
    pub(crate) fn silenced(&mut self, path: &str) -> bool {
        let silence = self.silences.iter_mut().find(|(part, times)| *times > 0 && path.contains(part.as_str()));
        silence.map(|(_, times)| *times -= 1).is_some()
    }

    /// The fault that hits this request, if any.
    pub(crate) fn hits(&mut self, method: &str, path: &str) -> Option<ApiError> {
        self.counted += 1;
        if self.limit_every.is_some_and(|every| self.counted.is_multiple_of(every)) {
            return Some(ApiError::new(429, 0, "You are being rate limited."));
        }
        let fits = |refusal: &Refusal| {
            refusal.times > 0 && path.contains(&refusal.path) && refusal.method.is_none_or(|wanted| wanted == method)
        };
        let refusal = self.refusals.iter_mut().find(|refusal| fits(refusal))?;
        refusal.times -= 1;
        Some(refusal.error.clone())
    }
}
