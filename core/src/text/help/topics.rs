//! What is said of things that new players ask about and that are no commands. No line begins with a command, so that
//! help quoted back to us isn't obeyed.

use super::games;
use crate::clock::ClockRule;
use crate::command::HelpTopic;
use crate::text::clocks;
use crate::text::way::Way;

/// What Turnpost is, in one line.
pub(in crate::text) const TURNPOST: &str =
    "Turnpost carries board games by mail and Discord: it sends you the board, and you reply with a move.";

/// A topic, explained.
pub(in crate::text) fn lines(topic: HelpTopic, way: Way) -> Vec<String> {
    let discord = way == Way::Discord;
    let usual = clocks::in_full(ClockRule::default());
    let lines: Vec<String> = match topic {
        HelpTopic::Turnpost => vec![
            TURNPOST.to_owned(),
            "It knows the rules, keeps the time and remembers everything; there is no account and no password.".into(),
            format!("The games: {}.", games()),
            "To begin: `new amazons vs friend@example.net` invites a friend, `new amazons` finds an opponent.".into(),
        ],
        HelpTopic::Commands => vec![
            "All commands; N is a game's number, which may be left out in a reply about that game.".into(),
            "`help` and the name of one tells more about it.".into(),
        ],
        HelpTopic::Clock => vec![
            format!("Each player has a clock that runs while it is their turn: {usual}, unless a challenge says otherwise."),
            "What a turn adds never lifts a clock above what it began with. A clock that runs out loses the game.".into(),
            match discord {
                true => "Other clocks: `new amazons clock 3d/turn` (3 days for each turn), and what is offered beside it.".into(),
                false => "Other clocks: `new amazons clock 3d/turn` (3 days for each turn), `clock 20d+1d`, `clock none`.".into(),
            },
            "A bound makes sure that a game ends: with `clock 10d+36h max 45d` nobody uses more than 45 days in the whole game.".into(),
            "Every board names the deadline, and a reminder comes before it; `away 7d` stops all your clocks.".into(),
            "Clocks of less than some hours are for people who sit at the board together: a mail can take minutes.".into(),
        ],
        HelpTopic::Turns => vec![
            "A turn is written with the squares it names: files are letters, ranks are numbers.".into(),
            "Amazons `d1-d7/g7` · Desdemona `d1-d5/g8`, `d1-d5xg8` · Dameo `c3-c4`, `d4xd6xf6` · Othello `d3`".into(),
            "Diamond Chess: `c@g1` puts a piece down, `e1-e3 g2-g4` are two moves, `f4xf5` attacks, `e4^f7` pounces.".into(),
            "Capitals, spaces and other dashes are fine; what is unclear is asked, and nothing wrong is ever played.".into(),
            "In a game, `moves` lists what can be played, `moves d7` what the piece on d7 can, `preview` tries a turn out.".into(),
        ],
        HelpTopic::Colours => vec![
            "The sides are White and Black; which of them begins depends on the game, mostly White.".into(),
            "Whoever is invited to an unrated game begins, unless the challenge names a colour: `new dameo vs ben as white`.".into(),
            "In rated games colours are drawn by lot; `rematch` swaps them.".into(),
        ],
        HelpTopic::Rated => vec![
            "A rated game changes both players' ratings, an unrated one doesn't.".into(),
            "Invitations and first games are unrated, and so are games by customs by mail; all others are rated.".into(),
            "Either can be said: `new amazons vs ben unrated`. `ratings amazons` lists the best.".into(),
        ],
        HelpTopic::Variants => {
            let mut lines = vec!["Some games have variants and options: `new desdemona cassio`, `new diamond quick`.".to_owned()];
            for game in crate::rules::GameKind::ALL {
                let (variants, options) = (game.variants(), game.options());
                if variants.len() > 1 {
                    lines.push(format!("{}: {}.", game.title(), variants.join(", ")));
                }
                lines.extend(
                    options
                        .iter()
                        .map(|option| format!("{} with `{}={}`: {}.", game.title(), option.name, option.values, option.help)),
                );
            }
            lines
        }
        HelpTopic::Mail => vec![
            "Reply to a board with your move on a line of its own; what stands below it goes to your opponent.".into(),
            "The mail's own reply address is your key to the game: answer with it, and don't pass it on.".into(),
            "Several commands may stand in one mail, one on each line; quotes and signatures are left out.".into(),
            "Fewer mails: `digest 8:00` sends one a day, `receipts off` no receipts. `stop` ends them all.".into(),
        ],
        HelpTopic::Discord => vec![
            "In a server with Turnpost, `/new` makes a challenge; the game gets a thread of its own.".into(),
            "Type a move there, or press Move and choose. More holds the rest: flip, history, draw, resign.".into(),
            "`link` joins your mail and your Discord account, so that you can play by either.".into(),
        ],
        HelpTopic::Privacy => vec![
            "Opponents see your name, your turns and what you say, never your address.".into(),
            "Anybody may look at your games, not at what you say there; with `public off` only your opponents may.".into(),
            "There is no password: the secret reply address of each mail shows that it is you.".into(),
            "`export me` gives you all that is stored about you, `forget me` deletes it.".into(),
        ],
        HelpTopic::Invitations => vec![
            "To invite a friend: `new amazons vs friend@example.net`; your friend needs no account and replies with a move.".into(),
            "A player here is challenged by name, `new dameo vs ben`; `new amazons` is for anyone.".into(),
            "`challenges` lists what is open. We write to a stranger once; `block` keeps somebody away from you.".into(),
        ],
        HelpTopic::Pictures => vec![
            "Your side of the board is at the bottom; the last turn is marked, and dots show where a piece can go.".into(),
            "A solid arrow is the way of a piece, a dotted one a shot or an attack; the triangle at its end is where it arrived.".into(),
            "A ring is a stone that changed colour, a cross a piece that was taken, corners a piece that was put down, a spiky star a blow that was resisted.".into(),
            "Looks: `theme` and one of its names; `board white` shows White's side below.".into(),
            "In the text of a mail the last turn stands in brackets, and capitals are amazons, kings or White's pieces.".into(),
        ],
    };
    lines
}
