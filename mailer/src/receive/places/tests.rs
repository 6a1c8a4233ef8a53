//! Who gets a place and who loses one, by a clock that stands still until it is moved.

use tokio::time::advance;

use super::*;

/// Takes all places that such peers get, and holds them.
fn all(places: &Places, from: impl Iterator<Item = String>) -> Vec<Seat> {
    from.filter_map(|peer| places.take(peer.parse().unwrap())).collect()
}

fn is_lost(seat: &Seat) -> bool {
    *seat.leaving.borrow()
}

fn lost(seats: &[Seat]) -> usize {
    seats.iter().filter(|seat| is_lost(seat)).count()
}

fn one(places: &Places, peer: &str) -> Option<Seat> {
    places.take(peer.parse().unwrap())
}

#[tokio::test(start_paused = true)]
async fn nobody_shuts_the_door_for_others() {
    let places = Places::default();
    let net = all(&places, (0..200).map(|host| format!("::ffff:198.51.100.{host}")));
    let net_6 = all(&places, (0..200).map(|host| format!("2001:db8:7:{host}::1")));
    assert_eq!((net.len(), net_6.len()), (PER_NETWORK, PER_NETWORK), "a network is one peer");
    let local = all(&places, (1..100).map(|host| format!("127.0.0.{host}")));
    assert_eq!(local.len(), LOCAL, "the mail server here has its own");
    assert!(one(&places, "::1").is_none());
    drop(local);
    assert!(one(&places, "::1").is_some(), "places are given back");
    assert_eq!(lost(&net) + lost(&net_6), 0, "nobody who is new makes another of his network leave");
}

#[tokio::test(start_paused = true)]
async fn who_has_many_places_gives_one_to_who_has_none() {
    let places = Places::default();
    let five = all(&places, (0..50).map(|number| format!("192.0.{}.1", number % 5)));
    assert_eq!(five.len(), STRANGERS);
    let others = all(&places, (0..200).map(|number| format!("198.51.{number}.1")));
    // Each of the five keeps one: the first of a network is nobody's to take.
    assert_eq!((others.len(), lost(&five), lost(&others)), (45, 45, 0));
    // None of them has moved for a while: one after the other makes room.
    advance(PATIENCE).await;
    let later = all(&places, (0..50).map(|number| format!("203.0.{number}.1")));
    assert_eq!((later.len(), lost(&later)), (50, 0));
    assert_eq!(lost(&five) + lost(&others), five.len() + others.len());
}

#[tokio::test(start_paused = true)]
async fn the_idlest_leaves_and_only_mails_count() {
    let places = Places::default();
    let seats = all(&places, (0..50).map(|number| format!("192.0.{number}.1")));
    let honest = "203.0.113.1";
    assert!(one(&places, honest).is_none(), "all have just come");
    advance(PATIENCE / 2).await;
    // The first brings a mail; the second begins with one and sends little; the third's comes at some pace.
    let [first, second, third, ..] = &seats[..] else { panic!() };
    first.mail_begins();
    first.mail_goes_on(100);
    first.mail_is_here();
    first.mail_is_done();
    for seat in [second, third] {
        seat.mail_begins();
    }
    for _ in 0..PATIENCE.as_secs() {
        advance(Duration::from_secs(1)).await;
        second.mail_goes_on(10);
        third.mail_goes_on(2000);
    }
    let new = one(&places, honest).unwrap();
    assert!(!is_lost(first) && !is_lost(second) && !is_lost(third) && lost(&seats) == 1, "who brought nothing leaves");
    let more = all(&places, (0..48).map(|number| format!("198.51.{number}.1")));
    assert!(is_lost(first) && !is_lost(third));
    advance(Duration::from_secs(1)).await;
    let last = one(&places, "198.51.100.1").unwrap();
    assert!(is_lost(second), "a byte now and then is nothing");
    third.mail_goes_on(2000);
    assert!(more.len() == 47 && !is_lost(third) && !is_lost(&new) && !is_lost(&last));
}

#[tokio::test(start_paused = true)]
async fn what_we_store_is_not_cut_off_however_long_it_takes() {
    let places = Places::default();
    let seats = all(&places, (0..20).map(|host| format!("192.0.2.{host}")));
    for seat in &seats {
        seat.mail_begins();
        seat.mail_is_here();
    }
    advance(10 * PATIENCE).await;
    assert!(one(&places, "192.0.2.99").is_none());
    seats[7].mail_is_done();
    assert!(one(&places, "192.0.2.99").is_none(), "it may have more to bring");
    advance(PATIENCE).await;
    assert!(one(&places, "192.0.2.99").is_some() && is_lost(&seats[7]));
}

#[tokio::test(start_paused = true)]
async fn those_behind_one_address_are_not_one_peer() {
    let nat = Peers { nat: "172.17.0.0/16".parse().unwrap(), ..Peers::default() };
    let places = Places::new(nat);
    let seats = all(&places, (0..200).map(|_| "172.17.0.1".to_owned()));
    assert_eq!(seats.len(), SHARED);
    assert!(one(&places, "192.0.2.1").is_some() && one(&places, "127.0.0.1").is_some(), "others have their own");
    advance(PATIENCE).await;
    assert!(one(&places, "172.17.0.1").is_some(), "the idlest leaves here, too");
    assert_eq!(lost(&seats), 1);
}
