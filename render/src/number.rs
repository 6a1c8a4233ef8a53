//! Numbers as SVG likes them: short, exact, the same on every machine.

use std::fmt;

/// Hundredths. Prints as `3`, `-.5` or `12.25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub i32);

impl Number {
    /// The nearest hundredth.
    pub(crate) fn of(value: f32) -> Number {
        Number((value * 100.0).round() as i32)
    }

    /// Adds it to a text. Outlines have thousands of numbers; this takes a fraction of `write!`'s time.
    pub(crate) fn push(self, text: &mut String) {
        // The longest is `-21474836.48`.
        let mut digits = [0u8; 12];
        let mut start = digits.len();
        let mut put = |byte: u8| {
            start -= 1;
            digits[start] = byte;
        };
        let (mut whole, hundredths) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let bare = hundredths == 0;
        if !bare {
            if hundredths % 10 != 0 {
                put(b'0' + (hundredths % 10) as u8);
            }
            put(b'0' + (hundredths / 10) as u8);
            put(b'.');
        }
        while whole > 0 {
            put(b'0' + (whole % 10) as u8);
            whole /= 10;
        }
        if self.0 == 0 {
            put(b'0');
        }
        if self.0 < 0 {
            put(b'-');
        }
        // Digits, a point and a sign: always text.
        text.push_str(str::from_utf8(&digits[start..]).unwrap_or_default());
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(12);
        self.push(&mut text);
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn short_and_exact() {
        for (hundredths, text) in [
            (0, "0"),
            (100, "1"),
            (-300, "-3"),
            (50, ".5"),
            (-5, "-.05"),
            (1225, "12.25"),
            (1200, "12"),
            (10_010, "100.1"),
            (i32::MAX, "21474836.47"),
            (i32::MIN, "-21474836.48"),
        ] {
            assert_eq!(Number(hundredths).to_string(), text);
        }
    }
}
