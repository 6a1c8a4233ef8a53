//! The email gateway: mail in, by SMTP, LMTP, IMAP, Maildir or a pipe; mail out, by SMTP or into a Maildir.
//!
//! The way of a mail in: [`receive`] stores it, [`guard`] and [`auth`] judge it, [`read`] finds what is new in it.
//! The way of a mail out: [`compose`] makes it, [`send`] delivers it.

pub mod address;
pub mod auth;
pub mod checkup;
pub mod compose;
pub mod gateway;
pub mod guard;
pub mod maildir;
pub mod read;
pub mod receive;
pub mod send;
pub mod tls;
pub mod tryout;
pub mod url;
