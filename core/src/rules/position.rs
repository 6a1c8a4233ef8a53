//! A position of any game: what the server speaks to.

use super::{
    Capabilities as _, Changes, Claim, Count, Counting, Customs, GameKind, Guided, Lesson, MoveError, Offer, Outcome,
    Position, Rules, SetupError, Side, Symmetry, Unknown,
};
use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Piece, PieceKind, Scene};

/// What became of a text that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its canonical text.
    pub text: String,
    /// Who played it.
    pub by: Side,
    /// What it did, for the picture.
    pub marks: Vec<Mark>,
    /// Whether it was progress.
    pub progress: bool,
}

/// Something to be done with a position of any game, without going through texts.
pub trait OfAnyGame {
    /// Its result.
    type Out;
    /// Does it.
    fn visit<G: Guided>(self, position: &G) -> Self::Out;
}

/// Which game, in which variant, with which options: all that a first position needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The game.
    pub game: GameKind,
    /// One of its variants.
    pub variant: &'static str,
    /// Options that are not at their default, in byte order of the names.
    pub options: Vec<(String, String)>,
}

impl Setup {
    /// What it is called where games are named: `Amazons`, and with its variant where that isn't the usual one,
    /// `Desdemona (cassio)`.
    pub fn title(&self) -> String {
        let title = self.game.title();
        if self.is_usual() { title.to_owned() } else { format!("{title} ({})", self.variant) }
    }

    /// Who begins. Options don't change that, and may be incomplete until the sides are known.
    pub fn begins(&self) -> Side {
        let plain = Setup { options: Vec::new(), ..self.clone() };
        Position::start(&plain).map_or(Side::White, |position| position.to_move())
    }

    /// Whether it is the default variant.
    pub fn is_usual(&self) -> bool {
        self.game.variants().first() == Some(&self.variant)
    }

    /// Checks names and values (all untrusted; any case). No variant is the default one. A variant's
    /// name may stand in for the game's where only one game has it.
    pub fn new(game: &str, variant: Option<&str>, options: &[(String, String)]) -> Result<Setup, SetupError> {
        let game = GameKind::named(game)?;
        let variant = match variant {
            None => game.variants()[0],
            Some(name) => {
                let found = game.variants().iter().find(|v| v.eq_ignore_ascii_case(name));
                found.ok_or(Unknown::Variant(game, name))?
            }
        };
        let mut checked: Vec<(String, String)> = Vec::new();
        for (name, value) in options {
            let name = name.to_ascii_lowercase();
            if !game.options().iter().any(|option| option.name == name) {
                return Err(Unknown::Option(game, &name).into());
            }
            if checked.iter().any(|(seen, _)| *seen == name) {
                return Err(Unknown::Twice(&name).into());
            }
            checked.push((name, value.to_ascii_lowercase()));
        }
        checked.sort();
        let setup = Setup { game, variant, options: checked };
        Position::start(&setup)?;
        Ok(setup)
    }
}

impl GameKind {
    /// The game that has a piece of that name.
    pub fn with_piece(name: &str) -> Option<GameKind> {
        let has = |game: &&GameKind| {
            let placed = game.placed().iter().any(|(piece, _)| piece.eq_ignore_ascii_case(name));
            placed || game.emblem().word().eq_ignore_ascii_case(name)
        };
        GameKind::ALL.iter().find(has).copied()
    }

    /// The game of that name or title, in any case.
    pub fn named(name: &str) -> Result<GameKind, SetupError> {
        let wanted = name.trim();
        let found = GameKind::ALL
            .iter()
            .find(|g| g.name().eq_ignore_ascii_case(wanted) || g.title().eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| Unknown::Game(name).into())
    }
}

impl Position {
    /// The position string.
    pub fn text(&self) -> String {
        on_any!(self, p => p.position())
    }

    /// Whose turn it is, also when the game is over.
    pub fn to_move(&self) -> Side {
        on_any!(self, p => p.to_move())
    }

    /// The number of the turn about to be played.
    pub fn turn_number(&self) -> u32 {
        on_any!(self, p => p.turn_number())
    }

    /// The canonical texts of all legal turns, in byte order.
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = on_any!(self, p => p.legal_turns().iter().map(|turn| p.write(turn)).collect());
        texts.sort_unstable();
        texts
    }

    /// How many legal turns there are.
    pub fn count_turns(&self) -> u64 {
        on_any!(self, p => p.count_turns())
    }

    /// The leaves of the tree of distinct turns of that depth.
    pub fn perft(&self, depth: u32) -> u64 {
        on_any!(self, p => perft(p, depth))
    }

    /// For each legal turn, in byte order, the leaves below it.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        on_any!(self, p => divide(p, depth))
    }

    /// The end, as far as this one position shows it.
    pub fn outcome(&self) -> Option<Outcome> {
        on_any!(self, p => p.outcome())
    }

    /// The canonical text of the one legal turn that a lenient text means.
    pub fn read(&self, text: &str) -> Result<String, MoveError> {
        on_any!(self, p => p.read(text).map(|turn| p.write(&turn)))
    }

    /// Several turns of one player in one text; see `Capabilities::read_several`.
    pub fn read_several(&self, text: &str) -> Option<Vec<String>> {
        on_any!(self, p => p.read_several(text))
    }

    /// Reads a lenient text and plays it.
    pub fn play(&mut self, text: &str) -> Result<Played, MoveError> {
        on_any!(self, p => play(p, text))
    }

    /// The texts in which the legal turns can be built step by step, in byte order: what
    /// [`Position::complete`] completes to.
    pub fn spellings(&self) -> Vec<String> {
        let mut texts: Vec<String> =
            on_any!(self, p => p.legal_turns().iter().flat_map(|turn| p.spellings(turn)).collect());
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// The turn at the front of a line, and the words behind it, if the line begins with a turn that can be played here:
    /// `d3` and `Good luck` of `d3 Good luck`. The longest such turn counts.
    pub fn turn_at_front<'a>(&self, line: &'a str) -> Option<(String, &'a str)> {
        // Nobody spells a turn out in more words than this.
        const MOST_WORDS: usize = 12;
        let line = line.trim();
        let gaps = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
        let ends: Vec<usize> = gaps.take(MOST_WORDS).collect();
        let fronts = std::iter::once(line.len()).chain(ends.into_iter().rev());
        fronts.map(|end| line.split_at(end)).find_map(|(front, rest)| {
            let several = || self.read_several(front).map(|_| front.trim().to_owned());
            Some((self.read(front).ok().or_else(several)?, rest.trim()))
        })
    }

    /// The legal turns that name just these places in this order, whatever stands between them; a square alone also fits
    /// a piece put on it. In byte order.
    pub fn naming(&self, places: &[String]) -> Vec<String> {
        let mut found: Vec<String> = on_any!(self, p => {
            let turns = p.legal_turns();
            let fits = turns.iter().filter(|turn| p.spellings(turn).iter().any(|text| names(text, places)));
            fits.map(|turn| p.write(turn)).collect()
        });
        found.sort_unstable();
        found
    }

    /// The legal turns of a piece of that kind that go over these squares in this order, whatever others they go over:
    /// what somebody means who names a piece and where it goes, but not where it stands. In byte order.
    pub fn going_over(&self, squares: &[String], kind: Option<PieceKind>) -> Vec<String> {
        let scene = self.scene();
        let stands = |square: Square| {
            let mine = |piece: &&Piece| piece.at == square && piece.side == Some(self.to_move());
            scene.pieces.iter().find(mine).filter(|piece| kind.is_none_or(|kind| kind == piece.kind)).is_some()
        };
        let goes = |text: &String| {
            let own = crate::notation::places(text);
            let mut rest = own.iter().skip(1);
            let begins = own.first().and_then(|square| square.parse().ok()).is_some_and(stands);
            begins && squares.iter().all(|named| rest.any(|square| square == named))
        };
        self.legal().into_iter().filter(goes).collect()
    }

    /// The legal turns with which a piece of that kind takes or hits one of the other kind, and that name these squares: what
    /// somebody means who names the pieces. Those with the fewest blows count. In byte order.
    pub fn taking(&self, by: Option<PieceKind>, taken: PieceKind, named: &[String]) -> Vec<String> {
        let scene = self.scene();
        let stands = |square: &String, kind: Option<PieceKind>, side: Side| {
            let at = square.parse::<Square>().ok();
            let is = |piece: &Piece| Some(piece.at) == at && piece.side == Some(side);
            scene.pieces.iter().any(|piece| is(piece) && kind.is_none_or(|kind| kind == piece.kind))
        };
        let takes = |text: &String| {
            let own = crate::notation::places(text);
            let Some((from, targets)) = own.split_first() else { return false };
            let hits = targets.iter().any(|square| stands(square, Some(taken), self.to_move().other()));
            text.contains(['x', '^'])
                && stands(from, by, self.to_move())
                && hits
                && named.iter().all(|one| own.contains(one))
        };
        let mut turns: Vec<String> = self.legal().into_iter().filter(takes).collect();
        let blows = |text: &String| crate::notation::places(text).len();
        let fewest = turns.iter().map(blows).min();
        turns.retain(|text| Some(blows(text)) == fewest);
        turns
    }

    /// A legal turn to show somebody who is to move: one that the game names, or one that throws nothing away.
    pub fn fair_turn(&self) -> Option<String> {
        let named = self.example().filter(|_| self.turn_number() <= 2).map(str::to_owned);
        let found = named.or_else(|| on_any!(self, p => super::fair_turn::find(p).map(|turn| p.write(&turn))))?;
        // Of what is put down, the next square: any other one may cost something.
        let next = found.split_once('@').and_then(|(piece, _)| self.read(piece).ok());
        Some(next.unwrap_or(found))
    }

    /// How a turn may go on: the legal turns' texts that begin with what was typed, each cut after the
    /// next square, distinct, in byte order.
    pub fn complete(&self, typed: &str) -> Vec<String> {
        on_any!(self, p => complete(p, typed))
    }

    /// Whether this position counts for repetition.
    pub fn repeats(&self) -> bool {
        on_any!(self, p => p.repeats())
    }

    /// A text of several turns that is worth proposing here.
    pub fn several_to_propose(&self) -> Option<&'static str> {
        on_any!(self, p => p.several_to_propose())
    }

    /// The stones of White and of Black, in games that they decide.
    pub fn stones(&self) -> Option<[u32; 2]> {
        on_any!(self, p => p.stones())
    }

    /// How many pieces of each kind stand there, of White and of Black.
    pub fn pieces(&self) -> [Vec<(PieceKind, u32)>; 2] {
        let scene = self.scene();
        Side::BOTH.map(|side| {
            let count = |kind: &PieceKind| {
                let of_kind = scene.pieces.iter().filter(|piece| (piece.side, piece.kind) == (Some(side), *kind));
                of_kind.count() as u32
            };
            PieceKind::ALL.iter().map(|kind| (*kind, count(kind))).filter(|(_, number)| *number > 0).collect()
        })
    }

    /// Counting and claiming the end, in games that have it.
    pub fn counting(&self) -> Option<&dyn Counting> {
        on_any!(self, p => p.counting())
    }

    /// The count of the end, in games that have it.
    pub fn count(&self) -> Option<Count> {
        self.counting().map(|counting| counting.count())
    }

    /// What a claim gives here, in games that have claims.
    pub fn claim(&self) -> Option<Claim> {
        self.counting().map(|counting| counting.claim())
    }

    /// Spurs and forfeits, if the game is played so.
    pub fn customs(&self) -> Option<Customs> {
        on_any!(self, p => p.customs())
    }

    /// The pattern of the turn to be played.
    pub fn pattern(&self) -> &'static str {
        on_any!(self, p => p.pattern())
    }

    /// How other turns than those of the pattern are written; see [`Guided::written_too`].
    pub fn written_too(&self) -> Option<String> {
        on_any!(self, p => p.written_too())
    }

    /// What a turn chosen as far as this path still lacks; see [`Guided::missing`].
    pub fn missing(&self, path: &str) -> Option<String> {
        on_any!(self, p => p.missing(path))
    }

    /// Whether the player to move can do nothing but pass.
    pub fn can_only_pass(&self) -> bool {
        self.count_turns() == 1 && self.legal().first().is_some_and(|turn| turn == "pass")
    }

    /// Whether nothing more fits on the board.
    pub fn is_full(&self) -> bool {
        let scene = self.scene();
        let taken: SquareSet = scene.pieces.iter().map(|piece| piece.at).collect();
        taken == SquareSet::board(scene.files, scene.ranks)
    }

    /// Whether a side has a piece on the board.
    pub fn has_pieces(&self, side: Side) -> bool {
        self.scene().pieces.iter().any(|piece| piece.side == Some(side))
    }

    /// A good first turn to show, where the game names one; see [`Guided::example`].
    pub fn example(&self) -> Option<&'static str> {
        on_any!(self, p => p.example())
    }

    /// What a player must know that the board doesn't show; see [`Guided::beside_the_board`].
    pub fn beside_the_board(&self, reader: Option<Side>) -> Vec<String> {
        on_any!(self, p => p.beside_the_board(reader))
    }

    /// What is asked for next of somebody who builds a turn; see [`Guided::prompt`].
    pub fn prompt(&self, path: &str, ways: &[String]) -> String {
        on_any!(self, p => p.prompt(path, ways))
    }

    /// What the ways on are called; see [`Guided::groups`].
    pub fn groups(&self, path: &str, ways: &[String]) -> [&'static str; 2] {
        on_any!(self, p => p.groups(path, ways))
    }

    /// Whether a way on belongs to the second group.
    pub fn in_second(&self, path: &str, way: &str) -> bool {
        on_any!(self, p => p.in_second(path, way))
    }

    /// What a way on is called.
    pub fn label(&self, offer: &Offer<'_>) -> String {
        on_any!(self, p => p.label(offer))
    }

    /// Whether this part of an unfinished turn carries a piece along.
    pub fn carries(&self, part: &str) -> bool {
        on_any!(self, p => p.carries(part))
    }

    /// Three pictures that show how the game goes, by that turn.
    pub fn lesson(&self, turn: &str) -> Option<[Lesson; 3]> {
        on_any!(self, p => p.lesson(&p.read(turn).ok()?))
    }

    /// The symmetries of this position's rules.
    pub fn symmetries(&self) -> &'static [Symmetry] {
        on_any!(self, p => p.symmetries())
    }

    /// What the turn to be played may do to the numbers of pieces.
    pub fn changes(&self) -> Changes {
        on_any!(self, p => p.changes())
    }

    /// The legal turns that lead to a position of their own; see [`Guided::may_coincide`].
    pub fn turns_apart(&self) -> Vec<String> {
        on_any!(self, p => p.legal_turns().iter().filter(|t| !p.may_coincide(t)).map(|t| p.write(t)).collect())
    }

    /// Hands the position to something that takes any game's.
    pub fn visit<V: OfAnyGame>(&self, visitor: V) -> V::Out {
        on_any!(self, p => visitor.visit(p))
    }

    /// What to draw, without marks and targets.
    pub fn scene(&self) -> Scene {
        on_any!(self, p => p.scene())
    }

    /// Where the piece on that square can go.
    pub fn targets(&self, from: Square) -> SquareSet {
        on_any!(self, p => p.targets(from))
    }
}

/// Whether a turn's text names just these places.
fn names(text: &str, places: &[String]) -> bool {
    let own = crate::notation::places(text);
    let same = |(own, named): (&String, &String)| {
        own == named || own.split_once('@').is_some_and(|(_, square)| square == named.as_str())
    };
    own.len() == places.len() && own.iter().zip(places).all(same)
}

/// The leaves of the tree of distinct turns; the last ply is counted, not played.
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_turns(),
        _ => position.legal_turns().iter().map(|turn| perft(&after(position, turn), depth - 1)).sum(),
    }
}

fn divide<R: Rules>(position: &R, depth: u32) -> Vec<(String, u64)> {
    let count = |turn| perft(&after(position, turn), depth.saturating_sub(1));
    let mut rows: Vec<(String, u64)> =
        position.legal_turns().iter().map(|turn| (position.write(turn), count(turn))).collect();
    rows.sort_unstable();
    rows
}

fn after<R: Rules>(position: &R, turn: &R::Turn) -> R {
    let mut next = position.clone();
    next.play(turn);
    next
}

fn play<R: Guided>(position: &mut R, text: &str) -> Result<Played, MoveError> {
    let turn = position.read(text)?;
    let played = Played {
        text: position.write(&turn),
        by: position.actor(&turn),
        marks: position.marks(&turn),
        progress: position.is_progress(&turn),
    };
    position.play(&turn);
    Ok(played)
}

fn complete<R: Guided>(position: &R, typed: &str) -> Vec<String> {
    let typed = crate::notation::normal(typed);
    let mut found: Vec<String> = position
        .legal_turns()
        .iter()
        .flat_map(|turn| position.spellings(turn))
        .filter(|text| text.starts_with(&typed))
        .map(|mut text| {
            text.truncate(crate::notation::next_stop(&text, typed.len()));
            text
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
