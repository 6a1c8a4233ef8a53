//! The email gateway.
