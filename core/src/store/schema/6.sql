-- Schema 6. Nobody is stranded in Discord: who sees which place, and how far was read there.

-- Whether a user sees a channel, as Discord said when it was asked. Without a row nothing is known.
CREATE TABLE sights (
    channel INTEGER NOT NULL,                 -- the channel; a thread is seen by whoever sees its channel
    user INTEGER NOT NULL,                    -- the Discord user
    sees INTEGER NOT NULL,
    asked INTEGER NOT NULL,                   -- when
    PRIMARY KEY (channel, user)
) WITHOUT ROWID, STRICT;
CREATE INDEX sights_user ON sights (user);
CREATE INDEX sights_asked ON sights (asked);

-- The last message handled where games are played: what was written after it is read after an interruption.
CREATE TABLE heard (
    channel INTEGER PRIMARY KEY,
    user INTEGER,                             -- whose direct messages it is; NULL in a server
    message INTEGER NOT NULL
) STRICT;
CREATE INDEX heard_user ON heard (user);

-- Since when we may not write in a game's place, and whether that was said; both NULL where we may.
ALTER TABLE places ADD COLUMN shut INTEGER;
ALTER TABLE places ADD COLUMN shut_told INTEGER;

-- The server that a challenge was made in.
ALTER TABLE challenges ADD COLUMN server INTEGER;
