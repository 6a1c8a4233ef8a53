-- Schema 10: the computer player, and what it owes.

ALTER TABLE players ADD COLUMN house INTEGER;  -- the level, where it is the computer
CREATE UNIQUE INDEX players_house ON players (house);
ALTER TABLE games ADD COLUMN house TEXT;       -- the side that the computer plays

-- What the computer has yet to think about. Whoever does takes a lease.
CREATE TABLE house_work (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,                        -- act: its turn or its answer to an offer; hint; review
    game INTEGER NOT NULL REFERENCES games (number),
    player INTEGER NOT NULL REFERENCES players (id), -- for whom
    address INTEGER,                           -- where they asked from, if that was by mail
    revision INTEGER NOT NULL,                 -- of the game; once that has gone on, nothing is owed any more
    asked INTEGER NOT NULL,
    leased INTEGER NOT NULL DEFAULT 0,         -- until when
    holder TEXT,                               -- the process that thinks
    attempts INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, game, player)
) STRICT;
CREATE INDEX house_work_player ON house_work (player);
CREATE INDEX house_work_game ON house_work (game);

-- Whoever plays the computer: when each was served last, in turns of serving, and whether they know that it is off.
CREATE TABLE house_guests (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    served INTEGER NOT NULL DEFAULT 0,
    told_off INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX house_guests_served ON house_guests (served);
