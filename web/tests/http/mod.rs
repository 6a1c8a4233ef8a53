//! Asking for pages, and sending their forms.
#![allow(dead_code)]

use reqwest::{Client, Response, StatusCode};

pub fn client() -> Client {
    Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

pub async fn get(url: &str) -> (StatusCode, String) {
    let answer = client().get(url).send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

/// Sends a form as one of our own pages does.
pub async fn post(page: &str, fields: &[(&str, &str)]) -> Response {
    let body: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", value.replace('/', "%2F").replace('@', "%40")))
        .collect();
    client()
        .post(page)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body.join("&"))
        .send()
        .await
        .unwrap()
}

/// What the forms of a page carry.
pub fn hidden(page: &str) -> (String, String) {
    let field = |name: &str| {
        let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    (field("revision"), field("made"))
}

pub async fn play(page: &str, turn: &str, comment: &str) -> Response {
    let (revision, made) = hidden(&get(page).await.1);
    post(page, &[("do", "play"), ("turn", turn), ("comment", comment), ("revision", &revision), ("made", &made)]).await
}
