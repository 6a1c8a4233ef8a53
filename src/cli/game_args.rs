//! The arguments that name a game and where it begins, the same for every subcommand that takes one.

use turnpost_core::game::Course;
use turnpost_core::rules::Setup;

use super::Failure;

/// Which game.
#[derive(clap::Args)]
pub struct SetupArgs {
    /// The game; `turnpost games` lists them
    game: String,
    /// The variant; the game's first one unless given
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    options: Vec<(String, String)>,
}

impl SetupArgs {
    /// Game, variant and options.
    pub fn setup(&self) -> Result<Setup, Failure> {
        Ok(Setup::new(&self.game, self.variant.as_deref(), &self.options)?)
    }
}

/// Which game, and from which position.
#[derive(clap::Args)]
pub struct GameArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// The position string to begin at instead of the game's start
    #[arg(long, value_name = "POS")]
    position: Option<String>,
}

impl GameArgs {
    /// The game at its first position.
    pub fn begin(&self) -> Result<Course, Failure> {
        self.begin_at(self.position.as_deref())
    }

    /// The game at that position, or at its start.
    pub fn begin_at(&self, position: Option<&str>) -> Result<Course, Failure> {
        let setup = self.setup.setup()?;
        let game = match position {
            None => Course::new(&setup),
            Some(position) => Course::from_position(&setup, position),
        };
        Ok(game?)
    }
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("an option is written NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
