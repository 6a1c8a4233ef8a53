"""Reads each mail of a folder as strictly as Python's email can, and says what it found.

For each mail one line: its first line of text, a tab, the types of its parts. The first thing that is wrong with a mail
ends it all, with the mail's name and the reason.
"""
import email
import email.policy
import pathlib
import re
import sys

ONCE = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version", "Auto-Submitted")
AT_MOST_ONCE = ("In-Reply-To", "References", "List-Id", "List-Unsubscribe", "Cc", "Bcc", "Sender")
MAGIC = {"image/png": b"\x89PNG\r\n\x1a\n", "image/gif": b"GIF89a"}


def lines(raw):
    """RFC 5322 §2.1.1 and §2.3: lines of at most 998 octets, ended by CRLF and by nothing else."""
    assert raw.endswith(b"\r\n"), "the last line has no end"
    for line in raw.split(b"\r\n"):
        assert b"\r" not in line and b"\n" not in line, f"a bare CR or LF: {line[:80]}"
        assert len(line) <= 998, f"a line of {len(line)} octets: {line[:80]}"
        assert b"\0" not in line, "a NUL"


def content(part):
    """What a part holds, decoded strictly; only then are all of its defects known."""
    encoding = str(part.get("Content-Transfer-Encoding", "7bit")).lower()
    assert encoding in ("7bit", "8bit", "quoted-printable", "base64"), encoding
    if encoding != "8bit":
        assert part.get_payload().isascii(), f"{encoding} with 8-bit octets"
    held = part.get_content()
    if part.get_content_maintype() == "text":
        charset = part.get_content_charset()
        assert charset, f"{part.get_content_type()} without a charset"
        part.get_payload(decode=True).decode(charset)
    return held


def headers(part):
    for name, value in part.items():
        assert not value.defects, f"{name}: {value.defects}"
        assert not re.search(r"[\r\n\0]", value), f"{name} holds the end of a line"


def check(raw):
    lines(raw)
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    held = {}
    for number, part in enumerate(mail.walk()):
        if not part.is_multipart():
            held[number] = (part, content(part))
        headers(part)
        assert not part.defects, f"{part.get_content_type()}: {part.defects}"
    for name in ONCE:
        assert len(mail.get_all(name, [])) == 1, f"{name}, {len(mail.get_all(name, []))} times"
    for name in AT_MOST_ONCE:
        assert len(mail.get_all(name, [])) <= 1, f"{name} more than once"
    for name in ("From", "To", "Reply-To"):
        assert len(mail[name].addresses) == 1 and "@" in mail[name].addresses[0].addr_spec, mail[name]
    assert mail["Date"].datetime.tzinfo is not None, mail["Date"]
    assert re.fullmatch(r"<[^<>@\s]+@[^<>@\s]+>", mail["Message-ID"]), mail["Message-ID"]
    if mail["References"]:
        assert mail["References"].split()[-1] == mail["In-Reply-To"], "it answers what it refers to last"
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None and plain.get_content().strip(), "no text"
    assert page is not None and page.get_content().strip(), "no page"
    assert plain.get_content_type() == "text/plain" and page.get_content_type() == "text/html"

    shown = re.findall(r'src="cid:([^"]+)"', page.get_content())
    assert "src=" not in re.sub(r'src="cid:[^"]+"', "", page.get_content()), "a picture from elsewhere"
    named = [part["Content-ID"].strip("<>") for part, _ in held.values() if part["Content-ID"]]
    assert len(set(shown)) == len(shown) and len(set(named)) == len(named), (shown, named)
    assert set(shown) == set(named), f"shown {shown}, there are {named}"
    for part, what in held.values():
        kind = part.get_content_type()
        if kind in MAGIC:
            assert what.startswith(MAGIC[kind]), f"{kind} that is none"
        attached = part.get_content_disposition() == "attachment"
        assert attached == bool(part.get_filename()), f"{kind}: an attachment has a name"
        assert attached or part["Content-ID"] or part in (plain, page), f"{kind} that nobody sees"
    return plain.get_content().splitlines()[0], [part.get_content_type() for part in mail.walk()]


mails = sorted(pathlib.Path(sys.argv[1]).iterdir())
for path in mails:
    try:
        first, kinds = check(path.read_bytes())
    except Exception as wrong:
        sys.exit(f"{path.name}: {type(wrong).__name__}: {wrong}\n{path.read_bytes()[:3000].decode(errors='replace')}")
    print(first, " ".join(kinds), sep="\t")
