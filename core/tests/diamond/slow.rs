//! Diamond Chess again, as slowly and plainly as it can be told, to check the fast rules against: a list of pieces,
//! every pair of squares tried against predicates that read like the rules, and results compared as position
//! strings. It knows play only, not the setup, and shares no code with the library.

use std::collections::{BTreeMap, BTreeSet};

type Spot = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    white: bool,
    kind: char,
    at: Spot,
    used: bool,
}

/// A position in play.
#[derive(Clone)]
pub struct Slow {
    pieces: Vec<Option<Piece>>,
    white_to_move: bool,
    turn: u64,
    pounce_adjacent: bool,
    /// The stronger player is White, the number owed, whether a checkmate stands.
    handicap: Option<(bool, u32, bool)>,
}

/// One move: its text, who moved (as places in the list), and what it left.
struct Step {
    text: String,
    canonical: bool,
    movers: Vec<usize>,
    after: Slow,
}

impl Slow {
    /// Reads a position string that is known to be good.
    pub fn parse(text: &str) -> Slow {
        let fields: Vec<&str> = text.split(' ').collect();
        assert_eq!(fields[3], "play");
        let mut pieces = Vec::new();
        for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
            let mut file = 0;
            let mut in_brackets = false;
            for c in row.chars() {
                match c {
                    '0'..='9' => file += c as i32 - '0' as i32,
                    '(' => in_brackets = true,
                    ')' => {
                        in_brackets = false;
                        file += 1;
                    }
                    '\'' => {
                        pieces.last_mut().and_then(Option::as_mut).into_iter().for_each(|p: &mut Piece| p.used = true)
                    }
                    _ => {
                        let at = (file, rank);
                        let white = c.is_ascii_uppercase();
                        pieces.push(Some(Piece { white, kind: c.to_ascii_lowercase(), at, used: false }));
                        file += i32::from(!in_brackets);
                    }
                }
            }
        }
        let mut slow = Slow {
            pieces,
            white_to_move: fields[1] == "w",
            turn: fields[2].parse().unwrap(),
            pounce_adjacent: false,
            handicap: None,
        };
        for option in fields[4].split(',').filter(|&option| option != "-") {
            match option.split_once('=').unwrap() {
                ("pounce", "adjacent") => slow.pounce_adjacent = true,
                ("handicap", value) => {
                    let (colour, owed) = value.split_once(':').unwrap();
                    let number = owed.trim_end_matches('!').parse().unwrap();
                    slow.handicap = Some((colour == "white", number, owed.ends_with('!')));
                }
                other => panic!("{other:?}"),
            }
        }
        slow
    }

    /// The position string.
    pub fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..8 {
                let mut here: Vec<String> =
                    self.all().filter(|(_, p)| p.at == (file, rank)).map(|(_, p)| letter(p)).collect();
                here.sort();
                if here.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                row += &if here.len() == 2 { format!("({})", here.concat()) } else { here.concat() };
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let mut options = Vec::new();
        if let Some((white, owed, stands)) = self.handicap {
            let colour = if white { "white" } else { "black" };
            options.push(format!("handicap={colour}:{owed}{}", if stands { "!" } else { "" }));
        }
        if self.pounce_adjacent {
            options.push("pounce=adjacent".to_owned());
        }
        let options = if options.is_empty() { "-".to_owned() } else { options.join(",") };
        format!("{} {} {} play {options}", rows.join("/"), if self.white_to_move { 'w' } else { 'b' }, self.turn)
    }

    /// Every distinct turn: its canonical text and the position string after it.
    pub fn turns(&self) -> BTreeMap<String, String> {
        let mut turns = self.turns_before_release();
        if let Some((white, owed, true)) = self.handicap
            && white == self.white_to_move
            && owed > 0
        {
            let releases: BTreeMap<String, Slow> = turns
                .iter()
                .filter(|(_, after)| !after.is_checkmate_by(white))
                .map(|(text, after)| (text.clone(), after.clone()))
                .collect();
            if !releases.is_empty() {
                turns = releases;
            }
        }
        turns.into_iter().map(|(text, after)| (text, after.settled(self).text())).collect()
    }

    /// The leaves of the tree of distinct turns.
    pub fn perft(&self, depth: u32) -> u64 {
        let turns = self.turns();
        if depth == 1 {
            turns.len() as u64
        } else {
            turns.values().map(|after| Slow::parse(after).perft(depth - 1)).sum()
        }
    }

    /// What the handicap becomes after a turn that led here from `before`.
    fn settled(mut self, before: &Slow) -> Slow {
        if let Some((white, owed, stands)) = self.handicap
            && owed > 0
            && before.white_to_move == white
        {
            let mate = self.is_checkmate_by(white);
            self.handicap = Some((white, if stands && !mate { owed - 1 } else { owed }, mate));
        }
        self
    }

    /// Whether the player to move stands in checkmate by the other.
    fn is_checkmate_by(&self, white: bool) -> bool {
        let mut idle = self.clone();
        idle.white_to_move = white;
        let his_turns = self.turns_before_release();
        self.white_to_move != white
            && idle.can_take_town()
            && his_turns.values().all(|after| after.has_town(white) && after.can_take_town())
    }

    fn can_take_town(&self) -> bool {
        let mut free = self.clone();
        free.handicap = None;
        let mut attacks = Vec::new();
        free.attacks(&mut attacks);
        attacks.iter().any(|(_, _, after)| !after.has_town(!self.white_to_move))
    }

    fn turns_before_release(&self) -> BTreeMap<String, Slow> {
        if !self.has_town(true) || !self.has_town(false) {
            return BTreeMap::new();
        }
        // Attacks are the same when the attacker's square and the result are; moves when the result is.
        let mut texts: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        let mut results: BTreeMap<(String, String), Slow> = BTreeMap::new();
        let mut add = |by: String, text: Option<String>, after: Slow| {
            let key = (by, after.text());
            texts.entry(key.clone()).or_default().extend(text);
            results.insert(key, after);
        };
        let mut attacks = Vec::new();
        self.attacks(&mut attacks);
        let must_spare = self.handicap.is_some_and(|(white, owed, _)| white == self.white_to_move && owed > 0);
        attacks.retain(|(_, _, after)| !must_spare || after.has_town(!self.white_to_move));
        let mut any = false;
        for (by, text, after) in attacks {
            any = true;
            add(name(by), Some(text), after.passed_on());
        }
        let firsts = self.steps(&[]);
        for first in &firsts {
            for second in first.after.steps(&first.movers) {
                any = true;
                let text = format!("{} {}", first.text, second.text);
                add(String::new(), (first.canonical && second.canonical).then_some(text), second.after.passed_on());
            }
        }
        if !any {
            if firsts.is_empty() {
                add(String::new(), Some("pass".to_owned()), self.clone().passed_on());
            }
            for first in firsts {
                add(String::new(), first.canonical.then_some(first.text), first.after.passed_on());
            }
        }
        // A turn without a text of fewest parts would be a hole in the rules.
        let first_text = |(key, after)| (texts[&key].first().expect("a canonical text").clone(), after);
        results.into_iter().map(first_text).collect()
    }

    fn passed_on(mut self) -> Slow {
        self.white_to_move = !self.white_to_move;
        self.turn += 1;
        self
    }

    fn all(&self) -> impl Iterator<Item = (usize, Piece)> + '_ {
        self.pieces.iter().enumerate().filter_map(|(i, piece)| piece.map(|piece| (i, piece)))
    }

    fn at(&self, spot: Spot) -> Vec<(usize, Piece)> {
        self.all().filter(|(_, piece)| piece.at == spot).collect()
    }

    fn is_empty(&self, spot: Spot) -> bool {
        self.at(spot).is_empty()
    }

    fn has_town(&self, white: bool) -> bool {
        self.all().any(|(_, piece)| piece.kind == 't' && piece.white == white)
    }

    // Moves.

    /// Every single move by pieces that haven't moved yet.
    fn steps(&self, moved: &[usize]) -> Vec<Step> {
        let mut steps = Vec::new();
        for (i, piece) in self.all() {
            if piece.white != self.white_to_move || piece.kind == 'c' || moved.contains(&i) {
                continue;
            }
            for to in spots().filter(|&to| self.can_go(piece, to)) {
                let text = format!("{}-{}", name(piece.at), name(to));
                steps.push(Step { text, canonical: true, movers: vec![i], after: self.moved(&[(i, to)]) });
            }
        }
        steps.extend(self.pack_steps(moved));
        steps
    }

    fn moved(&self, parts: &[(usize, Spot)]) -> Slow {
        let mut after = self.clone();
        for &(i, to) in parts {
            after.pieces[i].as_mut().unwrap().at = to;
        }
        after
    }

    fn can_go(&self, piece: Piece, to: Spot) -> bool {
        let (files, ranks) = (to.0 - piece.at.0, to.1 - piece.at.1);
        let distance = files.abs().max(ranks.abs());
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files.abs() == ranks.abs() && files != 0;
        let way: Vec<Spot> =
            (1..distance).map(|n| (piece.at.0 + n * files.signum(), piece.at.1 + n * ranks.signum())).collect();
        let way_is_free = way.iter().all(|&spot| self.is_empty(spot));
        let goal_is_free = self.is_empty(to);
        match piece.kind {
            't' => distance == 1 && goal_is_free && is_edge(to) && side_of(to) == Some(piece.white),
            'g' => straight && distance <= 3 && way_is_free && goal_is_free && !is_river(to),
            'k' => distance == 1 && goal_is_free,
            'h' => (straight || diagonal) && distance <= 3 && way_is_free && goal_is_free && !is_river(to),
            'o' => goal_is_free && (straight && distance <= 3 && way_is_free || is_river(piece.at) && is_river(to)),
            'r' => {
                let dry = !is_river(to) && !way.iter().any(|&spot| is_river(spot));
                let ford = diagonal && distance == 1 && side_of(piece.at) != side_of(to);
                goal_is_free && (straight && distance <= 2 && way_is_free && dry || ford && !is_river(to))
            }
            's' => (straight || diagonal) && distance <= 3 && way_is_free && goal_is_free,
            'z' => files.abs() * ranks.abs() == 2 && self.at(to).len() < 2,
            _ => unreachable!(),
        }
    }

    /// Every move of cani, also those with more parts than needed, which are legal but have no canonical text.
    fn pack_steps(&self, moved: &[usize]) -> Vec<Step> {
        let cani: Vec<usize> =
            self.all().filter(|(_, p)| p.white == self.white_to_move && p.kind == 'c').map(|(i, _)| i).collect();
        let spot = |i: usize| self.pieces[i].unwrap().at;
        let mut steps: Vec<Step> = Vec::new();
        for subset in 1..1u32 << cani.len() {
            let movers: Vec<usize> = (0..cani.len()).filter(|n| subset >> n & 1 == 1).map(|n| cani[n]).collect();
            let pack = self.pack(movers[0], &cani);
            if movers.iter().any(|i| moved.contains(i) || !pack.contains(i)) {
                continue;
            }
            let mut choices: Vec<Vec<Spot>> = vec![Vec::new()];
            for &i in &movers {
                let ends: Vec<Spot> = spots().filter(|&to| self.cani_can_travel(i, to, &cani)).collect();
                choices = choices
                    .iter()
                    .flat_map(|so_far| ends.iter().map(|&to| so_far.iter().copied().chain([to]).collect()))
                    .collect();
            }
            for ends in choices {
                let parts: Vec<(usize, Spot)> = movers.iter().copied().zip(ends).collect();
                let after = self.moved(&parts);
                let places: BTreeSet<Spot> = cani.iter().map(|&i| after.pieces[i].unwrap().at).collect();
                let before: BTreeSet<Spot> = cani.iter().map(|&i| spot(i)).collect();
                if places.len() < cani.len() || places == before {
                    continue;
                }
                let mut texts: Vec<String> =
                    parts.iter().map(|&(i, to)| format!("{}-{}", name(spot(i)), name(to))).collect();
                texts.sort();
                steps.push(Step { text: texts.join("+"), canonical: true, movers: movers.clone(), after });
            }
        }
        let mut fewest: BTreeMap<String, usize> = BTreeMap::new();
        for step in &steps {
            let count = fewest.entry(step.after.text()).or_insert(usize::MAX);
            *count = (*count).min(step.movers.len());
        }
        for step in &mut steps {
            step.canonical = step.movers.len() == fewest[&step.after.text()];
        }
        steps
    }

    fn beside(&self, one: usize, other: usize) -> bool {
        let (a, b) = (self.pieces[one].unwrap().at, self.pieces[other].unwrap().at);
        (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1
    }

    fn pack(&self, one: usize, cani: &[usize]) -> Vec<usize> {
        let mut pack = vec![one];
        let mut next = 0;
        while next < pack.len() {
            let near = cani.iter().copied().filter(|&i| self.beside(pack[next], i) && !pack.contains(&i));
            pack.extend(near.collect::<Vec<_>>());
            next += 1;
        }
        pack
    }

    /// Whether a cani can get there if other cani make room.
    fn cani_can_travel(&self, one: usize, to: Spot, cani: &[usize]) -> bool {
        let from = self.pieces[one].unwrap().at;
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let distance = files.abs().max(ranks.abs());
        let reach = 1 + cani.iter().filter(|&&i| self.beside(one, i)).count() as i32;
        let only_own_cani =
            |spot: Spot| self.at(spot).iter().all(|(_, p)| p.kind == 'c' && p.white == self.white_to_move);
        (files == 0) != (ranks == 0)
            && distance <= reach
            && !is_river(to)
            && (1..=distance).all(|n| only_own_cani((from.0 + n * files.signum(), from.1 + n * ranks.signum())))
    }

    // Attacks.

    /// Every attack: the attacker's square, its text, what it left.
    fn attacks(&self, found: &mut Vec<(Spot, String, Slow)>) {
        for (i, piece) in self.all().filter(|(_, piece)| piece.white == self.white_to_move) {
            if piece.kind == 's' {
                self.pounces(i, piece, found);
            } else {
                let so_far = format!("{}x", name(piece.at));
                self.blows(self, piece, so_far, 1, found);
            }
        }
    }

    fn blows(&self, now: &Slow, piece: Piece, so_far: String, nth: u32, found: &mut Vec<(Spot, String, Slow)>) {
        for (i, victim) in now.all().filter(|(_, victim)| victim.white != piece.white) {
            let (files, ranks) = ((victim.at.0 - piece.at.0).abs(), (victim.at.1 - piece.at.1).abs());
            let weapon = files + ranks == 1
                && (matches!(piece.kind, 'c' | 'g' | 'k' | 'r')
                    || piece.kind == 'h' && side_of(piece.at) == Some(piece.white));
            let magic = files == 1 && ranks == 1 && matches!(piece.kind, 'o' | 'r' | 'z');
            let immune = weapon && (victim.kind == 'h' || victim.kind == 'o' && is_river(victim.at))
                || magic && victim.kind == 'z';
            if !(weapon || magic) || immune {
                continue;
            }
            let resists = !victim.used && (weapon && victim.kind == 'g' || magic && victim.kind == 'r');
            let mut after = now.clone();
            after.pieces[i] = if resists { Some(Piece { used: true, ..victim }) } else { None };
            let enemies_there = now.at(victim.at).iter().filter(|(_, p)| p.white != piece.white).count();
            let named = if enemies_there == 2 { format!(":{}", victim.kind) } else { String::new() };
            let text = format!("{so_far}{}{named}", name(victim.at));
            found.push((piece.at, text.clone(), self.with_sacrifices(after.clone())));
            if piece.kind == 'k' && nth < 3 && victim.kind != 't' {
                self.blows(&after, piece, format!("{text},"), nth + 1, found);
            }
        }
    }

    fn pounces(&self, by: usize, piece: Piece, found: &mut Vec<(Spot, String, Slow)>) {
        for to in spots() {
            let there = self.at(to);
            let has_enemy = there.iter().any(|(_, p)| p.white != piece.white);
            let has_own = there.iter().any(|(_, p)| p.white == piece.white && p.kind != 'z');
            // It reaches what it could move to if the square were empty.
            let mut cleared = self.clone();
            there.iter().for_each(|(i, _)| cleared.pieces[*i] = None);
            let near = (to.0 - piece.at.0).abs().max((to.1 - piece.at.1).abs()) == 1;
            if has_enemy && !has_own && to != piece.at && cleared.can_go(piece, to) && (near || !self.pounce_adjacent) {
                let mut after = self.moved(&[(by, to)]);
                there.iter().filter(|(_, p)| p.white != piece.white).for_each(|(i, _)| after.pieces[*i] = None);
                found.push((piece.at, format!("{}^{}", name(piece.at), name(to)), self.with_sacrifices(after)));
            }
        }
    }

    /// Takes the enemy zi ri that shared a square with one of the attacker's pieces when the attack began.
    fn with_sacrifices(&self, mut after: Slow) -> Slow {
        for (i, zi_ri) in self.all().filter(|(_, p)| p.kind == 'z' && p.white != self.white_to_move) {
            if self.at(zi_ri.at).iter().any(|(_, p)| p.white == self.white_to_move) {
                after.pieces[i] = None;
            }
        }
        after
    }
}

fn letter(piece: Piece) -> String {
    let letter = if piece.white { piece.kind.to_ascii_uppercase() } else { piece.kind };
    format!("{letter}{}", if piece.used { "'" } else { "" })
}

fn spots() -> impl Iterator<Item = Spot> {
    (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
}

fn name((file, rank): Spot) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn is_river((file, rank): Spot) -> bool {
    file == rank
}

/// Whose side of the river: `Some(true)` is White's.
fn side_of((file, rank): Spot) -> Option<bool> {
    (file != rank).then_some(file > rank)
}

fn is_edge((file, rank): Spot) -> bool {
    file == 0 || file == 7 || rank == 0 || rank == 7
}
