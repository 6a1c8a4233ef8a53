//! What is remembered by how often and when it happened, and what is counted for the operator. Typed here, so that no
//! room of the service makes up a key of its own; how they are written is part of the stored data and never changes.

use std::fmt;

use crate::game::GameNumber;
use crate::rules::Side;

/// Something that happens, each time at a moment. Senders and ways in are keyed hashes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Happening {
    /// A sender's mistake was answered.
    Refused { sender: String },
    /// A sender's words without a command were answered: what they may mean was asked, or how to say it was told.
    Guessed { sender: String },
    /// A sender wrote these words, without a command, and was answered.
    Words { sender: String, words: String },
    /// A stranger's first words, in which nothing was asked for clearly, were answered.
    Greeted { sender: String },
    /// An unproven sender was told something.
    Informed { sender: String },
    /// A sender was shown what this command asks for.
    Shown { sender: String, command: String },
    /// A sender was told that they ask the same too often.
    ShownEnough { sender: String },
    /// A sender was told that their mails wait.
    ToldToWait { sender: String },
    /// A sender was asked to confirm what they sent.
    AskedToConfirm { sender: String },
    /// A sender answered a mail of somebody else's.
    AnsweredForAnother { owner: i64, sender: String },
    /// A stranger was answered.
    StrangerAnswered,
    /// A stranger was answered who did not clearly ask for anything.
    StrangerAnsweredVaguely,
    /// No more strangers were answered for a while.
    StrangersCapped,
    /// Somebody was invited by mail.
    Invited(Inviter),
    /// No more invitations were sent for a while.
    InvitationsCapped,
    /// A player was challenged.
    Challenged { by: Challenger, player: i64 },
    /// A code that links accounts was tried.
    CodeTried(Guesser),
    /// A mail came back, as delayed or as failed.
    CameBack { notice: i64, failed: bool },
    /// A player kept a note on a game.
    Noted { player: i64, game: GameNumber },
    /// A player was away.
    WentAway { player: i64 },
    /// A player was asked about a serious step.
    AskedBack { player: i64 },
    /// A player changed their name.
    Renamed { player: i64 },
    /// A player was sent all that is stored about them.
    Exported { player: i64 },
    /// A player was sent the replay of somebody else's game.
    Replayed { player: i64 },
    /// Somebody with this way in, who was forgotten, had been blocked by this player.
    Blocked { way: String, blocker: i64 },
    /// A player was sent on vacation instead of losing by time.
    SavedByVacation { game: GameNumber, revision: i64 },
    /// A player said something at once, during the game or after it.
    Said { game: GameNumber, player: i64, over: bool },
    /// A draw was offered at this turn.
    DrawOffered { game: GameNumber, side: Side, turn: u32 },
    /// It was asked at this turn to take one back.
    UndoAsked { game: GameNumber, side: Side, turn: u32 },
    /// A plan was played that its owner is to be told of; its moment is when.
    PlanPlayed { game: GameNumber, side: Side },
    /// The operator was told of this trouble.
    OperatorTold { trouble: &'static str },
    /// A player began a game with the house.
    PlayedHouse { player: i64 },
    /// A guest came and began a game with the house.
    GuestCame,
    /// A guest wanted the board sent to some address.
    SentBoard { guest: i64 },
    /// A player had a game reviewed.
    Reviewed { player: i64 },
    /// The server's own events were looked after.
    EventsOpened,
    /// What is no longer needed was removed.
    CleanedUp,
}

/// Whose invitations are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Inviter {
    /// Everybody's.
    Anybody,
    /// A player's.
    Player(i64),
    /// Those from an address.
    Sender(String),
    /// Those from a domain.
    Domain(String),
    /// Those of a Discord account.
    DiscordUser(String),
    /// Those from Discord.
    Discord,
}

/// Whose challenges to a player are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Challenger {
    /// Everybody's.
    Anybody,
    /// Those of whoever has this way in.
    Way(String),
    /// Those of a player without any.
    Player(i64),
}

/// Who tries codes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guesser {
    /// A mail address.
    Sender(String),
    /// A Discord account.
    DiscordUser(u64),
    /// A player at the console.
    Player(i64),
    /// Nobody known.
    Nobody,
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Happening::Refused { sender } => write!(f, "refused {sender}"),
            Happening::Guessed { sender } => write!(f, "guessed {sender}"),
            Happening::Words { sender, words } => write!(f, "words {sender} {words}"),
            Happening::Greeted { sender } => write!(f, "greeted {sender}"),
            Happening::Informed { sender } => write!(f, "informed {sender}"),
            Happening::Shown { sender, command } => write!(f, "told {sender} {command}"),
            Happening::ShownEnough { sender } => write!(f, "told enough {sender}"),
            Happening::ToldToWait { sender } => write!(f, "told to wait {sender}"),
            Happening::AskedToConfirm { sender } => write!(f, "asked {sender}"),
            Happening::AnsweredForAnother { owner, sender } => write!(f, "stranger {owner} {sender}"),
            Happening::StrangerAnswered => f.write_str("strangers"),
            Happening::StrangerAnsweredVaguely => f.write_str("strangers vague"),
            Happening::StrangersCapped => f.write_str("strangers capped"),
            Happening::Invited(inviter) => match inviter {
                Inviter::Anybody => f.write_str("invites"),
                Inviter::Player(player) => write!(f, "invites player {player}"),
                Inviter::Sender(sender) => write!(f, "invites {sender}"),
                Inviter::Domain(domain) => write!(f, "invites from {domain}"),
                Inviter::DiscordUser(user) => write!(f, "invites discord {user}"),
                Inviter::Discord => f.write_str("invites from discord"),
            },
            Happening::InvitationsCapped => f.write_str("invitations capped"),
            Happening::Challenged { by, player } => match by {
                Challenger::Anybody => write!(f, "challenged {player}"),
                Challenger::Way(way) => write!(f, "challenged {way} {player}"),
                Challenger::Player(by) => write!(f, "challenged player {by} {player}"),
            },
            Happening::CodeTried(guesser) => match guesser {
                Guesser::Sender(sender) => write!(f, "link a{sender}"),
                Guesser::DiscordUser(user) => write!(f, "link d{user}"),
                Guesser::Player(player) => write!(f, "link p{player}"),
                Guesser::Nobody => f.write_str("link"),
            },
            Happening::CameBack { notice, failed } => {
                write!(f, "notice {notice} came back {}", if *failed { "failed" } else { "late" })
            }
            Happening::Noted { player, game } => write!(f, "note {player} {game}"),
            Happening::WentAway { player } => write!(f, "went away {player}"),
            Happening::AskedBack { player } => write!(f, "asked back {player}"),
            Happening::Renamed { player } => write!(f, "renamed {player}"),
            Happening::Exported { player } => write!(f, "export {player}"),
            Happening::Replayed { player } => write!(f, "replay {player}"),
            Happening::Blocked { way, blocker } => write!(f, "blocked {way} {blocker}"),
            Happening::SavedByVacation { game, revision } => write!(f, "vacation {game} {revision}"),
            Happening::Said { game, player, over } => {
                write!(f, "{} {game} {player}", if *over { "goodbye" } else { "say" })
            }
            Happening::DrawOffered { game, side, turn } => write!(f, "draw {game} {} {turn}", side.word()),
            Happening::UndoAsked { game, side, turn } => write!(f, "undo {game} {} {turn}", side.word()),
            Happening::PlanPlayed { game, side } => write!(f, "planned {game} {}", side.word()),
            Happening::OperatorTold { trouble } => write!(f, "told operator {trouble}"),
            Happening::PlayedHouse { player } => write!(f, "house {player}"),
            Happening::GuestCame => f.write_str("guests"),
            Happening::SentBoard { guest } => write!(f, "board {guest}"),
            Happening::Reviewed { player } => write!(f, "review {player}"),
            Happening::EventsOpened => f.write_str("events opened"),
            Happening::CleanedUp => f.write_str("cleaned up"),
        }
    }
}

/// What is counted for the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Requests that were refused.
    Refusals,
    /// Games that began.
    GamesBegun,
    /// Games that ended.
    GamesEnded,
    /// Turns that somebody played.
    TurnsPlayed,
    /// Turns that a plan played.
    TurnsPlanned,
    /// Turns of those that the house played.
    HouseTurns,
    /// Players who came.
    PlayersMade,
    /// Mails that came.
    MailsReceived,
    /// Mails that something was done about.
    MailsHandled,
    /// Mails that nothing was done about.
    MailsDropped,
    /// Those of them that could not be read.
    MailsUnreadable,
    /// Addresses that nothing is sent to any more.
    AddressesSuspended,
    /// Invitations above the limit.
    InvitationsWithheld,
    /// Questions to confirm above the limit.
    ConfirmationsWithheld,
    /// Answers to strangers above the limit.
    StrangersWithheld,
    /// Mails of strangers that got no answer.
    StrangersUnanswered,
    /// Senders whose mails had to wait.
    SendersHeldBack,
}

impl Counter {
    /// The name that it is stored and shown by.
    pub fn name(self) -> &'static str {
        match self {
            Counter::Refusals => "refusals",
            Counter::GamesBegun => "games begun",
            Counter::GamesEnded => "games ended",
            Counter::TurnsPlayed => "turns played",
            Counter::TurnsPlanned => "turns planned",
            Counter::HouseTurns => "house turns",
            Counter::PlayersMade => "players made",
            Counter::MailsReceived => "mails received",
            Counter::MailsHandled => "mails handled",
            Counter::MailsDropped => "mails dropped",
            Counter::MailsUnreadable => "mails unreadable",
            Counter::AddressesSuspended => "addresses suspended",
            Counter::InvitationsWithheld => "invitations withheld",
            Counter::ConfirmationsWithheld => "confirmations withheld",
            Counter::StrangersWithheld => "strangers withheld",
            Counter::StrangersUnanswered => "strangers unanswered",
            Counter::SendersHeldBack => "senders held back",
        }
    }
}
