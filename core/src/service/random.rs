//! Randomness as an argument: a seed from the caller, and what is drawn from it.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// One request's source of randomness: seeded by the operating system in production, fixed in tests.
#[derive(Clone)]
pub struct Randomness(ChaCha20Rng);

impl Randomness {
    /// Randomness from 32 random bytes.
    pub fn seeded(seed: [u8; 32]) -> Randomness {
        Randomness(ChaCha20Rng::from_seed(seed))
    }

    /// The same draws each time, for tests and demonstrations.
    pub fn fixed(seed: u64) -> Randomness {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(seed.to_le_bytes()).for_each(|(to, from)| *to = from);
        Randomness::seeded(bytes)
    }

    /// The next 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// Reveals nothing of the seed: secrets are drawn from it.
impl std::fmt::Debug for Randomness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Randomness(…)")
    }
}
