-- Schema 11. Clocks with a bound on what one player can use in the whole game.
ALTER TABLE challenges ADD COLUMN clock_max INTEGER;
ALTER TABLE games ADD COLUMN clock_max INTEGER;
-- Seconds that each has used when their clock last stopped. Of games that began before, the entries tell; no bound counts them.
ALTER TABLE games ADD COLUMN used_white INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN used_black INTEGER NOT NULL DEFAULT 0;
-- When it is over whatever is left then: the last moment of its round.
ALTER TABLE games ADD COLUMN until INTEGER;

-- Tournaments.

-- How many games a player wants at most at a time, and whether news of events between the rounds.
ALTER TABLE players ADD COLUMN most_games INTEGER;
ALTER TABLE players ADD COLUMN news INTEGER NOT NULL DEFAULT 1;

CREATE TABLE events (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- T12
    kind TEXT NOT NULL,                       -- league, cup, roundrobin, ladder
    official INTEGER NOT NULL,                -- held by the server itself
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    rated INTEGER NOT NULL,
    clock_start INTEGER,
    clock_add INTEGER,
    clock_max INTEGER,
    pause INTEGER NOT NULL,                   -- seconds of leave that a player has in it
    host INTEGER REFERENCES players (id),
    server INTEGER,                           -- the Discord server that it is for
    channel INTEGER,                          -- where it lives in Discord
    message INTEGER,                          -- its post there
    posted INTEGER NOT NULL DEFAULT 0,        -- when that was last brought up to date
    code TEXT,                                -- who knows it may enter
    fewest INTEGER NOT NULL,
    most INTEGER NOT NULL,
    starts INTEGER,                           -- none: when it is full
    put_off INTEGER NOT NULL DEFAULT 0,       -- how often
    edition INTEGER NOT NULL,                 -- which season
    seed INTEGER NOT NULL,                    -- of lots
    state TEXT NOT NULL,                      -- open, running, over, cancelled
    round INTEGER NOT NULL DEFAULT 0,
    began INTEGER,                            -- the round
    last INTEGER,                             -- the round's last moment
    due INTEGER,                              -- when it is looked at next
    changed INTEGER NOT NULL DEFAULT 0,       -- when the table last changed
    created INTEGER NOT NULL,
    ended INTEGER
) STRICT;
CREATE INDEX events_due ON events (due) WHERE due IS NOT NULL;
CREATE INDEX events_state ON events (state, game);
CREATE INDEX events_kind ON events (kind, game, edition);
CREATE INDEX events_host ON events (host) WHERE host IS NOT NULL;

CREATE TABLE entrants (
    event INTEGER NOT NULL REFERENCES events (number),
    player INTEGER NOT NULL REFERENCES players (id),
    entered INTEGER NOT NULL,
    once INTEGER NOT NULL DEFAULT 0,          -- whether the place is not renewed
    state TEXT NOT NULL,                      -- in, withdrawn, unsure (a renewed place that wants a yes)
    rank INTEGER,                             -- on a ladder, from 1
    place INTEGER,                            -- in the end
    pause_used INTEGER NOT NULL DEFAULT 0,    -- seconds of leave up to the end of the present one
    pause_until INTEGER,                      -- until when the present one counts here
    timeouts INTEGER NOT NULL DEFAULT 0,
    asked INTEGER,                            -- when they were asked whether they are still there
    told INTEGER NOT NULL DEFAULT 0,          -- when they last had news of it
    gone INTEGER,                             -- when they withdrew
    PRIMARY KEY (event, player)
) WITHOUT ROWID, STRICT;
CREATE INDEX entrants_player ON entrants (player);
CREATE INDEX entrants_asked ON entrants (asked) WHERE asked IS NOT NULL;

-- Who plays in which group of a round, in the order of its table of pairings. The groups are numbered from 1.
CREATE TABLE slots (
    event INTEGER NOT NULL REFERENCES events (number),
    round INTEGER NOT NULL,
    team INTEGER NOT NULL,                    -- the group
    slot INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    fate TEXT,                                -- void, forfeit: withdrawn
    went_on INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (event, round, team, slot)
) WITHOUT ROWID, STRICT;
CREATE INDEX slots_player ON slots (player);

-- The games of events. A pair of slots has one game, whatever happens.
CREATE TABLE event_games (
    event INTEGER NOT NULL REFERENCES events (number),
    round INTEGER NOT NULL,
    team INTEGER NOT NULL,
    white INTEGER NOT NULL,                   -- the slots; on a ladder the players
    black INTEGER NOT NULL,
    game INTEGER NOT NULL UNIQUE REFERENCES games (number),
    PRIMARY KEY (event, round, team, white, black, game)
) WITHOUT ROWID, STRICT;
CREATE UNIQUE INDEX event_games_pair ON event_games (event, round, team, white, black) WHERE round > 0;

-- The event that a game belongs to.
ALTER TABLE games ADD COLUMN event INTEGER;
