//! The console front end: the same language at a prompt, boards as letters, pictures as files.

use std::path::PathBuf;
use std::sync::Arc;

use turnpost_core::clock::moment;
use turnpost_core::message;
use turnpost_core::notice::Notice;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Service, ServiceError};
use turnpost_core::store::Delivery;
use turnpost_core::text;
use turnpost_core::text::graph::Graph;
use turnpost_render::{Picture, Renderer, svg};

use crate::config::Config;
use crate::world::Unfit;
use crate::{house, world};

/// A console on a data directory.
pub struct Console {
    service: Arc<Service>,
    pictures: PathBuf,
}

impl Console {
    /// Opens the data directory, and lets the clocks tick once.
    pub fn open(config: &Config) -> Result<Console, Unfit> {
        let service = world::open(config)?;
        service.tick(moment::now(), world::chance()).map_err(|error| error.to_string())?;
        Ok(Console { service, pictures: config.data_dir.join("pictures") })
    }

    /// Says something as a player, and returns what the player is told. With a key that was used before, nothing is
    /// done.
    pub fn say(&self, name: &str, said: &str, key: &str) -> Result<String, String> {
        self.attempt(name, said, key).map_err(|error| error.to_string())
    }

    /// What waits for a player at the console.
    pub fn waiting(&self, name: &str) -> Result<String, String> {
        self.told(name).map_err(|error| error.to_string())
    }

    /// A key for a line that is said once.
    pub fn fresh_key(&self) -> String {
        format!("{:x}", world::chance().draw())
    }

    fn attempt(&self, name: &str, said: &str, key: &str) -> Result<String, ServiceError> {
        let read = message::read(said);
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: key.to_owned(),
            at: moment::now(),
            context: Context::Fresh,
            place: None,
            commands: read.commands,
            comment: read.comment,
            manner: Manner::default(),
        };
        // What was waiting comes first: it may be what the line answers.
        let mut shown =
            if self.service.is_player(name)? { self.told(name)? } else { format!("({name} is a new player)\n") };
        let handled = self.service.handle(&request, world::chance())?;
        if handled.repeated {
            shown.push_str("(done before)\n");
        }
        for owed in &handled.answers {
            if !handled.repeated {
                shown.push_str(&self.shown(&owed.notice));
            }
            self.service.settle(owed.id, &Delivery::Sent, moment::now())?;
        }
        house::serve_at_once(&self.service, name)?;
        shown.push_str(&self.told(name)?);
        Ok(shown)
    }

    /// Everything owed to a player at the console, as it is shown; it counts as delivered.
    fn told(&self, name: &str) -> Result<String, ServiceError> {
        let owed = self.service.pending_console(name, moment::now())?;
        Ok(owed.iter().map(|owed| self.shown(&owed.notice)).collect())
    }

    fn shown(&self, notice: &Notice) -> String {
        let mut shown = text::compose::console(notice, &text::word(notice));
        if !shown.ends_with('\n') {
            shown.push('\n');
        }
        for file in self.pictures(notice) {
            shown.push_str(&format!("Picture: {}\n", file.display()));
        }
        shown
    }

    /// Draws what a notice shows into files. What can't be drawn is left out.
    fn pictures(&self, notice: &Notice) -> Vec<PathBuf> {
        let graph = text::graph::of(notice).and_then(|graph| self.graph(&graph, notice));
        let sheet = if notice.sheet.is_empty() { None } else { self.sheet(notice) };
        graph.into_iter().chain(sheet).chain(self.picture(notice)).collect()
    }

    fn picture(&self, notice: &Notice) -> Option<PathBuf> {
        if let Some(chart) = text::chart::of(notice) {
            let theme = notice.taste.theme.parse().unwrap_or_default();
            return self.kept(&Renderer::new().chart(&chart, theme).ok()?, "table", notice);
        }
        let (board, game) = (notice.board.as_ref()?, notice.game.as_ref()?);
        let mut picture = Picture::new(board.scene().ok()?);
        picture.side = board.bottom(notice.taste.my_side);
        let drawn = svg(&picture).ok()?;
        std::fs::create_dir_all(&self.pictures).ok()?;
        let side = board.side.as_deref().unwrap_or("watcher");
        let file = self.pictures.join(format!("{}-{side}.svg", game.number));
        std::fs::write(&file, drawn).ok()?;
        Some(file)
    }

    /// The player's games on one picture.
    fn sheet(&self, notice: &Notice) -> Option<PathBuf> {
        let drawn = Renderer::new().sheet_in(&notice.sheet, &notice.taste, text::columns(notice)).ok()?;
        self.kept(&drawn, "games", notice)
    }

    /// How a player's ratings went.
    fn graph(&self, graph: &Graph, notice: &Notice) -> Option<PathBuf> {
        let theme = notice.taste.theme.parse().unwrap_or_default();
        self.kept(&Renderer::new().graph(graph, theme).ok()?, "ratings", notice)
    }

    /// The file of a picture for one player.
    fn kept(&self, png: &[u8], what: &str, notice: &Notice) -> Option<PathBuf> {
        std::fs::create_dir_all(&self.pictures).ok()?;
        let name: String = notice.name.iter().flat_map(|name| name.chars()).filter(|c| c.is_alphanumeric()).collect();
        let file = self.pictures.join(format!("{what}-{name}.png"));
        std::fs::write(&file, png).ok()?;
        Some(file)
    }
}
