//! Serving an identified sender: each command is run, held for confirmation, or refused.

use crate::command::fault::{Fault, Slip};
use crate::command::hint::{Hint, clear_request};
use crate::command::own_turn::names_piece;
use crate::command::{Command, table};
use crate::notice::told::incoming;
use crate::notice::{Audience, News, Undone};
use crate::request::CommandError;
use crate::service::events::{entering, hosting, inviting, ladder, showing};
use crate::service::incoming::identity::wants_token;
use crate::service::incoming::{answers, asked, hints, nearly, one_turn, pages, taking, unread};
use crate::service::lobby::{challenge, house};
use crate::service::now::Now;
use crate::service::people::{holding, links, preferences, privacy, ways};
use crate::service::playing::{asking, offers, plans, play, say, vacation};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{About, Level, Requester, Via};
use crate::service::views::{lists, look, looking, thoughts};
use crate::service::{HOUR, ServiceError};
use crate::store::{Counter, Happening, Player, QuestionKind};
use crate::token::Subject;

/// How often an hour the same thing is shown by mail. No person asks so often; two robots would go on for ever.
const SHOWN_AN_HOUR: u32 = 20;

/// Serves a message's commands as far as its sender is trusted.
pub fn serve(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    commands: &[Result<Command, CommandError>],
) -> Result<(), ServiceError> {
    if who.player.as_ref().is_some_and(|player| player.suspended) {
        // Everybody may ask for silence; and players are not told what others write in their name.
        let theirs = who.level == Level::Full || who.ended.is_some();
        if theirs && commands.contains(&Ok(Command::Stop)) {
            return run(now, out, who, &Command::Stop);
        }
        if who.level == Level::Unproven {
            return Ok(());
        }
        return out.refuse(who, None, incoming::Why::Suspended);
    }
    let (hint, commands) = match commands {
        [Ok(Command::Hint(hint)), rest @ ..] => (hint.clone(), rest),
        all => (Hint::default(), all),
    };
    let commands = match hints::answer(now, who, &hint)? {
        Some(commands) => commands,
        None => one_turn::asked_of_position(now, who, commands)?,
    };
    let (named, commands) = match &commands[..] {
        [Ok(Command::Nearly(named)), rest @ ..] => (&named[..], rest),
        all => (&[][..], all),
    };
    // Should the words be a turn or a wish, what else was said goes along with it.
    if !commands.iter().any(Result::is_ok) && who.comment.is_none() {
        who.comment = hint.beside.clone();
    }
    if who.level > Level::Unproven && !commands.iter().any(Result::is_ok) && !out.may_answer_words(who)? {
        return Ok(());
    }
    if who.level == Level::Full && answer_confirmation(now, out, who, commands)? {
        return Ok(());
    }
    if who.level == Level::Full
        && let Some(rest) = taking::answered(now, out, who, commands)?
    {
        return if rest.is_empty() { Ok(()) } else { serve(now, out, who, rest) };
    }
    if after_its_end(now, out, who, commands)? {
        return Ok(());
    }
    // Words in a game's thread are answered below them.
    if out.with_audience(Audience::Everyone, |out| nearly::helped(now, out, who, named, &hint))? {
        return Ok(());
    }
    // Who tried to say a turn doesn't want it to be sent as words, and who asks about themselves asks us.
    let for_us = |words: &String| names_piece(words) || (words.ends_with('?') && words.contains(" I "));
    if who.unsent.as_ref().is_some_and(|words| !named.is_empty() || for_us(words))
        && nearly::waiting_game(now, who)?.is_some()
    {
        who.unsent = None;
    }
    // What is wrong with the command itself is told; other words at its front only happen to be one.
    let shows = hint.wish.as_deref().and_then(unread::command_of).is_some_and(|wish| wish.informs());
    let other = |said: &Result<Command, CommandError>| {
        let why = said.as_ref().err().map(|error| &error.why);
        let same = |why: &Fault| matches!(why, Fault::Arguments { command, .. } if Some(command) == hint.wish.as_ref());
        // "Show me the board" has words behind the command, but no other wish.
        let wordy = |why: &Fault| matches!(why, Fault::Arguments { slip: Slip::CannotRead(_), .. });
        why.is_some_and(|why| !same(why) || (shows && wordy(why)))
    };
    let unread = !commands.is_empty() && commands.iter().all(other);
    let granted = match hint.wish {
        wish if commands.is_empty() => {
            let turn = hint.turn.is_some() || named.len() > 1;
            Some(unread::no_command(now, out, who, wish, turn)?)
        }
        // A wish says more than that its first words can't be read: "show me the rules again".
        Some(wish) if unread && who.level > Level::Unproven => Some(unread::wished(now, out, who, wish)?),
        Some(wish) if unread && clear_request(&wish).is_some() => {
            Some(unread::no_command(now, out, who, Some(wish), false)?)
        }
        _ => None,
    };
    if let Some(granted) = granted {
        return granted.map_or(Ok(()), |command| run(now, out, who, &command));
    }
    // Held commands are examined once confirmed; until then their sender learns nothing about any game.
    let clear = match who.level {
        Level::Unproven => commands.to_vec(),
        Level::Signed | Level::Full => {
            out.with_audience(Audience::Everyone, |out| one_turn::one_turn_a_game(now, out, who, commands.to_vec()))?
        }
    };
    let acts = |command: &Command| !command.informs() && !matches!(command, Command::Yes | Command::No);
    if let Some(me) =
        who.player.as_ref().filter(|_| who.asked && who.level > Level::Unproven && clear.iter().flatten().any(acts))
    {
        asking::drop_guesses(now, me.id, who.about.game().map(|(number, _)| number))?;
    }
    let mut held = Vec::new();
    let mut told = false;
    for command in &clear {
        match command {
            Ok(command @ (Command::Help(_) | Command::Rules(_))) if who.level == Level::Unproven => {
                if out.may_inform(who)? {
                    run(now, out, who, command)?;
                }
            }
            Ok(command) if who.level == Level::Unproven => held.push(command.clone()),
            Ok(command) if who.level == Level::Signed && wants_token(command) => held.push(command.clone()),
            Ok(command) => run(now, out, who, command)?,
            // An unproven sender is told rarely, once per mail, and never in their own words.
            Err(error) if who.level == Level::Unproven => {
                let only_mistakes = commands.iter().all(Result::is_err);
                if only_mistakes && !told && out.may_inform(who)? {
                    told = true;
                    now.tx.count(Counter::Refusals)?;
                    let command = table::begin(&error.line).map(|begun| begun.entry.word.to_owned());
                    out.answer(
                        who,
                        Topic::default(),
                        News::Refused {
                            undone: Undone::by_line(&error.line),
                            why: Fault::Unread { command }.into(),
                            last: None,
                            deadline: None,
                        },
                    );
                }
            }
            // An unreadable line reveals nothing about anybody.
            Err(error) => out.with_audience(Audience::Everyone, |out| unread::refuse_line(now, out, who, error))?,
        }
    }
    if !held.is_empty() {
        holding::hold(now, out, who, held)?;
    }
    Ok(())
}

/// An answer to "was this you?" runs what was held, then the rest of its own commands. True if it was such an answer.
fn answer_confirmation(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    commands: &[Result<Command, CommandError>],
) -> Result<bool, ServiceError> {
    let About::Question { id, .. } = who.about else { return Ok(false) };
    let Some(question) = now.tx.open_question(id, now.at)? else { return Ok(false) };
    let QuestionKind::Confirm { held, display } = question.kind else { return Ok(false) };
    // A player may answer from any of their addresses.
    let asked = question.address.is_some() && question.address == who.address.as_ref().map(|address| address.id);
    if !asked && (question.player.is_none() || question.player != who.player.as_ref().map(|player| player.id)) {
        return Ok(false);
    }
    let rest = match commands {
        [] | [Err(_), ..] => {
            if !out.may_refuse(who)? {
                return Ok(true);
            }
            // Ask again with the same question, so that a reply to this mail answers it.
            let topic = Topic { question: Some(id), ..Topic::default() };
            let unnamed = Requester { player: None, ..who.clone() };
            // Whoever asks what this is about is told.
            let asked = held.commands.iter().map(asked::asked).collect();
            out.answer(&unnamed, topic, News::Question { ask: incoming::Ask::WasItYouFor { asked }.into(), id });
            return Ok(true);
        }
        [Ok(Command::Yes), rest @ ..] => rest,
        [Ok(Command::No), ..] => {
            now.tx.close_question(id)?;
            out.reply(who, incoming::Told::Dropped);
            return Ok(true);
        }
        rest @ [Ok(Command::Stop), ..] => {
            now.tx.close_question(id)?;
            who.about = About::Nothing;
            serve(now, out, who, rest)?;
            return Ok(true);
        }
        // Asking what this is about is not agreeing to it: what needs a token needs an explicit yes.
        _ if held.commands.iter().any(wants_token) => return Ok(false),
        rest => rest,
    };
    now.tx.close_question(id)?;
    who.confirmed = true;
    // The held message now counts as seen and proven: a signed copy of it is a repeat.
    if let Some(key) = &held.key {
        now.tx.see(key, now.at)?;
    }
    let after = who.comment.take();
    who.display = display.or(who.display.take());
    who.about = holding::about(now, &held)?;
    who.comment = held.comment;
    for command in
        one_turn::one_turn_a_game(now, out, who, held.commands.into_iter().map(Ok).collect())?.iter().flatten()
    {
        run(now, out, who, command)?;
    }
    who.confirmed = false;
    if !rest.is_empty() {
        who.comment = after;
        serve(now, out, who, rest)?;
    }
    Ok(true)
}

/// What an ended secret can still do: `stop` works, and a late answer is told that it is late. True if nothing is left
/// to do.
fn after_its_end(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    commands: &[Result<Command, CommandError>],
) -> Result<bool, ServiceError> {
    let Some(subject) = who.ended else { return Ok(false) };
    if commands.contains(&Ok(Command::Stop)) {
        run(now, out, who, &Command::Stop)?;
        return Ok(true);
    }
    let answers = matches!(commands.first(), Some(Ok(Command::Yes | Command::No)));
    if !(answers && matches!(subject, Subject::Question(_)) && who.about == About::Nothing) {
        return Ok(false);
    }
    if out.may_inform(who)? {
        out.reply(who, incoming::Told::TooLate);
    }
    Ok(true)
}

/// Runs one command of a sender who may give it.
fn run(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, command: &Command) -> Result<(), ServiceError> {
    if who.via == Via::Page && !pages::allows(command, who.player.as_ref()) {
        let undone = Undone::by_command(command);
        return out.doing(undone, |out| out.refuse(who, None, incoming::Why::NotOnPage));
    }
    if command.informs() && !may_tell(now, out, who, command)? {
        return Ok(());
    }
    // One code is enough.
    if *command == Command::Link(None) && who.via == Via::Mail {
        if out.shown.contains(command) {
            return Ok(());
        }
        out.shown.push(command.clone());
    }
    let undone = Undone::by_command(command);
    let audience = Audience::of_command(command);
    let done = out.with_audience(audience, |out| out.doing(undone, |out| run_this(now, out, who, command)));
    // Whatever comes next reads anew what this one may have changed.
    who.at_hand = None;
    done
}

/// Hands a command to the use case that does it.
fn run_this(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, command: &Command) -> Result<(), ServiceError> {
    match command {
        Command::New(new) => challenge::new_game(now, out, who, new),
        Command::Accept(number) => challenge::accept(now, out, who, *number),
        Command::Decline(number) => challenge::decline(now, out, who, *number),
        Command::Cancel(number) => challenge::cancel(now, out, who, *number),
        Command::Challenges => lists::list_challenges(now, out, who),
        Command::Rematch(number) => challenge::rematch(now, out, who, *number),
        Command::House { game, level } => house::instead(now, out, who, *game, *level),
        Command::Turn { game, guard, text } => match challenge::accept_by_moving(now, out, who, *game)? {
            true => play::turn(now, out, who, *game, *guard, text),
            false => Ok(()),
        },
        Command::Perhaps { .. } => {
            for command in one_turn::asked_of_position(now, who, &[Ok(command.clone())])?.iter().flatten() {
                run(now, out, who, command)?;
            }
            Ok(())
        }
        // Only a message without any command has it, and it was looked at before.
        Command::Nearly(_) | Command::Hint(_) => Ok(()),
        Command::Show { game, turn } => look::show(now, out, who, *game, *turn),
        Command::History(game) => look::history(now, out, who, *game),
        Command::Moves { game, from } => look::moves(now, out, who, *game, from.as_deref()),
        Command::Preview { game, turns } => look::preview(now, out, who, *game, turns),
        Command::Resign { game, sure } => offers::resign(now, out, who, *game, *sure),
        Command::Draw { game, answer } => offers::draw(now, out, who, *game, *answer),
        Command::Undo(game) => offers::undo(now, out, who, *game),
        Command::Claim(game) => offers::claim(now, out, who, *game),
        Command::Count(game) => look::count_position(now, out, who, *game),
        Command::AskHint(game) => thoughts::hint(now, out, who, *game),
        Command::Review(game) => thoughts::review(now, out, who, *game),
        Command::Say { game, text } => say::say(now, out, who, *game, text),
        Command::Note { game, text } => look::note_to_self(now, out, who, *game, text.as_deref()),
        Command::Plan { game, line } => plans::plan(now, out, who, *game, line),
        Command::Plans { game, cancel } => plans::plans(now, out, who, *game, *cancel),
        Command::Watch(number) => look::watch(now, out, who, *number, true),
        Command::Unwatch(number) => look::watch(now, out, who, *number, false),
        Command::Yes | Command::No => match answers::yes_or_no(now, out, who, *command == Command::Yes)? {
            Some(meant) => run(now, out, who, &meant),
            None => Ok(()),
        },
        Command::Games => lists::list_games(now, out, who),
        Command::GamesAnyone => looking::games_of_others(now, out, who),
        Command::Finished { player, page } => looking::finished(now, out, who, player.as_deref(), *page),
        Command::Name(name) => preferences::rename(now, out, who, name),
        Command::Settings(setting) => preferences::settings(now, out, who, setting.as_ref()),
        Command::Away(days) => vacation::away(now, out, who, *days),
        Command::AwayUntil(day) => vacation::until(now, out, who, *day),
        Command::Link(code) => match links::link(now, out, who, code.as_deref())? {
            Some(owner) => run_held_elsewhere(now, out, who, &owner),
            None => Ok(()),
        },
        Command::Unlink(what) => ways::unlink(now, out, who, what.as_deref()),
        Command::Stop => privacy::stop(now, out, who),
        Command::Start => privacy::start(now, out, who),
        Command::Block(name) => privacy::block(now, out, who, name, true),
        Command::Unblock(name) => privacy::block(now, out, who, name, false),
        Command::ExportMe => privacy::export(now, out, who),
        Command::ForgetMe => privacy::ask_to_forget(now, out, who),
        Command::Tournaments(game) => showing::tournaments(now, out, who, game.as_deref()),
        Command::Invite { event, name } => inviting::invite(now, out, who, *event, name),
        Command::Join { event, once, code } => entering::join(now, out, who, *event, *once, code.as_deref()),
        Command::Leave(event) => entering::leave(now, out, who, *event),
        Command::Withdraw { event, sure } => entering::withdraw(now, out, who, *event, *sure),
        Command::Standings(event) => showing::standings(now, out, who, *event),
        Command::Ladder { game, against: None } => showing::ladder(now, out, who, game),
        Command::Ladder { game, against: Some(name) } => ladder::challenge(now, out, who, game, name),
        Command::Host(host) => hosting::host(now, out, who, host),
        Command::CancelEvent(event) => hosting::cancel(now, out, who, *event),
        Command::ExportEvent(event) => showing::export(now, out, who, *event),
        Command::Help(word) => look::help(out, who, word.as_deref()),
        Command::Rules(game) => look::rules(now, out, who, game.as_deref()),
        Command::Ratings(game) => lists::list_ratings(now, out, who, game.as_deref()),
        Command::Who(name) => looking::who_is(now, out, who, name.as_deref()),
    }
}

/// Runs what the player asked for from this address before it was known to be theirs.
fn run_held_elsewhere(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    owner: &Player,
) -> Result<(), ServiceError> {
    let joined = who.player.as_ref().is_some_and(|player| player.id == owner.id);
    let Some(address) = who.address.as_ref().filter(|_| joined) else { return Ok(()) };
    for held in now.tx.take_held_elsewhere(owner.id, address.id, now.at)? {
        who.about = holding::about(now, &held)?;
        who.comment = held.comment;
        let commands: Vec<_> = held.commands.into_iter().map(Ok).collect();
        serve(now, out, who, &commands)?;
    }
    Ok(())
}

/// Whether to send another mail that only shows something: the same thing once per mail, and so often an hour. The sender
/// is told when the limit is reached.
fn may_tell(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, command: &Command) -> Result<bool, ServiceError> {
    let Some(address) = who.address.as_ref().filter(|_| who.via == Via::Mail) else { return Ok(true) };
    if out.shown.contains(command) {
        return Ok(false);
    }
    let asked = now.key.hash(&format!("told {command}"));
    let told = Happening::Shown { sender: address.counted.clone(), command: asked };
    if now.tx.allow(&told, now.at, SHOWN_AN_HOUR, HOUR)? {
        out.shown.push(command.clone());
        return Ok(true);
    }
    let said = Happening::ShownEnough { sender: address.counted.clone() };
    if !std::mem::replace(&mut out.shown_enough, true) && now.tx.allow(&said, now.at, 1, HOUR)? {
        out.reply(who, incoming::Told::AskedAgain { an_hour: SHOWN_AN_HOUR });
    }
    Ok(false)
}
