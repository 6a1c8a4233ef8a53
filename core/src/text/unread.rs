//! The words about a mail of which nothing was read: the reason, as it stands behind the colon of a refusal, and the remedy.

/// Its date is long ago, or to come.
pub fn dated() -> String {
    "the date of your mail is months old, or still to come, so nothing in it was read. Set the clock of your device and send it again."
        .to_owned()
}

/// There is more in it than is read.
pub fn too_much() -> String {
    "there is too much in your mail, so nothing in it was read. Send what you want alone, without quotes and attachments."
        .to_owned()
}
