//! Whether a text has a date in it, in whatever script and calendar.

/// Whether a text has a time of day or a year in it.
pub(super) fn is_dated(text: &str) -> bool {
    let text = ascii_digits(text);
    has_time(&text) || has_year(&text)
}

/// Whether a text contains a time of day such as `18:00`, `18.00` or `18h00`.
pub(super) fn has_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .windows(4)
        .any(|w| w[0].is_ascii_digit() && b":.h".contains(&w[1]) && w[2].is_ascii_digit() && w[3].is_ascii_digit())
}

/// Whether a text contains a year of our time, also as Thailand and Iran count them.
pub(super) fn has_year(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
    numbers
        .filter_map(|number| number.parse::<u16>().ok())
        .any(|year| matches!(year, 1390..=1449 | 1990..=2099 | 2540..=2640))
}

/// The digits of other scripts as ASCII ones.
pub(super) fn ascii_digits(text: &str) -> String {
    const ZEROS: [u32; 6] = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
    let ascii = |c: char| {
        let value = ZEROS.iter().find_map(|zero| u32::from(c).checked_sub(*zero).filter(|value| *value < 10));
        value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
    };
    text.chars().map(ascii).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_all_calendars_and_scripts() {
        for date in ["1. Juni 2026", "١‏/٦‏/٢٠٢٦", "1 มิ.ย. 2569", "18h00", "１８：００ 18:00", "۱۴۰۵/۳/۱۱", "18.00"]
        {
            assert!(is_dated(date), "{date}");
        }
        for text in ["d1-d7/g7", "37 c3-c4", "game 41", "12345 Berlin", "e10-e7"] {
            assert!(!is_dated(text), "{text}");
        }
    }
}
