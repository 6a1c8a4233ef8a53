//! Embeds.

use super::Part;
use super::message::FileSize;
use crate::error::{ApiError, Checked, wrong};

/// Checks the embeds of a message, and tells how many there are.
pub(super) fn all(body: &Part<'_>, files: &[FileSize<'_>]) -> Result<usize, ApiError> {
    let embeds = body.bounded("embeds", 0, 10)?;
    let mut total = 0;
    for embed in &embeds {
        total += one(embed, files)?;
    }
    if total > 6000 {
        return wrong("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
    Ok(embeds.len())
}

/// The characters of an embed that count.
fn one(embed: &Part<'_>, files: &[FileSize<'_>]) -> Result<usize, ApiError> {
    // Its type is rich whatever is said, and so it is not ours to say.
    embed.only(&[
        "title",
        "description",
        "url",
        "timestamp",
        "color",
        "footer",
        "image",
        "thumbnail",
        "author",
        "fields",
    ])?;
    embed.number("color", 0, 0xFF_FF_FF)?;
    let mut total = embed.at_most("title", 256)? + embed.at_most("description", 4096)?;
    if let Some(footer) = embed.get("footer") {
        footer.only(&["text", "icon_url"])?;
        total += footer.needed("text", 2048)?;
    }
    if let Some(author) = embed.get("author") {
        author.only(&["name", "url", "icon_url"])?;
        total += author.needed("name", 256)?;
    }
    for field in embed.bounded("fields", 0, 25)? {
        field.only(&["name", "value", "inline"])?;
        field.booleans(&["inline"])?;
        total += field.needed("name", 256)? + field.needed("value", 1024)?;
    }
    let pictures = ["image", "thumbnail"].into_iter().filter_map(|name| embed.get(name)).collect::<Vec<_>>();
    pictures.iter().try_for_each(|picture| shown(picture, files))?;
    if total == 0 && pictures.is_empty() {
        return wrong(&embed.path("description"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    Ok(total)
}

fn shown(picture: &Part<'_>, files: &[FileSize<'_>]) -> Checked {
    // These are documented, but have no values that an application may set.
    picture.only(&["url", "proxy_url", "height", "width"])?;
    picture.none_of(&["proxy_url", "height", "width"])?;
    let url = picture.text("url")?.unwrap_or_default();
    if let Some(name) = url.strip_prefix("attachment://") {
        return match files.iter().any(|file| file.name == name) {
            true => Ok(()),
            false => wrong(&picture.path("url"), "ATTACHMENT_NOT_FOUND", &format!("No file {name:?} came along.")),
        };
    }
    match url.starts_with("https://") || url.starts_with("http://") {
        true => Ok(()),
        false => wrong(&picture.path("url"), "URL_TYPE_INVALID_URL", "Not a well formed URL."),
    }
}
