//! What the server says to a command.

use std::collections::BTreeMap;

use super::{Mail, State};

/// The answer to a command (RFC 3501, with IDLE of RFC 2177, MOVE of RFC 6851 and UIDPLUS of RFC 4315).
pub fn answer(state: &mut State, command: &str) -> String {
    if state.refused.iter().any(|start| command.starts_with(start)) {
        return "TAG NO [SERVERBUG] not this one\r\n".to_owned();
    }
    let words: Vec<&str> = command.split(' ').collect();
    let name = words.last().map(|word| word.trim_matches('"').to_owned()).unwrap_or_default();
    let uids: Vec<u32> =
        words.get(2).map(|word| word.split(',').filter_map(|uid| uid.parse().ok()).collect()).unwrap_or_default();
    let told = match words.as_slice() {
        ["STARTTLS", ..] => return "TAG BAD unknown\r\n".to_owned(),
        ["CAPABILITY"] => format!("* CAPABILITY IMAP4rev1 {}\r\n", state.can),
        ["IDLE"] => return idle(state),
        ["LIST", _, "\"\""] => "* LIST (\\Noselect) \".\" \"\"\r\n".to_owned(),
        ["LIST", ..] if state.folders.contains_key(&name) => format!("* LIST () \".\" \"{name}\"\r\n"),
        ["CREATE", ..] if !name.starts_with(state.prefix) || state.folders.contains_key(&name) => {
            return "TAG NO Invalid mailbox name.\r\n".to_owned();
        }
        ["CREATE", ..] => {
            state.folders.insert(name, BTreeMap::new());
            String::new()
        }
        ["SELECT", ..] => {
            state.selected = name;
            let own = if state.keywords { " \\*" } else { "" };
            format!("* {} EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted{own})] kept\r\n", state.here().len())
        }
        ["UID", "SEARCH", keys @ ..] => {
            let found = state.here().iter().filter(|(_, mail)| matches(mail, keys));
            format!("* SEARCH{}\r\n", found.map(|(uid, _)| format!(" {uid}")).collect::<String>())
        }
        ["UID", "FETCH", _, "RFC822.SIZE"] => {
            let mail = &state.here()[&uids[0]];
            format!("* 1 FETCH (UID {} RFC822.SIZE {})\r\n", uids[0], mail.text.len() + mail.missing)
        }
        ["UID", "FETCH", _, what] => {
            let text = &state.here()[&uids[0]].text;
            let most = what.strip_prefix("BODY.PEEK[]<0.").map(|most| most.trim_end_matches('>').parse().unwrap());
            let part = if most.is_some() { "<0>" } else { "" };
            let text = &text[..most.unwrap_or(text.len()).min(text.len())];
            format!("* 1 FETCH (UID {} BODY[]{part} {{{}}}\r\n{text})\r\n", uids[0], text.len())
        }
        ["UID", "COPY" | "MOVE", ..] if !state.folders.contains_key(&name) => {
            return "TAG NO [TRYCREATE] none\r\n".to_owned();
        }
        ["UID", "COPY", ..] => {
            let mail = state.here()[&uids[0]].clone();
            state.folders.get_mut(&name).unwrap().insert(uids[0], mail);
            String::new()
        }
        ["UID", "MOVE", ..] => {
            let mail = state.here().remove(&uids[0]).unwrap();
            state.folders.get_mut(&name).unwrap().insert(uids[0], mail);
            "* 1 EXPUNGE\r\n".to_owned()
        }
        ["UID", "STORE", ..] => {
            let flag = name.trim_matches(['(', ')']).to_owned();
            uids.iter().for_each(|uid| _ = state.here().get_mut(uid).unwrap().flags.insert(flag.clone()));
            String::new()
        }
        ["UID", "EXPUNGE", ..] => {
            state.here().retain(|uid, mail| !(uids.contains(uid) && mail.flags.contains("\\Deleted")));
            String::new()
        }
        _ => String::new(),
    };
    format!("{told}TAG OK done\r\n")
}

/// The beginning of IDLE; its end is an answer like others.
fn idle(state: &mut State) -> String {
    let arrived = state.arriving.take().map(|(uid, mail)| {
        state.here().insert(uid, mail);
        format!("* {} EXISTS\r\n", state.here().len())
    });
    format!("{}+ idling\r\n", arrived.unwrap_or_default())
}

/// Whether a mail has all that is searched for (RFC 3501 §6.4.4).
fn matches(mail: &Mail, keys: &[&str]) -> bool {
    match keys {
        ["UNDELETED", rest @ ..] => !mail.flags.contains("\\Deleted") && matches(mail, rest),
        ["UNSEEN", rest @ ..] => !mail.flags.contains("\\Seen") && matches(mail, rest),
        ["KEYWORD", word, rest @ ..] => mail.flags.contains(*word) && matches(mail, rest),
        ["UNKEYWORD", word, rest @ ..] => !mail.flags.contains(*word) && matches(mail, rest),
        ["BEFORE", _, rest @ ..] => mail.old && matches(mail, rest),
        rest => rest.is_empty(),
    }
}
