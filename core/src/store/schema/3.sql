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
