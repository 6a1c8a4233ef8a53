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
/// The last match's distance, the byte before, and the strides.
const PLACES: usize = 6;
/// How many tokens share one pair of codes.
const BLOCK: usize = 1 << 12;

/// A zlib stream of the bytes. `strides` are distances at which repeats are likely.
pub(crate) fn zlib(bytes: &[u8], strides: [usize; PLACES - 2]) -> Vec<u8> {
    let mut out = BitWriter::new(Vec::with_capacity(48 * 1024));
    out.bits(0x0178, 16);
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
    /// Distances to try, the likeliest first; the very first is that of the last match, likely to do again.
    places: [usize; PLACES],
    at: usize,
    /// Where four bytes with that hash were seen last, plus one.
    seen: Vec<u32>,
    /// The best match at `at`, if it was looked for already.
    ahead: Option<(usize, usize)>,
}

impl<'a> Finder<'a> {
    fn new(bytes: &'a [u8], strides: [usize; PLACES - 2]) -> Finder<'a> {
        // An invalid stride is replaced by the byte before, which is tried anyway.
        let [a, b, c, d] = strides.map(|stride| if (1..=WINDOW).contains(&stride) { stride } else { 1 });
        Finder { bytes, places: [1, 1, a, b, c, d], at: 0, seen: vec![0; 1 << 14], ahead: None }
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
            self.places[0] = distance;
            return Some(Token { distance: distance as u16, value: length as u16 });
        }
        self.at += 1;
        Some(Token { distance: 0, value: u16::from(byte) })
    }

    /// The longest match that begins here, of equal ones the first that is tried.
    fn best(&mut self, at: usize) -> (usize, usize) {
        let mut best = (SHORTEST - 1, 0);
        let Some(four) = self.four(at) else { return best };
        let remembered = self.remember(four, at);
        let [a, b, c, d, e, f] = self.places;
        for distance in [a, b, c, d, e, f, remembered.unwrap_or(1)] {
            let Some(earlier) = at.checked_sub(distance) else { continue };
            // A longer match has one more byte in common; most candidates don't even have four.
            if self.four(earlier) != Some(four) || self.bytes.get(earlier + best.0) != self.bytes.get(at + best.0) {
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

    #[inline(always)]
    fn four(&self, at: usize) -> Option<u32> {
        self.bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)
    }

    /// The distance to where these bytes were last seen; from now on that is here.
    fn remember(&mut self, four: u32, at: usize) -> Option<usize> {
        let place = self.seen.get_mut((four.wrapping_mul(0x9e37_79b1) >> 18) as usize)?;
        let before = std::mem::replace(place, at as u32 + 1) as usize;
        let distance = (at + 1).checked_sub(before).filter(|_| before > 0)?;
        (distance <= WINDOW).then_some(distance)
    }
}

/// How many bytes two places have in common.
fn common(bytes: &[u8], earlier: usize, later: usize) -> usize {
    let most = LONGEST.min(bytes.len() - later);
    let (a, b) = (&bytes[earlier..earlier + most], &bytes[later..later + most]);
    let mut length = 0;
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differing != 0 {
            return length + (differing.trailing_zeros() / 8) as usize;
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
            literals[huffman::length_code(token.value).symbol()] += 1;
            distances[huffman::distance_code(token.distance).symbol()] += 1;
        }
    }
    let (literals, distances) = (Codes::new(&literals, 15), Codes::new(&distances, 15));
    out.bits(u32::from(last), 1);
    out.bits(2, 2);
    huffman::write_codes(out, &literals, &distances);
    for token in tokens {
        if token.distance == 0 {
            literals.write(out, huffman::Coded::plain(token.value));
        } else {
            literals.write(out, huffman::length_code(token.value));
            distances.write(out, huffman::distance_code(token.distance));
        }
    }
    literals.write(out, huffman::Coded::plain(256));
}
