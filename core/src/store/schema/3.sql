-- Schema 3. Secrets leave the notices, and whoever may act as a player is known with the day since when.

-- A notice names a code by its id and is filled in when it is delivered. Codes last an hour; those of before end.
DROP TABLE link_codes;
CREATE TABLE link_codes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    player INTEGER NOT NULL REFERENCES players (id),
    only_address INTEGER REFERENCES addresses (id), -- a code offered for one address works from there alone
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX link_codes_player ON link_codes (player);

-- Since when an address or Discord account acts as its player: the older way in wins. Those of before are old.
ALTER TABLE addresses ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE discord_users ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
CREATE TABLE changes (                        -- of who acts as a player; each can be undone for a week
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    what TEXT NOT NULL,                       -- JSON: what joined and came along, or what left
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX changes_player ON changes (player);

-- Addresses that said stop and were forgotten, by a keyed hash alone.
CREATE TABLE stops (
    hash TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
INSERT OR IGNORE INTO stops
    SELECT substr(address, 11), stopped FROM addresses WHERE address LIKE 'forgotten %' AND stopped IS NOT NULL;
UPDATE addresses SET address = 'forgotten ' || id WHERE address LIKE 'forgotten %';

-- What is kept of mails, and forgetting -------------------------------------------------------------

-- Whom a mail that is kept is about, so that forgetting somebody touches their mails alone. Addresses stand here as
-- keyed hashes: `mail HASH` whoever is named in it, `by ID` the player it is from.
CREATE TABLE inbox_about (
    what TEXT NOT NULL,
    mail INTEGER NOT NULL REFERENCES inbox (id) ON DELETE CASCADE,
    PRIMARY KEY (what, mail)
) WITHOUT ROWID, STRICT;
CREATE INDEX inbox_about_mail ON inbox_about (mail);

-- How much waits to be handled, over all (`*`) and of each network that brought it.
CREATE TABLE inbox_load (
    network TEXT PRIMARY KEY,
    mails INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
INSERT INTO inbox_load SELECT '*', count(*), coalesce(sum(length(raw)), 0) FROM inbox WHERE verdict IS NULL HAVING count(*) > 0;

-- Mails that an earlier version handled are in no index: nothing but their hashes stays of them.
UPDATE inbox SET raw = x'', envelope = '{}', peer = NULL WHERE verdict IS NOT NULL;

-- Whether nothing of a notice stays once it is settled.
ALTER TABLE outbox ADD COLUMN fleeting INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET rendered = NULL, envelope = NULL WHERE settled IS NOT NULL;
CREATE INDEX outbox_player ON outbox (player) WHERE player IS NOT NULL;

-- A question that can't be answered any more tells only which board it was asked on.
UPDATE questions SET kind = 'null' WHERE state <> 'open';

-- Who is being forgotten: what is left of them in notices and mails is found piece by piece.
CREATE TABLE forgetting (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL,
    name TEXT,                                -- none once the notices are done
    addresses TEXT NOT NULL,                  -- JSON: keyed hashes
    next_notice INTEGER NOT NULL DEFAULT 0,   -- those before it are done
    last_notice INTEGER,                      -- those behind it came later; none before it is begun with
    last_mail INTEGER NOT NULL
) STRICT;
CREATE INDEX comments_player ON comments (player);
CREATE INDEX blocks_blocked ON blocks (blocked);
CREATE INDEX questions_of ON questions (player) WHERE player IS NOT NULL;

-- What was deleted before is still in the file's free pages: it is to be compacted.
INSERT INTO meta SELECT 'leftovers', 1 WHERE EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM inbox);

-- When the cleaning first saw an address that is nobody's: those who never play are forgotten after a while.
ALTER TABLE addresses ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
CREATE INDEX addresses_met ON addresses (met) WHERE player IS NULL;

-- An address has one spelling now, its domain in ASCII. What limits count by is a keyed hash, so that deleting an
-- address resets none of them.
ALTER TABLE addresses ADD COLUMN counted TEXT;
ALTER TABLE addresses ADD COLUMN answered INTEGER;  -- when it first answered a mail of ours
CREATE INDEX addresses_counted ON addresses (counted) WHERE counted IS NOT NULL;

-- What a name looks like. Names of before may look alike; new ones may not.
ALTER TABLE players ADD COLUMN skeleton TEXT;
CREATE INDEX players_skeleton ON players (skeleton) WHERE skeleton IS NOT NULL;
