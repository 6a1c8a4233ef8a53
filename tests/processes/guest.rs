//! A guest at the pages of the running program: plays the house, which answers; takes the game along by mail; and no
//! secret of a page is in the log, however much is logged.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::rig::{PATIENCE, Server, until};

/// One request, as a browser on our own page sends it; gives the head and the body.
fn ask(at: &str, method: &str, path: &str, form: &str) -> (String, String) {
    let mut stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (head, body) = reply.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

fn field(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn a_guest_plays_and_takes_the_game_along() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let url = format!("http://{free}");
    let variables = [
        ("TURNPOST_WEB__LISTEN", free.as_str()),
        ("TURNPOST_WEB__URL", &url),
        ("TURNPOST_HOUSE__THREADS", "1"),
        ("TURNPOST_LOG__LEVEL", "debug"),
    ];
    let mut server = Server::start(folder.path(), &variables, &[]);
    let (_, front) = ask(&free, "GET", "/", "");
    assert!(front.contains("action=\"/play\""));
    let (head, _) = ask(&free, "POST", "/play", "game=othello&level=1");
    let page = head.lines().find_map(|line| line.strip_prefix("location: ")).expect("a board").to_owned();
    let secret = page.strip_prefix("/b/").unwrap();
    let shown = || ask(&free, "GET", &page, "").1;
    let form = |action: &str| {
        let page = shown();
        format!("{action}&revision={}&made={}", field(&page, "revision"), field(&page, "made"))
    };
    let (head, _) = ask(&free, "POST", &page, &form("do=play&turn=d3"));
    assert!(head.starts_with("HTTP/1.1 303"), "{head}");
    until("the answer of the house", || shown().contains("Your turn.").then_some(()));
    let ann = server.client("ann@example.org");
    let (head, _) = ask(&free, "POST", &page, &form("do=send&address=ann%40example.org"));
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let question = until("the question", || ann.got().ok()?.pop());
    assert!(question.text.contains("Was this you?") && !question.text.contains(secret), "{}", question.text);
    let board = server.says("ann@example.org", "yes", true);
    assert!(board.text.contains(&format!("{url}{page}")), "{}", board.text);
    assert!(!shown().contains("You are a guest"));
    ask(&free, "GET", &format!("/b/{}x", &secret[1..]), "");
    server.signal("TERM");
    server.ended();
    assert!(!server.log().contains(secret), "a secret in the log");
}
