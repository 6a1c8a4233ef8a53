//! `turnpost match`: games between two players, the house's or other programs, and what the score is worth.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use turnpost_core::game::Course;
use turnpost_house::Level;
use turnpost_house::contest::{self, House, Player};

use super::Failure;
use super::game_args::SetupArgs;
use super::think::Effort;

/// Play a match between two players and print its score
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: SetupArgs,
    /// level:3, nodes:20000, cpu-ms:300, random, greedy or cmd:PROGRAM
    #[arg(value_name = "A")]
    first: Contestant,
    /// The same for the other player
    #[arg(value_name = "B")]
    second: Contestant,
    /// How many games; each opening is played twice, colours swapped
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// What decides where chance does
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// A player as named on the command line.
#[derive(Clone, Debug)]
enum Contestant {
    Thinks(Effort),
    Random,
    Greedy,
    Program(String),
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let number = |digits: &str| {
            digits.parse::<u64>().ok().filter(|&n| n > 0).ok_or(format!("{digits:?} is no whole number from 1"))
        };
        match text.split_once(':') {
            Some(("level", digits)) => {
                let level = digits.parse().map_err(|_| format!("no level {digits:?}; the levels are 1 to 8"))?;
                Ok(Contestant::Thinks(Effort::Level(Level::new(level).map_err(|error| error.to_string())?)))
            }
            Some(("nodes", digits)) => Ok(Contestant::Thinks(Effort::Nodes(number(digits)?))),
            Some(("cpu-ms", digits)) => Ok(Contestant::Thinks(Effort::Cpu(Duration::from_millis(number(digits)?)))),
            Some(("cmd", program)) if !program.trim().is_empty() => Ok(Contestant::Program(program.to_owned())),
            None if text == "random" => Ok(Contestant::Random),
            None if text == "greedy" => Ok(Contestant::Greedy),
            _ => Err("a player is level:L, nodes:N, cpu-ms:MS, random, greedy or cmd:PROGRAM".to_owned()),
        }
    }
}

impl Contestant {
    /// The player itself. A program gets its opponent's budget.
    fn player(&self, opponent: &Contestant) -> Result<Box<dyn Player>, Failure> {
        Ok(match self {
            Contestant::Thinks(effort) => Box::new(Thinker(*effort)),
            Contestant::Random => Box::new(House::Random),
            Contestant::Greedy => Box::new(House::Greedy),
            Contestant::Program(command) => {
                let budget = match opponent {
                    Contestant::Thinks(effort) => effort.budget(),
                    _ => None,
                };
                Box::new(Program::start(command, budget.unwrap_or_else(|| "nodes 20000".to_owned()))?)
            }
        })
    }
}

/// Plays the match and prints the score of A.
pub fn run(args: &Args) -> Result<String, Failure> {
    let setup = args.game.setup()?;
    let mut first = args.first.player(&args.second)?;
    let mut second = args.second.player(&args.first)?;
    let score =
        contest::play(&setup, &mut *first, &mut *second, args.games, args.seed, |_, _| {}).map_err(Failure::Refused)?;
    let (low, high) = score.interval();
    Ok(format!(
        "wins: {}\ndraws: {}\nlosses: {}\nscore: {:.3}\ninterval: {low:.3} to {high:.3}",
        score.wins,
        score.draws,
        score.losses,
        score.mean(),
    ))
}

struct Thinker(Effort);

impl Player for Thinker {
    fn begin(&mut self, game: &Course) -> Result<(), String> {
        self.0.prepare(game.setup());
        Ok(())
    }

    fn choose(&mut self, game: &Course, seed: u64) -> Result<String, String> {
        self.0.think(game, seed).map(|thought| thought.turn).map_err(|error| error.to_string())
    }

    fn played(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Another program that speaks the lines of `turnpost think --serve`.
struct Program {
    name: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    budget: String,
}

impl Program {
    fn start(command: &str, budget: String) -> Result<Program, Failure> {
        let failed = |why: String| Failure::Refused(format!("{command}: {why}"));
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| Failure::Usage("cmd: names no program".to_owned()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(to), Some(from)) => {
                Ok(Program { name: command.to_owned(), child, to, from: BufReader::new(from), budget })
            }
            _ => Err(failed("it has no pipes".to_owned())),
        }
    }

    /// Sends one line and reads one back.
    fn ask(&mut self, line: &str) -> Result<String, String> {
        let said = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
        said.map_err(|error| format!("{}: {line:?}: {error}", self.name))?;
        let mut answer = String::new();
        let read = self.from.read_line(&mut answer).map_err(|error| format!("{}: {line:?}: {error}", self.name))?;
        if read == 0 {
            return Err(format!("{}: it ended instead of answering {line:?}", self.name));
        }
        Ok(answer.trim().to_owned())
    }

    fn expect_ok(&mut self, line: &str) -> Result<(), String> {
        match self.ask(line)? {
            answer if answer == "ok" => Ok(()),
            answer => Err(format!("{}: {answer:?} instead of ok to {line:?}", self.name)),
        }
    }
}

impl Player for Program {
    fn begin(&mut self, game: &Course) -> Result<(), String> {
        self.expect_ok(&format!("new {}", game.position().text()))
    }

    fn choose(&mut self, _: &Course, _: u64) -> Result<String, String> {
        let go = format!("go {}", self.budget);
        let answer = self.ask(&go)?;
        match answer.strip_prefix("bestmove ") {
            Some(turn) => Ok(turn.trim().to_owned()),
            None => Err(format!("{}: {answer:?} instead of bestmove TURN", self.name)),
        }
    }

    fn played(&mut self, turn: &str) -> Result<(), String> {
        self.expect_ok(&format!("move {turn}"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself; one that doesn't quit is killed.
        let _ = writeln!(self.to, "quit").and_then(|()| self.to.flush());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
