//! Compression for palette pictures of boards, in the zlib format (RFC 1950, RFC 1951).
//!
//! General encoders look for repeats everywhere. Here nearly every repeat is where one expects it: the same
//! pixel again, the row above, or a like square beside. So only those few places are tried, and one place
//! that a small hash table remembers. That is several times faster than zlib and no larger.

mod huffman;

use huffman::{BitWriter, Codes};

/// The farthest back a match may reach (RFC 1951, 2).
const WINDOW: usize = 32_768;
const LONGEST: usize = 258;
/// Shorter matches cost as much as the bytes themselves.
const SHORTEST: usize = 4;
/// Matches this long are taken without a look at the next byte.
const PATIENT: usize = 32;
/// So many tokens share one pair of codes.
const BLOCK: usize = 1 << 12;

/// A zlib stream of the bytes. `strides` are distances at which repeats are likely.
pub fn zlib(bytes: &[u8], strides: &[usize]) -> Vec<u8> {
    let mut out = BitWriter::new(vec![0x78, 0x01]);
    let mut tokens = Vec::with_capacity(BLOCK);
    let mut finder = Finder::new(bytes, strides);
    while let Some(token) = finder.next() {
        tokens.push(token);
        if tokens.len() == BLOCK {
            block(&mut out, &tokens, false);
            tokens.clear();
        }
    }
    block(&mut out, &tokens, true);
    let mut stream = out.finish();
    stream.extend_from_slice(&simd_adler32::adler32(&bytes).to_be_bytes());
    stream
}

/// A literal byte, or a match of some length at some distance back.
#[derive(Clone, Copy)]
struct Token {
    /// 0 for a literal.
    distance: u16,
    /// The byte, or the match's length.
    value: u16,
}

struct Finder<'a> {
    bytes: &'a [u8],
    strides: Vec<usize>,
    at: usize,
    /// Where four bytes with that hash were seen last, plus one.
    seen: Vec<u32>,
    /// The distance of the last match, likely to do again.
    last: usize,
    /// The best match at `at`, if it was looked for already.
    ahead: Option<(usize, usize)>,
}

impl<'a> Finder<'a> {
    fn new(bytes: &'a [u8], strides: &[usize]) -> Finder<'a> {
        let strides = strides.iter().copied().filter(|&stride| (1..=WINDOW).contains(&stride)).collect();
        Finder { bytes, strides, at: 0, seen: vec![0; 1 << 14], last: 1, ahead: None }
    }

    fn next(&mut self) -> Option<Token> {
        let &byte = self.bytes.get(self.at)?;
        let (length, distance) = match self.ahead.take() {
            Some(found) => found,
            None => self.best(self.at),
        };
        if length >= SHORTEST {
            // A longer match one byte on is worth a literal.
            if length < PATIENT {
                let next = self.best(self.at + 1);
                if next.0 > length {
                    self.ahead = Some(next);
                    self.at += 1;
                    return Some(Token { distance: 0, value: u16::from(byte) });
                }
            }
            self.at += length;
            self.note_end();
            self.last = distance;
            return Some(Token { distance: distance as u16, value: length as u16 });
        }
        self.at += 1;
        Some(Token { distance: 0, value: u16::from(byte) })
    }

    /// The longest match that begins here.
    fn best(&mut self, at: usize) -> (usize, usize) {
        let mut best = (SHORTEST - 1, 0);
        let Some(four) = self.four(at) else { return best };
        let remembered = self.remember(four, at);
        let places = [self.last, 1].into_iter().chain(self.strides.iter().copied()).chain(remembered);
        for distance in places {
            let Some(earlier) = at.checked_sub(distance) else { continue };
            if self.four(earlier) != Some(four) {
                continue;
            }
            let length = common(self.bytes, earlier, at);
            if length > best.0 {
                best = (length, distance);
                if length == LONGEST {
                    break;
                }
            }
        }
        best
    }

    /// Remembers the end of a match: something new comes there, and likely comes again.
    fn note_end(&mut self) {
        for place in self.at.saturating_sub(5)..self.at {
            if let Some(four) = self.four(place) {
                self.remember(four, place);
            }
        }
    }

    fn four(&self, at: usize) -> Option<u32> {
        self.bytes.get(at..at + 4)?.try_into().map(u32::from_le_bytes).ok()
    }

    /// Where these bytes were last, as a distance; here is where they are next time.
    fn remember(&mut self, four: u32, at: usize) -> Option<usize> {
        let place = self.seen.get_mut((four.wrapping_mul(0x9e37_79b1) >> 18) as usize)?;
        let before = std::mem::replace(place, at as u32 + 1) as usize;
        let distance = (at + 1).checked_sub(before).filter(|_| before > 0)?;
        (distance <= WINDOW).then_some(distance)
    }
}

/// How many bytes are the same from two places on.
fn common(bytes: &[u8], earlier: usize, later: usize) -> usize {
    let most = LONGEST.min(bytes.len() - later);
    let (a, b) = (&bytes[earlier..earlier + most], &bytes[later..later + most]);
    let mut length = 0;
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        let (a, b) = (
            u64::from_le_bytes(a.try_into().unwrap_or_default()),
            u64::from_le_bytes(b.try_into().unwrap_or_default()),
        );
        if a != b {
            return length + ((a ^ b).trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length + a[length..].iter().zip(&b[length..]).take_while(|(a, b)| a == b).count()
}

fn block(out: &mut BitWriter, tokens: &[Token], last: bool) {
    let mut literals = [0u32; 286];
    let mut distances = [0u32; 30];
    literals[256] = 1;
    for token in tokens {
        if token.distance == 0 {
            literals[usize::from(token.value)] += 1;
        } else {
            literals[huffman::length_code(token.value).0] += 1;
            distances[huffman::distance_code(token.distance).0] += 1;
        }
    }
    let (literals, distances) = (Codes::new(&literals, 15), Codes::new(&distances, 15));
    out.bits(u32::from(last), 1);
    out.bits(2, 2);
    huffman::write_codes(out, &literals, &distances);
    for token in tokens {
        if token.distance == 0 {
            literals.write(out, usize::from(token.value));
        } else {
            let (code, extra, bits) = huffman::length_code(token.value);
            literals.write(out, code);
            out.bits(extra, bits);
            let (code, extra, bits) = huffman::distance_code(token.distance);
            distances.write(out, code);
            out.bits(extra, bits);
        }
    }
    literals.write(out, 256);
}
