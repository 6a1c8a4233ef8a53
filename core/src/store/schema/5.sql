-- Schema 5. Games that anyone may look at, and how ratings went.

-- Whether a game may be looked at by others, as long as both players are public. Those of before are not: nobody who
-- played them knew of it.
ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_listed ON games (number) WHERE listed = 1 AND ended IS NULL;
ALTER TABLE players ADD COLUMN public INTEGER NOT NULL DEFAULT 1;

-- A player's rating after each rated game. Of the games of before only the rating that they led to is known.
CREATE TABLE rating_history (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    games INTEGER NOT NULL,                   -- how many rated games it is based on
    rating REAL NOT NULL,
    number INTEGER,                           -- the game that led to it; none for games of before
    at INTEGER NOT NULL,
    PRIMARY KEY (player, game, games)
) WITHOUT ROWID, STRICT;
INSERT INTO rating_history SELECT player, game, games, rating, NULL, at FROM ratings WHERE games > 0;
