//! `turnpost think`: what the house would play, as one JSON object; with `--serve`, line by line. Other programs read
//! both, so they are a contract.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use serde::Serialize;
use turnpost_core::game::Course;
use turnpost_core::rules::Setup;
use turnpost_house::{Budget, Level, NoThought, Thought, prepare, think, think_at};

use super::game_args::GameArgs;
use super::{Failure, json};
use crate::cpu::CpuTime;

/// Think about a position and print the turn to play as JSON
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// What decides where chance does
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Read lines (`new [POSITION]`, `move TURN`, `go nodes N`, `go cpu-ms MS`, `quit`) and answer each with one
    #[arg(long, conflicts_with_all = ["level", "nodes", "cpu_ms", "turns"])]
    serve: bool,
    /// The turns to play first, each one argument
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
}

/// How long to think.
#[derive(clap::Args)]
#[group(multiple = false)]
struct BudgetArgs {
    /// A level, 1 to 8; the highest unless another budget is given
    #[arg(long, value_name = "L")]
    level: Option<u8>,
    /// So many judged positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// So many milliseconds of CPU time
    #[arg(long, value_name = "MS")]
    cpu_ms: Option<u64>,
}

#[derive(Serialize)]
struct Report {
    turn: String,
    chance: f64,
    nodes: u64,
    cpu_ms: u64,
    line: Vec<String>,
}

/// How long to think about one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As a level does.
    Level(Level),
    /// So many judged positions.
    Nodes(u64),
    /// So much CPU time.
    Cpu(Duration),
}

impl Effort {
    /// Thinks that hard.
    pub fn think(self, game: &Course, seed: u64) -> Result<Thought, NoThought> {
        match self {
            Effort::Level(level) => think_at(game, level, seed),
            Effort::Nodes(nodes) => think(game, &mut Budget::nodes(nodes), seed),
            Effort::Cpu(Duration::ZERO) => Err(NoThought::NoBudget),
            Effort::Cpu(most) => {
                let begun = CpuTime::now();
                think(game, &mut Budget::until(&mut || begun.elapsed() >= most), seed)
            }
        }
    }

    /// Does before the clock runs what would take time of the first thought.
    pub fn prepare(self, setup: &Setup) {
        if matches!(self, Effort::Cpu(_)) {
            prepare(setup);
        }
    }

    /// As `go` says it: `nodes 20000`, `cpu-ms 300`. A level is no such budget.
    pub fn budget(self) -> Option<String> {
        match self {
            Effort::Level(_) => None,
            Effort::Nodes(nodes) => Some(format!("nodes {nodes}")),
            Effort::Cpu(time) => Some(format!("cpu-ms {}", time.as_millis())),
        }
    }
}

/// Thinks once, or serves.
pub fn run(args: &Args) -> Result<String, Failure> {
    let mut game = args.game.begin()?;
    if args.serve {
        return serve(args, game, io::stdin().lock(), &mut io::stdout().lock());
    }
    let effort = match (args.budget.level, args.budget.nodes, args.budget.cpu_ms) {
        (_, Some(nodes), _) => Effort::Nodes(nodes),
        (_, _, Some(ms)) => Effort::Cpu(Duration::from_millis(ms)),
        (level, None, None) => Effort::Level(
            Level::new(level.unwrap_or(*turnpost_house::LEVELS.end()))
                .map_err(|error| Failure::Usage(error.to_string()))?,
        ),
    };
    super::inspect::play(&mut game, &args.turns)?;
    effort.prepare(game.setup());
    let begun = CpuTime::now();
    let Thought { turn, chance, nodes, line } = effort.think(&game, args.seed)?;
    json(&Report { turn, chance: rounded(chance), nodes, cpu_ms: begun.elapsed().as_millis() as u64, line })
}

/// Answers each line with one, until `quit` or the end of what is read.
fn serve(args: &Args, mut game: Course, lines: impl BufRead, out: &mut impl Write) -> Result<String, Failure> {
    prepare(game.setup());
    // A line that isn't text is answered like any other that means nothing.
    for line in lines.split(b'\n') {
        let line = line.map_err(|error| Failure::Refused(format!("cannot read: {error}")))?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match word {
            "" => continue,
            "quit" => break,
            "new" => begin(args, rest).map(|begun| {
                game = begun;
                "ok".to_owned()
            }),
            "move" if rest.is_empty() => Err("move TURN: the turn is missing".to_owned()),
            "move" => game.play(rest).map(|_| "ok".to_owned()).map_err(|error| error.to_string()),
            "go" => effort(rest).and_then(|effort| {
                let thought = effort.think(&game, args.seed).map_err(|error| error.to_string())?;
                Ok(format!("bestmove {}", thought.turn))
            }),
            _ => Err("the lines are: new [POSITION], move TURN, go nodes N, go cpu-ms MS, quit".to_owned()),
        };
        let answer = answer.unwrap_or_else(|why| format!("error {}", why.replace(['\n', '\r'], " ")));
        match writeln!(out, "{answer}").and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(Failure::Refused(format!("cannot answer: {error}"))),
            Ok(()) => {}
        }
    }
    Ok(String::new())
}

fn begin(args: &Args, position: &str) -> Result<Course, String> {
    let position = (!position.is_empty()).then_some(position);
    args.game.begin_at(position).map_err(Failure::message)
}

/// Reads `nodes N` or `cpu-ms MS`.
fn effort(text: &str) -> Result<Effort, String> {
    let wrong = || format!("go nodes N or go cpu-ms MS, with a whole number from 1; not {text:?}");
    let (what, number) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
    let number = number.trim().parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong)?;
    match what {
        "nodes" => Ok(Effort::Nodes(number)),
        "cpu-ms" => Ok(Effort::Cpu(Duration::from_millis(number))),
        _ => Err(wrong()),
    }
}

/// A chance means nothing beyond the fourth digit.
fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// A budget of 0 is a wrong call; what the position doesn't allow is refused.
impl From<NoThought> for Failure {
    fn from(error: NoThought) -> Failure {
        match error {
            NoThought::NoBudget => Failure::Usage(error.to_string()),
            NoThought::Over(_) | NoThought::NoTurn => Failure::Refused(error.to_string()),
        }
    }
}
