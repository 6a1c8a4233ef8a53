//! The settings explained.

/// How each setting is typed, by its name.
pub(crate) const FORMS: &[(&str, &str)] = &[
    ("notices", "Type `notices at-once`, `digest 8:00` or `notices reminders`."),
    ("digest", "Type `digest 8:00`, or `digest off`."),
    ("reminders", "Type `reminders 24h 6h`, or `reminders off`."),
    ("receipts", "Type `receipts on` or `receipts off`."),
    ("public", "Type `public on` or `public off`."),
    ("theme", "Type `theme classic`, `theme dark`, `theme contrast` or `theme paper`."),
    ("board", "Type `board mine` or `board white`."),
    ("zone", "Type `zone Europe/Berlin`, or `zone +02:00`."),
    ("transport", "Type `transport mail` or `transport discord`."),
    ("confirm", "Type `confirm on` or `confirm off`."),
    ("page-links", "Type `page-links on` or `page-links off`."),
    ("games", "Type `set games 12`, or `set games off`."),
    ("news", "Type `set news on` or `set news off`."),
];

/// Each of them in one line.
pub(in crate::command) const HELP: &str = "\
`notices at-once`: a message for each turn. `digest 8:00`: one a day, at that hour. `notices reminders`: nothing else. \
`reminders 24h 6h`: how long before your time runs out; `reminders off`. \
`receipts off`: no mail that only confirms your own turn. \
`public off`: only you and your opponents see your games, and pages show them without your name; `public on`: anybody may \
look at them. \
`theme dark`: the colours of the boards (`classic`, `dark`, `contrast`, `paper`). `board mine` or `board white`: whose side is at the bottom. \
`zone Europe/Berlin`: your time zone. `transport mail` or `discord`: where messages go first. \
`set games 12`: at most so many games at a time, tournaments included. `set news off`: no mail about tournaments between their rounds. \
`confirm on`: a turn picked in Discord is asked about before it is played. \
`page-links off`: no addresses of pages with your boards, and those that you were sent stop working.";
