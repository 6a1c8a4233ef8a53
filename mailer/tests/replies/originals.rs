//! The mails that are answered: real ones of ours, from games of every kind that two people play by mail.

use mail_parser::MessageParser;
use turnpost_core::game::Course;
use turnpost_core::notice::{News, Notice};
use turnpost_core::rules::{GameKind, Setup};

use crate::chance::Chance;
use crate::world::{ANN, BEN, Got, World};

/// How many turns of each game are played.
const TURNS: usize = 5;

/// A mail of ours, and what may be answered to it.
pub struct Original {
    /// Which game, and what the mail is about.
    pub label: String,
    pub notice: Notice,
    /// The name it is from.
    pub name: String,
    pub to: String,
    pub to_name: &'static str,
    pub reply_to: String,
    pub subject: String,
    pub message_id: String,
    pub text: String,
    pub html: String,
    /// A command that answers it, mostly a turn.
    pub answer: String,
    /// A turn that the mail itself names and that could be the answer.
    pub named: Option<String>,
    /// A turn that was played before, or could have been.
    pub old: String,
}

pub async fn all() -> Vec<Original> {
    let world = World::with(|settings| settings.mails_per_hour = 10_000).await;
    let mut found = Vec::new();
    for kind in GameKind::ALL {
        play(&world, *kind, &mut found).await;
    }
    assert!(found.len() >= 8 * GameKind::ALL.len(), "only {} mails", found.len());
    found
}

/// Begins a game by mail. Gives the mails until the invitation, which is the last.
pub async fn invitation(world: &World, kind: GameKind) -> Vec<Got> {
    let mut all = Vec::new();
    let mut sent = world.say(ANN, "play@example.org", &format!("new {} vs ben@example.net", kind.name())).await;
    loop {
        if let Some(at) = sent.iter().position(|got| got.to == "ben@example.net") {
            all.push(sent.remove(at));
            return all;
        }
        let asked = sent.remove(0);
        sent = world.reply(ANN, &asked, "yes").await;
        all.push(asked);
    }
}

async fn play(world: &World, kind: GameKind, found: &mut Vec<Original>) {
    let mut chance = Chance::of(&["originals", kind.name()]);
    let mut course = Course::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
    let mut old = kind.example()[1].to_owned();
    let mut begun = invitation(world, kind).await;
    let mut to_move = begun.pop().expect("an invitation");
    for got in begun {
        found.push(Original::new(world, kind, &got, "yes", &old));
    }
    let mut earlier = None;
    for number in 0..TURNS {
        let legal = course.position().legal();
        let turn = chance.pick(&legal).clone();
        found.push(Original::new(world, kind, &to_move, &turn, &old));
        let words = ["", "\n\nGood luck, and thank you for the game.", "\n\nThat was unexpected!"][number % 3];
        let first = if number == 0 { "yes " } else { "" };
        let got = world.reply(person(&to_move), &to_move, &format!("{first}{turn}{words}")).await;
        course.play(&turn).unwrap();
        old = turn;
        let mut next = None;
        for got in got {
            if got.to == to_move.to {
                let turn = chance.pick(&legal).clone();
                found.push(Original::new(world, kind, &got, &turn, &old));
            } else {
                next = Some(got);
            }
        }
        earlier = Some(std::mem::replace(&mut to_move, next.expect("a mail to the other")));
    }
    let turn = chance.pick(&course.position().legal()).clone();
    let earlier = earlier.expect("an earlier mail");
    for (who, answered, said) in [
        (person(&earlier), &earlier, turn.as_str()),
        (person(&to_move), &to_move, "a1-a1"),
        (person(&to_move), &to_move, "moves"),
        (person(&to_move), &to_move, "history"),
        (person(&to_move), &to_move, "games"),
        (person(&to_move), &to_move, "help"),
        (person(&to_move), &to_move, "rules"),
        (person(&to_move), &to_move, "resign"),
        (person(&to_move), &to_move, "resign yes"),
    ] {
        for got in world.reply(who, answered, said).await {
            found.push(Original::new(world, kind, &got, &turn, &old));
        }
    }
}

/// Who got a mail.
pub fn person(got: &Got) -> &'static str {
    if got.to == "ann@example.com" { ANN } else { BEN }
}

impl Original {
    pub fn new(world: &World, kind: GameKind, got: &Got, answer: &str, old: &str) -> Original {
        let (token, id) = got.message_id.split_once('@').unwrap().0.rsplit_once('.').unwrap();
        let notice =
            world.ask(|service| service.notice_for(id.parse().unwrap(), token, &got.to)).unwrap().expect("its notice");
        let parsed = MessageParser::default().parse(&got.raw).unwrap();
        let name = parsed.from().unwrap().first().unwrap().name().unwrap().to_owned();
        let command = match notice.news {
            News::Result(_) => Some("rematch"),
            News::Confirm { .. } => Some("yes"),
            _ => None,
        };
        let named = match &notice.news {
            News::Challenge(challenge) => challenge.example.clone(),
            News::Stale { still_legal, .. } => still_legal.clone(),
            _ => None,
        };
        Original {
            label: format!("{}: {}", kind.name(), got.first_line()),
            notice,
            name,
            to: got.to.clone(),
            to_name: if got.to == "ann@example.com" { "Ann" } else { "Ben" },
            reply_to: got.reply_to.clone(),
            subject: got.subject.clone(),
            message_id: got.message_id.clone(),
            text: got.text.clone(),
            html: got.html.clone(),
            answer: command.unwrap_or(answer).to_owned(),
            named,
            old: old.to_owned(),
        }
    }
}
