//! The one binary: command line, configuration and wiring; no logic.

mod alive;
mod cli;
mod config;
mod console;
mod cpu;
mod demo;
mod doctor;
mod house;
mod log;
mod mail;
mod monitor;
mod server;
mod web;
mod world;

fn main() -> std::process::ExitCode {
    cli::main()
}
