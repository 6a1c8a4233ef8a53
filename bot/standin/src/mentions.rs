//! Who is pinged by a message: the mentions in its text, as far as `allowed_mentions` lets them.

use std::collections::BTreeSet;

use serde_json::Value;

/// A message's mentions: who is named in it, who is pinged, and whether everyone is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Who is pinged.
    pub pinged: BTreeSet<u64>,
    /// Whether `@everyone` or `@here` pinged all.
    pub everyone: bool,
}

/// Without `allowed_mentions` everything in the text counts, and the author of a replied-to message too.
pub fn mentions(content: &str, allowed: Option<&Value>, replied: Option<u64>) -> Mentions {
    let named = users(content);
    let shouts = content.contains("@everyone") || content.contains("@here");
    let Some(allowed) = allowed.filter(|allowed| !allowed.is_null()) else {
        return Mentions { pinged: named.into_iter().chain(replied).collect(), everyone: shouts };
    };
    let parses =
        |kind: &str| allowed["parse"].as_array().is_some_and(|kinds| kinds.iter().any(|listed| listed == kind));
    let listed: BTreeSet<u64> = allowed["users"].as_array().into_iter().flatten().filter_map(id).collect();
    let mut pinged: BTreeSet<u64> = named.into_iter().filter(|user| parses("users") || listed.contains(user)).collect();
    pinged.extend(replied.filter(|_| allowed["replied_user"] == true));
    Mentions { pinged, everyone: shouts && parses("everyone") }
}

/// The users named as `<@1>` or `<@!1>`.
pub fn users(content: &str) -> BTreeSet<u64> {
    content
        .split("<@")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .filter_map(|(inside, _)| inside.trim_start_matches('!').parse().ok())
        .collect()
}

fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn allowed_mentions_are_honoured() {
        let pinged = |allowed: Value| mentions("<@1> <@!2> @everyone", Some(&allowed), Some(3));
        assert_eq!(pinged(Value::Null).pinged, BTreeSet::from([1, 2, 3]));
        assert!(pinged(Value::Null).everyone);
        assert_eq!(pinged(json!({"parse": []})), Mentions::default());
        assert_eq!(pinged(json!({"parse": [], "users": ["2"]})).pinged, BTreeSet::from([2]));
        assert_eq!(pinged(json!({"parse": ["users"], "replied_user": true})).pinged, BTreeSet::from([1, 2, 3]));
    }
}
