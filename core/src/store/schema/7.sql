-- Schema 7. Who watches in Discord, and where games open there.

-- Boards that follow a game in a channel, for whoever reads there.
CREATE TABLE spectacles (
    game INTEGER NOT NULL REFERENCES games (number),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,                 -- the board
    revision INTEGER NOT NULL,                -- what it shows
    user INTEGER NOT NULL,                    -- the Discord user who asked for it
    PRIMARY KEY (game, channel)
) WITHOUT ROWID, STRICT;
CREATE INDEX spectacles_channel ON spectacles (channel);
CREATE INDEX spectacles_user ON spectacles (user);

-- The channel in which a server's games open, where its moderators chose one.
CREATE TABLE servers (
    server INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL
) STRICT;
