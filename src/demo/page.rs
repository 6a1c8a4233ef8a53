//! The page that shows a demo's conversation as both people saw it: a column each, mails as their mail program
//! would show them.

use std::fmt::Write;
use std::io;
use std::path::Path;

use turnpost_mailer::compose::escape;
use turnpost_mailer::tryout::Seen;

use super::Step;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
h1 { font-size: 1.6rem; margin: .5rem 0; }
.step { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; border-top: 1px solid var(--line); padding: 1rem 0; }
.because { grid-column: 1 / 3; font-style: italic; }
.person { display: flex; flex-direction: column; gap: 1rem; min-width: 0; }
.said { background: var(--soft); border-radius: .6rem; padding: .6rem .9rem; white-space: pre-wrap; font-family: ui-monospace, monospace; }
.mail { border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
.mail h2 { font-size: .95rem; margin: 0; padding: .6rem .9rem; background: var(--soft); }
.mail iframe { border: 0; width: 100%; height: 3rem; display: block; }
.mail pre { margin: 0; padding: .6rem .9rem; overflow-x: auto; }
.mail p { margin: 0; padding: .4rem .9rem .8rem; font-size: .9rem; }
@media (max-width: 45rem) { .step { grid-template-columns: 1fr; } .because { grid-column: 1; } }
";

/// The two of them, left and right.
const PEOPLE: [&str; 2] = ["ann", "ben"];

/// Makes a frame as high as the mail in it.
const GROW: &str = "this.style.height=this.contentDocument.documentElement.scrollHeight+'px'";

/// Writes `index.html`, with every mail, picture and attachment beside it in `mails/`.
pub fn write(folder: &Path, steps: &[Step]) -> io::Result<()> {
    std::fs::create_dir_all(folder.join("mails"))?;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Turnpost demo</title><style>{STYLE}</style>\n<h1>A short game by mail</h1>\n\
         <p>Ann on the left, Ben on the right. Grey boxes are what they wrote, framed ones the mails they got.</p>\n"
    );
    let mut number = 0;
    for step in steps {
        // Each person's side of a step, in the order of things.
        let said = format!("<div class=\"said\">{}</div>\n", escape(&step.text));
        let mut sides = PEOPLE.map(|who| if who == step.who { said.clone() } else { String::new() });
        for seen in &step.got {
            number += 1;
            let who = seen.to.split('@').next().unwrap_or_default();
            if let Some(side) = PEOPLE.iter().position(|person| *person == who) {
                sides[side].push_str(&mail(folder, &format!("mails/{number:02}-{who}"), seen)?);
            }
        }
        // Writing to a string can't fail.
        let _ = writeln!(page, "<section class=\"step\"><div class=\"because\">{}</div>", escape(step.because));
        for side in sides {
            let _ = writeln!(page, "<div class=\"person\">{side}</div>");
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
        "<div class=\"mail\"><h2>{subject}</h2><iframe sandbox=\"allow-same-origin\" onload=\"{GROW}\" \
         title=\"{subject}\" srcdoc=\"{}\"></iframe>\
         <p><a href=\"{base}.txt\">as text</a> · <a href=\"{base}.eml\">source</a>{files}</p></div>\n",
        escape(&html),
        subject = escape(&seen.subject)
    ))
}
