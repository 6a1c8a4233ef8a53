//! The page that shows a demo's conversation as both people saw it: a column each, mails as their mail program
//! would show them.

use std::fmt::Write;
use std::io;
use std::path::Path;

use turnpost_mailer::compose::escape;
use turnpost_mailer::tryout::Seen;

use super::Step;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8883; --page: #eef0f2; --card: #fff; --said: #d9e8fb; --ink: #1b1f23; --faint: #5f6871; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16191c; --card: #212529; --said: #1f3a58; --ink: #e6e8ea; --faint: #9aa3ab; }
}
* { box-sizing: border-box; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--page); color: var(--ink); }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
body > p { margin: 0 0 1rem; color: var(--faint); }
.step, .people { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 1.5rem; align-items: start; }
.step { padding: 0 0 2.2rem; }
.people { position: sticky; top: 0; z-index: 1; background: var(--page); border-bottom: 1px solid var(--line); padding: .5rem 0; margin: 0 0 1.2rem; font-weight: 600; }
.because { grid-column: 1 / -1; display: flex; gap: .7rem; align-items: baseline; font-weight: 600; }
.because span { flex: none; width: 1.9rem; height: 1.9rem; line-height: 1.9rem; border-radius: 50%; text-align: center; background: var(--ink); color: var(--page); font-size: .85rem; }
.person { display: flex; flex-direction: column; gap: 1rem; min-width: 0; }
.said { align-self: flex-end; max-width: 90%; background: var(--said); border-radius: 1rem 1rem .2rem 1rem; padding: .6rem 1rem; white-space: pre-wrap; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.said::before { content: attr(data-who) ' writes'; display: block; font: .8rem system-ui, sans-serif; color: var(--faint); }
.mail { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; overflow: hidden; box-shadow: 0 1px 4px #0002; }
.mail h2 { font-size: .95rem; margin: 0; padding: .6rem .9rem; border-bottom: 1px solid var(--line); }
.mail h2 small { display: block; font-weight: 400; color: var(--faint); }
.mail iframe { border: 0; width: 100%; height: 3rem; display: block; }
.mail p { margin: 0; padding: .5rem .9rem; font-size: .85rem; border-top: 1px solid var(--line); color: var(--faint); }
.mail a { color: inherit; }
@media (max-width: 48rem) {
  .step { grid-template-columns: 1fr; }
  .people { display: none; }
  .person:empty { display: none; }
}
";

/// The two of them, left and right.
const PEOPLE: [&str; 2] = ["ann", "ben"];

/// Makes a frame as high as the mail in it, also when the window gets another width.
const SCRIPT: &str = "
function grow(frame) {
  frame.style.height = 0;
  frame.style.height = frame.contentDocument.documentElement.scrollHeight + 'px';
}
addEventListener('resize', () => document.querySelectorAll('iframe').forEach(grow));
";

/// Writes `index.html`, with every mail, picture and attachment beside it in `mails/`.
pub fn write(folder: &Path, steps: &[Step]) -> io::Result<()> {
    std::fs::create_dir_all(folder.join("mails"))?;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Turnpost demo</title><style>{STYLE}</style><script>{SCRIPT}</script>\n<h1>A short game by mail</h1>\n\
         <p>All that Ann and Ben wrote to the server (blue), and every mail that they got, as their mail program shows it.</p>\n\
         <div class=\"people\"><div>Ann</div><div>Ben</div></div>\n"
    );
    let mut number = 0;
    for (place, step) in steps.iter().enumerate() {
        // Each person's side of a step, in the order of things.
        let who = name(&step.who);
        let said = format!("<div class=\"said\" data-who=\"{who}\">{}</div>\n", escape(&step.text));
        let mut sides = PEOPLE.map(|who| if who == step.who { said.clone() } else { String::new() });
        for seen in &step.got {
            number += 1;
            let who = seen.to.split('@').next().unwrap_or_default();
            if let Some(side) = PEOPLE.iter().position(|person| *person == who) {
                sides[side].push_str(&mail(folder, &format!("mails/{number:02}-{who}"), seen)?);
            }
        }
        // Writing to a string can't fail.
        let _ = writeln!(
            page,
            "<section class=\"step\"><div class=\"because\"><span>{}</span>{}</div>",
            place + 1,
            escape(step.because)
        );
        for side in sides {
            let _ = writeln!(page, "<div class=\"person\">{}</div>", side.trim_end());
        }
        page.push_str("</section>\n");
    }
    std::fs::write(folder.join("index.html"), page + "</html>\n")
}

fn mail(folder: &Path, base: &str, seen: &Seen) -> io::Result<String> {
    std::fs::copy(&seen.path, folder.join(format!("{base}.eml")))?;
    std::fs::write(folder.join(format!("{base}.txt")), &seen.text)?;
    let mut html = seen.html.clone();
    for (i, (cid, bytes)) in seen.pictures.iter().enumerate() {
        let name = format!("{base}-{i}.png");
        std::fs::write(folder.join(&name), bytes)?;
        html = html.replace(&format!("cid:{cid}"), &name);
    }
    let mut files = String::new();
    for (name, bytes) in &seen.files {
        // Only the last part of a name: whatever it says, the file stays in this folder.
        let safe = name.rsplit(['/', '\\']).next().unwrap_or("file");
        let path = format!("{base}-{safe}");
        std::fs::write(folder.join(&path), bytes)?;
        let _ = write!(files, " · <a href=\"{0}\">{1}</a>", escape(&path), escape(safe));
    }
    // The mail stands in the page itself, so that its frame can grow with it; its own scripts, had it any, don't run.
    Ok(format!(
        "<div class=\"mail\"><h2><small>Mail to {who}</small>{subject}</h2><iframe sandbox=\"allow-same-origin\" onload=\"grow(this)\" \
         title=\"{subject}\" srcdoc=\"{}\"></iframe>\
         <p><a href=\"{base}.txt\">as text</a> · <a href=\"{base}.eml\">source</a>{files}</p></div>\n",
        escape(&html),
        who = escape(&name(seen.to.split('@').next().unwrap_or_default())),
        subject = escape(&seen.subject)
    ))
}

/// `Ann`, from `ann`.
fn name(who: &str) -> String {
    let mut letters = who.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
