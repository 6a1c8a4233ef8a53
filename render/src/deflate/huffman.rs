//! Prefix codes of a DEFLATE block (RFC 1951, 3.2).

/// Collects bits, the lowest first.
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl BitWriter {
    /// Goes on behind these bytes.
    pub(super) fn new(bytes: Vec<u8>) -> BitWriter {
        BitWriter { bytes, held: 0, count: 0 }
    }

    /// Adds up to 32 bits.
    #[inline]
    pub(super) fn bits(&mut self, bits: u32, count: u32) {
        self.held |= u64::from(bits) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    /// The bytes, the last one filled with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.held.to_le_bytes()[..rest]);
        self.bytes
    }
}

/// A canonical prefix code: each symbol's bits (reversed, as they are written) and their number.
pub(super) struct Codes {
    lengths: Vec<u8>,
    codes: Vec<(u16, u8)>,
}

impl Codes {
    /// A code for symbols of these frequencies, none longer than `most` bits.
    pub(super) fn new(frequencies: &[u32], most: u8) -> Codes {
        let lengths = lengths(frequencies, most);
        // The first code of each length (RFC 1951, 3.2.2).
        let mut counts = [0u16; 16];
        lengths.iter().filter(|&&length| length > 0).for_each(|&length| counts[usize::from(length)] += 1);
        let mut next = [0u16; 16];
        let mut code = 0;
        for (first, count) in next.iter_mut().zip(counts).skip(1) {
            *first = code;
            code = (code + count) << 1;
        }
        let codes = lengths
            .iter()
            .map(|&length| {
                if length == 0 {
                    return (0, 0);
                }
                let code = next[usize::from(length)];
                next[usize::from(length)] += 1;
                (code.reverse_bits() >> (16 - length), length)
            })
            .collect();
        Codes { lengths, codes }
    }

    /// Writes one symbol and the extra bits behind it.
    #[inline]
    pub(super) fn write(&self, out: &mut BitWriter, coded: Coded) {
        let (code, length) = self.codes[coded.symbol()];
        out.bits(u32::from(code) | u32::from(coded.extra) << length, u32::from(length) + u32::from(coded.bits));
    }
}

/// A symbol with the extra bits that follow it, at most 13, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coded {
    symbol: u16,
    extra: u16,
    bits: u8,
}

impl Coded {
    /// A symbol with nothing behind it.
    pub(super) const fn plain(symbol: u16) -> Coded {
        Coded { symbol, extra: 0, bits: 0 }
    }

    /// Its place in a code.
    pub(super) fn symbol(self) -> usize {
        usize::from(self.symbol)
    }
}

/// What is written for a match's length, 3 to 258 (RFC 1951, 3.2.5).
pub(super) fn length_code(length: u16) -> Coded {
    static CODES: [Coded; 259] = {
        let mut codes = [Coded::plain(0); 259];
        let mut length = 3;
        while length <= 258 {
            codes[length as usize] = find_length_code(length);
            length += 1;
        }
        codes
    };
    CODES[usize::from(length)]
}

const fn find_length_code(length: u16) -> Coded {
    match length {
        258 => Coded::plain(285),
        0..=10 => Coded::plain(254 + length),
        _ => {
            let past = length - 3;
            let bits = past.ilog2() as u16 - 2;
            Coded { symbol: 257 + bits * 4 + (past >> bits), extra: past & ((1 << bits) - 1), bits: bits as u8 }
        }
    }
}

/// The same of a distance, 1 to 32768; 32768 does not occur here.
pub(super) fn distance_code(distance: u16) -> Coded {
    let past = distance - 1;
    if past < 4 {
        return Coded::plain(past);
    }
    let bits = past.ilog2() as u16 - 1;
    Coded { symbol: bits * 2 + (past >> bits), extra: past & ((1 << bits) - 1), bits: bits as u8 }
}

/// The order in which the lengths of the code for code lengths are written (RFC 1951, 3.2.7).
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Writes both codes in front of a block.
pub(super) fn write_codes(out: &mut BitWriter, literals: &Codes, distances: &Codes) {
    let used = |lengths: &[u8], least: usize| {
        lengths.iter().rposition(|&length| length > 0).map_or(least, |last| (last + 1).max(least))
    };
    let (literal_count, distance_count) = (used(&literals.lengths, 257), used(&distances.lengths, 1));
    let lengths: Vec<u8> = [&literals.lengths[..literal_count], &distances.lengths[..distance_count]].concat();
    let runs = runs(&lengths);
    let mut frequencies = [0u32; 19];
    runs.iter().for_each(|run| frequencies[run.symbol()] += 1);
    let code = Codes::new(&frequencies, 7);
    let order_count = ORDER.iter().rposition(|&symbol| code.lengths[symbol] > 0).map_or(4, |last| (last + 1).max(4));
    out.bits(literal_count as u32 - 257, 5);
    out.bits(distance_count as u32 - 1, 5);
    out.bits(order_count as u32 - 4, 4);
    for &symbol in &ORDER[..order_count] {
        out.bits(u32::from(code.lengths[symbol]), 3);
    }
    for run in runs {
        code.write(out, run);
    }
}

/// Code lengths with runs folded: 16 repeats the last one 3–6 times, 17 and 18 are 3–10 and 11–138 zeros.
fn runs(lengths: &[u8]) -> Vec<Coded> {
    let mut folded = Vec::new();
    let mut at = 0;
    while at < lengths.len() {
        let length = lengths[at];
        let run = lengths[at..].iter().take_while(|&&other| other == length).count();
        if length == 0 && run >= 3 {
            let run = run.min(138);
            let (symbol, least, bits) = if run <= 10 { (17, 3, 3) } else { (18, 11, 7) };
            folded.push(Coded { symbol, extra: (run - least) as u16, bits });
            at += run;
        } else if run >= 4 {
            let run = run.min(7);
            folded.push(Coded::plain(u16::from(length)));
            folded.push(Coded { symbol: 16, extra: run as u16 - 4, bits: 2 });
            at += run;
        } else {
            folded.push(Coded::plain(u16::from(length)));
            at += 1;
        }
    }
    folded
}

/// Huffman's code lengths. Where one is too long the frequencies are flattened and it is tried again, which
/// costs next to nothing in size and cannot fail: equal frequencies give a balanced code.
fn lengths(frequencies: &[u32], most: u8) -> Vec<u8> {
    let mut frequencies = frequencies.to_vec();
    loop {
        let lengths = huffman(&frequencies);
        if lengths.iter().all(|&length| length <= most) {
            return lengths;
        }
        frequencies
            .iter_mut()
            .filter(|frequency| **frequency > 0)
            .for_each(|frequency| *frequency = *frequency / 2 + 1);
    }
}

fn huffman(frequencies: &[u32]) -> Vec<u8> {
    let mut lengths = vec![0u8; frequencies.len()];
    let mut leaves: Vec<(u32, usize)> =
        frequencies.iter().enumerate().filter(|&(_, &f)| f > 0).map(|(symbol, &f)| (f, symbol)).collect();
    leaves.sort_unstable();
    if let [(_, only)] = leaves[..] {
        lengths[only] = 1;
    }
    if leaves.len() < 2 {
        return lengths;
    }
    // Two queues: leaves by frequency, and joined nodes, which come out in order by themselves.
    let mut weights: Vec<u32> = leaves.iter().map(|&(f, _)| f).collect();
    let mut parents = vec![0usize; leaves.len()];
    let (mut leaf, mut node) = (0, leaves.len());
    for _ in 1..leaves.len() {
        let mut lightest = || {
            let joined = weights.get(node).copied();
            let take_leaf = leaf < leaves.len() && joined.is_none_or(|weight| weights[leaf] <= weight);
            let place = if take_leaf { &mut leaf } else { &mut node };
            *place += 1;
            *place - 1
        };
        let (one, other) = (lightest(), lightest());
        let parent = weights.len();
        weights.push(weights[one] + weights[other]);
        parents.push(0);
        (parents[one], parents[other]) = (parent, parent);
    }
    let mut depths = vec![0u8; weights.len()];
    for place in (0..weights.len() - 1).rev() {
        depths[place] = depths[parents[place]] + 1;
    }
    for (&(_, symbol), &depth) in leaves.iter().zip(&depths) {
        lengths[symbol] = depth;
    }
    lengths
}
