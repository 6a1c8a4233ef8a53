//! Words about tournaments.

use super::Said;
use crate::clock::duration::DAY;
use crate::event::league::Moves;
use crate::notice::told::events::{Ask, By, Cause, Heading, Listed, Pairing, Report, Rung, Table, Told};
use crate::rules::{GameKind, Side};
use crate::store::EventKind;
use crate::text::article::Block;
use crate::text::plural::counted;
use crate::text::{Line, Reader, Way, clocks, literal, report};

mod refused;
mod tables;

pub(super) use refused::why;
pub(in crate::text) use tables::{blocks, ordinal, points, quarters, sign, stands, title};

/// So many rungs of a ladder are listed.
const LISTED: usize = 40;
/// So many who can be challenged are named.
const NAMED: usize = 6;

/// What an event is called.
pub(in crate::text) fn name(event: &Heading) -> String {
    let Heading { number, title, edition, .. } = event;
    match (event.kind, event.official) {
        (EventKind::League, _) => format!("the {title} league, season {edition}"),
        (EventKind::Cup, true) => format!("{title} cup {edition}"),
        (EventKind::Cup, false) => format!("{title} cup T{number}"),
        (EventKind::RoundRobin, _) => format!("{title} round robin T{number}"),
        (EventKind::Ladder, _) => format!("the {title} ladder"),
    }
}

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Events { game, rows } => listed(reader, game.as_deref(), rows),
        Told::Joined { event, renewed } => joined(reader, event, *renewed),
        Told::Invited { event, name: who } => {
            let said = reader.way.settled_by(&literal(who), format!(" is in {}.", name(&event.event)));
            let (entered, most) = (event.entered, counted(event.players.1.into(), "player"));
            let room = format!("{entered} of at most {most} {} in.", if entered == 1 { "is" } else { "are" });
            Said::under(subject(&event.event), [said, room])
        }
        Told::Left { event } => {
            Said::one(subject(event), reader.way.settled(format!("you have left {}.", name(event))))
        }
        Told::Withdrawn { event, resigned, void, until, cause } => {
            withdrawn(reader, event, *resigned, *void, (*until, *cause))
        }
        Told::Hosted { event, code, posted } => hosted(reader, event, code.as_deref(), *posted),
        Told::Cancelled { event, by } => {
            let by = match by {
                By::Host => "its host cancelled it",
                By::Operator => "the operator cancelled it",
                By::TooFew => "too few entered",
            };
            Said::one(subject(event), reader.way.settled(format!("{} won't take place: {by}.", name(event))))
        }
        Told::PutOff { event, entered, fewest, starts } => Said::under(
            subject(event),
            [
                reader.way.settled(format!("{} begins later, {}{}.", name(event), on(reader), reader.local(*starts))),
                format!(
                    "It needs {} and has {entered}. You stay entered; `leave T{}` takes your entry back.",
                    counted((*fewest).into(), "player"),
                    event.number
                ),
            ],
        ),
        Told::RoundBegins { .. } => round_begins(reader, told),
        Told::Renewed { event, starts } => Said::under(
            subject(event),
            [
                reader.way.settled(format!("you play on in {}.", name(event))),
                format!(
                    "It begins {}{}; `leave T{}` gives your place up.",
                    on(reader),
                    reader.local(*starts),
                    event.number
                ),
            ],
        ),
        Told::Standings { event, round, tables, last, before: _ } => {
            let whose = tables.iter().find_map(|table| table.rows.iter().find(|row| row.you).map(|row| (table, row)));
            let first = match (whose, last) {
                (Some((table, row)), _) => {
                    format!("You are {} in {}.", tables::place(row, table.rows.len()), name(event))
                }
                (None, Some(_)) => format!("{} as it stands, round {round}.", capital(&name(event))),
                (None, None) => format!("{} is over.", capital(&name(event))),
            };
            let last = last.map(|last| format!("Round {round} ends by {}.", reader.local(last)));
            Said::under(subject(event), std::iter::once(first).chain(last)).with(blocks(event.kind, tables))
        }
        Told::Weekly { event, table, last } => {
            let mine = table.rows.iter().find(|row| row.you);
            let place = mine.map_or_else(String::new, |row| tables::place(row, table.rows.len()));
            let first = reader.way.settled(format!("you are {place} in {}.", name(event)));
            let last =
                last.map(|last| format!("The round ends by {}. `set news off` ends these mails.", reader.local(last)));
            Said::under(subject(event), std::iter::once(first).chain(last))
                .with(blocks(event.kind, std::slice::from_ref(table)))
        }
        Told::RoundOver { event, round, on, lot, table } => {
            let mine = table.rows.iter().find(|row| row.you);
            let place = mine.map_or_else(String::new, |row| tables::place(row, table.rows.len()));
            let news = if *on { "you go on" } else { "you are out" };
            let first =
                reader.way.settled(format!("round {round} of {} is decided, and {news}: {place}.", name(event)));
            let drawn = "You share that place, and nothing else parted you: a lot decided.";
            let running = "Games of the round that still run go on, for ratings.";
            let lines = std::iter::once(first).chain(lot.then(|| drawn.to_owned())).chain([running.to_owned()]);
            Said::under(subject(event), lines).with(blocks(event.kind, std::slice::from_ref(table)))
        }
        Told::Over { event, table, moves, running } => over(reader, event, table, *moves, *running),
        Told::Ladder { event, rungs, wants } => ladder(event, rungs, *wants),
        Told::NotBegun { event } => not_begun(reader, event),
        Told::LadderGame { event, game, opponent, mine } => {
            let opponent = literal(opponent);
            let first = match mine {
                true => reader.way.settled(format!("game {game} against {opponent} has begun on {}.", name(event))),
                false => format!("{opponent} challenges you on {}, and game {game} has begun.", name(event)),
            };
            let second = match mine {
                true => "If you win it, you stand above your opponent.",
                false => "If your opponent wins it, they stand above you.",
            };
            Said::under(subject(event), [first, second.to_owned()])
        }
        Told::OffLadder { event } => Said::one(
            subject(event),
            reader.way.settled(format!(
                "you played nothing for 30 days and are off {}. `join T{}` enters it again, at the bottom.",
                name(event),
                event.number
            )),
        ),
        Told::Replaced { event, old, new, game } => {
            let (old, new, event_name) = (literal(old), literal(new), name(event));
            let said = match game {
                Some(game) => format!("in game {game} of {event_name} you play {new}, in place of {old}."),
                None => format!("{new} plays in your place in {event_name}, by the operator."),
            };
            Said::one(subject(event), reader.way.settled(said))
        }
        Told::Export { report } => exported(reader, report),
        Told::Stays { event } => Said::one(subject(event), reader.way.settled(format!("you stay in {}.", name(event)))),
        Told::Post { event, tables } => {
            // Whoever reads this in a channel has not asked for it.
            let enter = (!event.running).then(|| format!("`join T{}` enters it.", event.event.number));
            let lines = row(reader, event).into_iter().chain(enter);
            Said::under(subject(&event.event), lines).with(blocks(event.event.kind, tables))
        }
    }
}

pub(super) fn asked(reader: &Reader<'_>, ask: &Ask) -> Said {
    match ask {
        Ask::Withdraw { event, games, days } => {
            let resigned = match games {
                0 => "No game of yours runs in it.".to_owned(),
                1 => "Your running game in it is resigned.".to_owned(),
                more => format!("Your {more} running games in it are resigned."),
            };
            Said::under(
                subject(event),
                [
                    format!(
                        "Withdraw from {}? {} to go ahead; it can't be undone.",
                        name(event),
                        reader.way.answer(true)
                    ),
                    format!("{resigned} You can enter no event for {days} days. `no`, or no answer: nothing happens."),
                ],
            )
        }
        Ask::StillThere { event, until } => Said::under(
            subject(event),
            [
                format!("Are you still there? {} to stay in {}.", reader.way.answer(true), name(event)),
                format!(
                    "Your time ran out. Without an answer {} {} you are withdrawn, so that nobody waits for you.",
                    reader.way.by(),
                    reader.local(*until)
                ),
            ],
        ),
        Ask::Renew { event, starts } => Said::under(
            subject(event),
            [
                format!("Do you play on in {}? {} to keep your place.", name(event), reader.way.answer(true)),
                format!("It begins {}{}. Without an answer somebody else gets it.", on(reader), reader.local(*starts)),
            ],
        ),
    }
}

/// In front of a moment that isn't a deadline, with the space behind it. Discord's time stamps read "in 10 days".
fn on(reader: &Reader<'_>) -> &'static str {
    if reader.discord() { "" } else { "on " }
}

fn subject(event: &Heading) -> String {
    format!("Turnpost: {}", name(event))
}

fn listed(reader: &Reader<'_>, game: Option<&str>, rows: &[Listed]) -> Said {
    let called = |game: &str| GameKind::named(game).map_or_else(|_| game.to_owned(), |game| game.title().to_owned());
    let of = game.map(|game| format!(" of {}", called(game))).unwrap_or_default();
    if rows.is_empty() {
        return Said::under(
            "Turnpost: tournaments",
            [
                format!("There is no tournament{of} now."),
                "`host amazons roundrobin players 4-8` makes one that others can enter.".to_owned(),
            ],
        );
    }
    // A ladder runs for ever, and can always be entered.
    let (open, running): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| !row.running || row.event.kind == EventKind::Ladder);
    let now = open.iter().filter(|row| row.wants.is_none() && !row.yours).count();
    let in_all = !open.is_empty() && open.iter().all(|row| row.yours);
    let can = match now {
        0 if in_all => format!("You are in every tournament{of} that can be entered"),
        0 => format!("No tournament{of} can be entered yet"),
        _ => format!("{}{of} can be entered", counted(now as i64, "tournament")),
    };
    let mut lines = vec![
        if running.is_empty() { format!("{can}.") } else { format!("{can}, {} already.", runs(running.len())) },
        "To enter one: `join T12`, with its number; `standings T12` shows its table.".to_owned(),
    ];
    lines.extend(rows.iter().find_map(|row| row.wants).map(|(games, opponents)| {
        format!(
            "Where {LATER} stands, finish {} against {} first: `new amazons rated` finds one.",
            counted(games.into(), "rated game"),
            counted(opponents.into(), "opponent")
        )
    }));
    lines.extend(open.into_iter().chain(running).flat_map(|listed| row(reader, listed)));
    Said::under("Turnpost: tournaments", lines)
}

/// What a reader has to do before they can enter an event.
fn finish_first((games, opponents): (u32, u32), event: &Heading) -> String {
    format!(
        "Before you enter it, finish {} against {}: `new {} rated` finds one.",
        counted(games.into(), "rated game"),
        counted(opponents.into(), "opponent"),
        spoken(&event.title)
    )
}

/// A game by its name in commands: `diamond`.
fn spoken(title: &str) -> String {
    let named = GameKind::ALL.iter().find(|game| title.starts_with(game.title()));
    named.map_or_else(|| title.to_lowercase(), |game| game.name().to_owned())
}

/// An event without tables: when it begins, and whether the reader is in it.
fn not_begun(reader: &Reader<'_>, listed: &Listed) -> Said {
    let Listed { event, yours, wants, code, .. } = listed;
    let number = event.number;
    let first = reader.way.settled(format!("{} has no table yet.", name(event)));
    let enter = match wants {
        _ if *yours => format!("You are in; `leave T{number}` takes your entry back."),
        _ if listed.running => String::new(),
        Some(wants) => finish_first(*wants, event),
        None if *code => format!("`join T{number} code WORD` enters it, with the word that its host tells."),
        None => format!("`join T{number}` enters it."),
    };
    let enter = Some(enter).filter(|enter| !enter.is_empty());
    Said::under(subject(event), std::iter::once(first).chain(row(reader, listed)).chain(enter))
}

/// Marks what a reader can't enter yet.
const LATER: &str = "(later)";

fn runs(number: usize) -> String {
    if number == 1 { "1 runs".to_owned() } else { format!("{number} run") }
}

/// One event of a list.
fn row(reader: &Reader<'_>, listed: &Listed) -> Vec<String> {
    let Listed { event, entered, players: (fewest, most), .. } = listed;
    let number = if matches!((event.kind, event.official), (EventKind::RoundRobin, _) | (EventKind::Cup, false)) {
        String::new()
    } else {
        format!("T{}, ", event.number)
    };
    let in_it = match (listed.yours, listed.wants) {
        (true, _) => " · you are in".to_owned(),
        (false, Some(_)) => format!(" · {LATER}"),
        (false, None) => String::new(),
    };
    let code = if listed.code { " · by invitation" } else { "" };
    let when = match (listed.running, listed.starts, listed.last) {
        (true, _, Some(last)) => format!("this round ends by {}", reader.local(last)),
        (true, ..) if event.kind == EventKind::Ladder => "enter at any time".to_owned(),
        (true, ..) => "over".to_owned(),
        (false, Some(starts), _) => format!("begins {}{}", on(reader), reader.local(starts)),
        (false, None, _) => format!("begins with {}", counted((*most).into(), "player")),
    };
    let wanted = match (listed.running, listed.starts) {
        (false, Some(_)) if entered < fewest => format!(" of {fewest} needed"),
        _ => String::new(),
    };
    vec![format!(
        "{number}{}: {entered} in{wanted} · {when} · {}{code}{in_it}",
        name(event),
        clocks::brief(listed.clock)
    )]
}

fn joined(reader: &Reader<'_>, listed: &Listed, renewed: bool) -> Said {
    let event = &listed.event;
    let ladder = event.kind == EventKind::Ladder;
    let first = reader.way.settled(format!("you are in {}.", name(event)));
    let second = match listed.starts {
        _ if ladder => {
            format!(
                "You begin at the bottom. `ladder {} vs NAME` challenges somebody above you.",
                event.title.to_lowercase()
            )
        }
        Some(starts) => format!("It begins {}{}.", on(reader), reader.local(starts)),
        None => format!(
            "It begins with {}; {} so far.",
            counted(listed.players.1.into(), "player"),
            if listed.entered == 1 { "1 is in".to_owned() } else { format!("{} are in", listed.entered) }
        ),
    };
    let mut lines = vec![first, second, format!("Each game: {}.", clocks::in_full(listed.clock))];
    if renewed {
        lines.push("Your place is renewed each season, with notice.".to_owned());
    }
    lines.push(format!("`leave T{}` takes it back.", event.number));
    Said::under(subject(event), lines)
}

fn hosted(reader: &Reader<'_>, listed: &Listed, code: Option<&str>, posted: bool) -> Said {
    let Listed { event, players: (fewest, most), .. } = listed;
    let number = event.number;
    let starts = match listed.starts {
        Some(starts) => format!("It begins {}{} if at least {fewest} are in.", on(reader), reader.local(starts)),
        None => format!("It begins as soon as {most} are in."),
    };
    let enter = match code {
        Some(code) => format!("Those whom you invite type `join T{number} code {}`.", literal(code)),
        None => format!("Others enter it with `join T{number}`, and so do you if you want to play."),
    };
    let mut lines = vec![
        reader.way.settled(format!("{} is open.", name(event))),
        starts,
        enter,
        format!(
            "Each game: {}. It needs nothing more from you; `cancel T{number}` cancels it.",
            clocks::in_full(listed.clock)
        ),
    ];
    lines.extend(posted.then(|| "It is posted in the channel where you asked for it.".to_owned()));
    Said::under(subject(event), lines)
}

fn withdrawn(reader: &Reader<'_>, event: &Heading, resigned: u32, void: bool, how: (i64, Cause)) -> Said {
    let (until, cause) = how;
    let why = match cause {
        Cause::Asked => "you have withdrawn from",
        Cause::Silent => "you didn't answer and are withdrawn from",
        Cause::Operator => "the operator has withdrawn you from",
        Cause::Linked => "your two entries are one player now, and the later one is withdrawn from",
    };
    let mut lines = vec![reader.way.settled(format!("{why} {}.", name(event)))];
    let games = match resigned {
        0 => String::new(),
        1 => "Your running game in it is resigned. ".to_owned(),
        more => format!("Your {more} running games in it are resigned. "),
    };
    let counts = match void {
        true => "Fewer than half of your games were finished, so none counts in the table.",
        false => "What you have finished counts in the table.",
    };
    lines.push(format!("{games}{counts}"));
    if matches!(cause, Cause::Asked | Cause::Silent) {
        lines.push(format!("You can enter events again from {}.", reader.local(until)));
    }
    Said::under(subject(event), lines)
}

fn round_begins(reader: &Reader<'_>, told: &Told) -> Said {
    let Told::RoundBegins { event, round, games, last, clock, pause, pattern, table } = told else {
        return Said::default();
    };
    let begin: Vec<&Pairing> = games.iter().filter(|game| game.begins).collect();
    let numbers: Vec<String> = begin.iter().map(|game| game.game.to_string()).collect();
    let first = match &numbers[..] {
        [] => reader.way.settled(format!("round {round} of {} has begun, and your opponents move first.", name(event))),
        [one] => format!("Your turn in game {one}: round {round} of {} has begun.", name(event)),
        _ => format!("Your turn in {} games: round {round} of {} has begun.", numbers.len(), name(event)),
    };
    let days = pause / DAY;
    let mut lines = vec![
        first,
        format!("Its last day is {}, whatever happens.", reader.local(*last)),
        format!("Each game: {}; at most {} of leave.", clocks::in_full(*clock), counted(days.into(), "day")),
    ];
    let side = |side: Side| if side == Side::White { "White" } else { "Black" };
    lines.extend(games.iter().map(|game| {
        let begins = if game.begins { " · you begin" } else { "" };
        format!("Game {}: {} against {}{begins}", game.game, side(game.side), literal(&game.opponent))
    }));
    if let Some(number) = numbers.first().filter(|_| !reader.discord()) {
        let how = if pattern.is_empty() { "your move" } else { pattern };
        lines.push(format!(
            "To play, answer one line per game: its number, then {how}. `show {number}` sends the board of game {number}."
        ));
    }
    Said::under(subject(event), lines).with(blocks(event.kind, std::slice::from_ref(table)))
}

fn over(reader: &Reader<'_>, event: &Heading, table: &Table, moves: Option<Moves>, running: u32) -> Said {
    let what = match moves {
        Some(_) => format!("division {} of {} is decided.", table.group, name(event)),
        None => format!("{} is over.", name(event)),
    };
    let mine = table.rows.iter().find(|row| row.you);
    let place = mine.map_or_else(String::new, |row| format!(" You are {}", tables::place(row, table.rows.len())));
    let place = match moves {
        _ if place.is_empty() => place,
        Some(Moves::Up) => format!("{place}, and go up."),
        Some(Moves::Down) => format!("{place}, and go down."),
        Some(Moves::Stays) if table.group == 1 && mine.is_some_and(|row| row.place == 1) => {
            format!("{place}, and have won the league.")
        }
        Some(Moves::Stays) => format!("{place}, and stay."),
        None => format!("{place}."),
    };
    let open = match running {
        0 => None,
        1 => Some("One game of it still runs, and goes on, for ratings.".to_owned()),
        more => Some(format!("{} of it still run, and go on, for ratings.", counted(more.into(), "game"))),
    };
    let first = reader.way.settled(format!("{what}{place}"));
    Said::under(subject(event), std::iter::once(first).chain(open))
        .with(blocks(event.kind, std::slice::from_ref(table)))
}

/// The report itself at the console; elsewhere it is attached.
fn exported(reader: &Reader<'_>, report: &Report) -> Said {
    let event = &report.event;
    if reader.way == Way::Console {
        let article = report::files(report).into_iter().flat_map(|(file, text)| {
            let lines = text.lines().map(|line| (line.trim_end().to_owned(), Line::default())).collect();
            [Block::Heading(file), Block::Samples(lines)]
        });
        return Said::one(subject(event), format!("All of {}:", name(event))).with(article.collect());
    }
    let first = reader.way.settled(format!("all of {} is attached.", name(event)));
    let second =
        "The tables are text; the other files are in FIDE's format (TRF), for programs that manage tournaments.";
    Said::under(subject(event), [first, second.to_owned()])
}

fn ladder(event: &Heading, rungs: &[Rung], wants: Option<(u32, u32)>) -> Said {
    let mine = rungs.iter().position(|rung| rung.you);
    let game = event.title.to_lowercase();
    let first = match mine {
        Some(place) => format!("You are {} of {} on {}.", ordinal(place as u32 + 1), rungs.len(), name(event)),
        None if rungs.is_empty() => format!("Nobody is on {} yet.", name(event)),
        None => format!("{} has {}.", capital(&name(event)), counted(rungs.len() as i64, "player")),
    };
    let reached: Vec<String> = rungs.iter().filter(|rung| rung.in_reach).map(|rung| literal(&rung.name)).collect();
    let second = match (mine, reached.first()) {
        (Some(place), Some(one)) if reached.len() > NAMED => format!(
            "You can challenge whoever stands from place {} to {place}: `ladder {game} vs {one}`.",
            place + 1 - reached.len()
        ),
        (Some(_), Some(one)) => format!("You can challenge {}: `ladder {game} vs {one}`.", reached.join(", ")),
        (Some(_), None) => "Nobody stands above you.".to_owned(),
        (None, _) => match wants {
            Some(wants) => finish_first(wants, event),
            None => format!("`join T{}` enters it, at the bottom.", event.number),
        },
    };
    // Of a long one, what is around the reader.
    let from = mine.unwrap_or(0).saturating_sub(LISTED / 2).min(rungs.len().saturating_sub(LISTED));
    let shown = rungs.iter().enumerate().skip(from).take(LISTED);
    let rows = shown.map(|(place, rung)| vec![(place + 1).to_string(), rung.name.clone(), playing(rung.playing)]);
    let head = ["", "Player", "Playing"].map(str::to_owned).to_vec();
    let table = (!rungs.is_empty()).then(|| Block::Table { head, rows: rows.collect() });
    let of = rungs.len();
    let cut = (of > LISTED).then(|| format!("{}:", capital(&part(from + 1, from + LISTED, of))));
    Said::under(subject(event), [first, second].into_iter().chain(cut)).with(table.into_iter().collect())
}

/// How many games somebody has on a ladder.
pub(in crate::text) fn playing(games: u32) -> String {
    if games > 0 { counted(games.into(), "game") } else { String::new() }
}

/// Groups that a picture leaves out.
pub(in crate::text) fn more_groups(number: usize) -> String {
    format!("and {}", counted(number as i64, "more group"))
}

/// Which part of a long ladder is shown.
pub(in crate::text) fn part(first: usize, last: usize, of: usize) -> String {
    format!("places {first} to {last} of {of}")
}

/// What a round is called.
pub(in crate::text) fn round(number: usize) -> String {
    format!("Round {number}")
}

fn capital(text: &str) -> String {
    crate::text::clause::capital(text)
}
