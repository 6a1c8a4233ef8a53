//! Tournaments: entering and hosting them, rounds that begin and end, absence, ladders. Each step is one transaction.

pub mod absence;
pub mod beginning;
pub mod closing;
pub mod drawing;
pub mod entering;
pub mod finding;
pub mod hosting;
pub mod inviting;
pub mod ladder;
pub mod leave;
pub mod newcomers;
pub mod news;
pub mod offering;
pub mod official;
pub mod operating;
pub mod pages;
pub mod placing;
pub mod posting;
pub mod results;
pub mod showing;
pub mod standing;
pub mod ticking;
