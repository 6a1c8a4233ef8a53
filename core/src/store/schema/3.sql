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
