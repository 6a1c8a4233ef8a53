//! Chance, as an argument: a seed from the caller, and what is drawn from it.

use sha2::{Digest, Sha256};

/// 32 random bytes for one request; from the operating system in earnest, fixed in tests.
#[derive(Clone, Copy)]
pub struct Randomness(pub [u8; 32]);

impl Randomness {
    /// A seed for tests and demonstrations.
    pub fn fixed(seed: u64) -> Randomness {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(seed.to_le_bytes()).for_each(|(to, from)| *to = from);
        Randomness(bytes)
    }

    /// The next 64 bits.
    pub fn draw(&mut self) -> u64 {
        let hash = Sha256::digest(self.0);
        self.0.copy_from_slice(&hash);
        let mut bytes = [0; 8];
        // The state is hashed once more for the output, so that what is shown doesn't give the state away.
        bytes.iter_mut().zip(Sha256::digest(Sha256::digest(self.0))).for_each(|(to, from)| *to = from);
        u64::from_le_bytes(bytes)
    }
}

impl std::fmt::Debug for Randomness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Randomness(…)")
    }
}
