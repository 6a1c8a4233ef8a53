-- Schema 1. Times are seconds since 1970; sides are 'white' and 'black'.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
) WITHOUT ROWID, STRICT;
-- The key of the secrets in reply addresses lives here, so that a backup is complete (and secret).
INSERT INTO meta VALUES ('token_key', randomblob(32));

-- People ------------------------------------------------------------------------------------------

CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,              -- the name in lower case
    created INTEGER NOT NULL,
    zone TEXT,                                -- chosen; else the offset of the last mail
    mail_offset INTEGER,                      -- minutes east of UTC
    theme TEXT,
    my_side INTEGER NOT NULL DEFAULT 1,
    mode TEXT NOT NULL DEFAULT 'now',         -- now, digest, reminders
    digest_minute INTEGER,
    digest_due INTEGER,
    reminders TEXT NOT NULL DEFAULT '24,6',   -- hours
    receipts INTEGER NOT NULL DEFAULT 1,
    transport TEXT,                           -- chosen; else where they last acted
    last_transport TEXT,
    away_until INTEGER,
    vacation_year INTEGER NOT NULL DEFAULT 0,
    vacation_used INTEGER NOT NULL DEFAULT 0, -- seconds in that year
    suspended INTEGER NOT NULL DEFAULT 0,
    forgotten INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX players_digest ON players (digest_due) WHERE digest_due IS NOT NULL;
CREATE INDEX players_away ON players (away_until) WHERE away_until IS NOT NULL;

CREATE TABLE addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    address TEXT NOT NULL UNIQUE,             -- lower case
    player INTEGER REFERENCES players (id),
    used INTEGER NOT NULL DEFAULT 0,          -- when it last wrote, proven
    stopped INTEGER,                          -- when its owner said stop
    suspended TEXT,                           -- why mail to it is held back (bounces)
    bounces INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX addresses_player ON addresses (player) WHERE player IS NOT NULL;

CREATE TABLE discord_users (
    user INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id)
) STRICT;
CREATE INDEX discord_users_player ON discord_users (player);

CREATE TABLE link_codes (
    code TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    only_address INTEGER REFERENCES addresses (id), -- a code offered for one address works from there alone
    expires INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX link_codes_player ON link_codes (player);

CREATE TABLE blocks (
    player INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
) WITHOUT ROWID, STRICT;

CREATE TABLE ratings (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) WITHOUT ROWID, STRICT;
CREATE INDEX ratings_list ON ratings (game, rating DESC);

-- Challenges and games, which share their numbers --------------------------------------------------

CREATE TABLE challenges (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL,                      -- open, accepted, declined, cancelled, expired
    challenger INTEGER NOT NULL REFERENCES players (id),
    to_player INTEGER REFERENCES players (id),
    to_address INTEGER REFERENCES addresses (id),
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,                    -- JSON
    colour TEXT,                              -- the challenger's: white, black, random; none: the default
    clock_start INTEGER,
    clock_add INTEGER,
    rated INTEGER,                            -- as asked; none: the default
    greeting TEXT,
    sent INTEGER NOT NULL,                    -- whether the invited was written to
    place INTEGER,                            -- the Discord channel it was made in
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX challenges_open ON challenges (expires) WHERE state = 'open';
CREATE INDEX challenges_by ON challenges (challenger, created);
CREATE INDEX challenges_player ON challenges (to_player) WHERE state = 'open';
CREATE INDEX challenges_address ON challenges (to_address, state) WHERE to_address IS NOT NULL;

CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,                    -- JSON
    first TEXT,                               -- the first position, where it isn't the usual one
    white INTEGER NOT NULL REFERENCES players (id),
    black INTEGER NOT NULL REFERENCES players (id),
    rated INTEGER NOT NULL,
    clock_start INTEGER,
    clock_add INTEGER,
    revision INTEGER NOT NULL DEFAULT 0,      -- the number of the last entry
    position TEXT NOT NULL,
    position_before TEXT,                     -- before the last turn
    last TEXT,                                -- the last turn
    quiet INTEGER NOT NULL DEFAULT 0,         -- turns in a row without progress
    turn INTEGER NOT NULL,
    to_move TEXT,                             -- none once it is over
    made_white INTEGER NOT NULL DEFAULT 0,    -- turns in force
    made_black INTEGER NOT NULL DEFAULT 0,
    left_white INTEGER NOT NULL,              -- seconds when that player's clock last stopped
    left_black INTEGER NOT NULL,
    runs_from INTEGER,                        -- since when the clock of the player to move runs, if it does
    deadline INTEGER,
    reminder INTEGER,                         -- when the next one is due
    forfeit INTEGER,                          -- when Diamond Chess customs forfeit the turn
    draw_by TEXT,                             -- who offers a draw
    told_white INTEGER NOT NULL DEFAULT 0,    -- the revision up to which that player was told
    told_black INTEGER NOT NULL DEFAULT 0,
    adjourned INTEGER NOT NULL DEFAULT 0,
    started INTEGER NOT NULL,
    ended INTEGER,
    winner TEXT,
    reason TEXT,
    margin INTEGER,                           -- in halves
    aborted INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX games_white ON games (white, ended);
CREATE INDEX games_black ON games (black, ended);
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_reminder ON games (reminder) WHERE reminder IS NOT NULL;
CREATE INDEX games_forfeit ON games (forfeit) WHERE forfeit IS NOT NULL;

CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (number),
    number INTEGER NOT NULL,                  -- the revision it made
    kind TEXT NOT NULL,
    side TEXT,
    turn INTEGER NOT NULL,                    -- the number of the turn it is, or is about
    text TEXT NOT NULL,
    hash INTEGER,                             -- of the position after it, where repetition counts
    at INTEGER NOT NULL,
    spent INTEGER NOT NULL DEFAULT 0,         -- seconds of the clock
    left_before INTEGER,
    via TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, number)
) WITHOUT ROWID, STRICT;

CREATE TABLE comments (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (number),
    player INTEGER NOT NULL REFERENCES players (id),
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX comments_game ON comments (game);

CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (number),
    player INTEGER NOT NULL REFERENCES players (id),
    text TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_player ON notes (player, game);

CREATE TABLE plans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (number),
    player INTEGER NOT NULL REFERENCES players (id),
    line TEXT NOT NULL                        -- JSON: their turn or null, mine, their turn or null…
) STRICT;
CREATE INDEX plans_game ON plans (game, player);

CREATE TABLE watchers (
    game INTEGER NOT NULL REFERENCES games (number),
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (game, player)
) WITHOUT ROWID, STRICT;
CREATE INDEX watchers_player ON watchers (player);

-- Where a game is played in Discord. Number is a challenge's or game's.
CREATE TABLE places (
    number INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,                 -- the channel or thread of the game
    parent INTEGER,                           -- the channel that the thread is in
    message INTEGER                           -- the last board, or the challenge's message
) STRICT;
CREATE UNIQUE INDEX places_channel ON places (channel, number);

-- Questions, secrets and limits --------------------------------------------------------------------

CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER REFERENCES players (id),
    address INTEGER REFERENCES addresses (id),
    kind TEXT NOT NULL,                       -- JSON
    game INTEGER,
    revision INTEGER,
    asked INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open'        -- open, answered, closed
) STRICT;
CREATE INDEX questions_player ON questions (player) WHERE state = 'open';
CREATE INDEX questions_address ON questions (address, asked) WHERE address IS NOT NULL;
CREATE INDEX questions_expiry ON questions (expires);

CREATE TABLE digests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    games TEXT NOT NULL,                      -- JSON: [[game, revision], …]
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX digests_player ON digests (player);

CREATE TABLE happenings (                     -- what limits count
    what TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX happenings_what ON happenings (what, at);

CREATE TABLE seen (                           -- requests, so that a repeat changes nothing
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

-- Mail in, notices out -----------------------------------------------------------------------------

CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    raw BLOB NOT NULL,
    envelope TEXT NOT NULL,                   -- the front end's JSON
    peer TEXT,
    at INTEGER NOT NULL,
    leased INTEGER NOT NULL DEFAULT 0,        -- until when a worker holds it
    attempts INTEGER NOT NULL DEFAULT 0,
    verdict TEXT                              -- none while it waits
) STRICT;
CREATE INDEX inbox_waiting ON inbox (id) WHERE verdict IS NULL;
CREATE INDEX inbox_at ON inbox (at) WHERE verdict IS NOT NULL;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,                    -- mail, discord, console
    recipient TEXT NOT NULL,                  -- within one, order is kept
    player INTEGER REFERENCES players (id),
    game INTEGER,
    board INTEGER NOT NULL,                   -- whether a later board of that game supersedes it
    notice TEXT NOT NULL,                     -- JSON
    request TEXT,                             -- the seen request that it answers in place
    at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'owed',       -- owed, sent, failed, kept, superseded
    not_before INTEGER NOT NULL DEFAULT 0,
    leased INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    rendered BLOB,
    envelope TEXT,
    why TEXT,
    settled INTEGER
) STRICT;
CREATE INDEX outbox_owed ON outbox (channel, recipient, id) WHERE state = 'owed';
CREATE INDEX outbox_request ON outbox (request) WHERE request IS NOT NULL;
CREATE INDEX outbox_kept ON outbox (recipient) WHERE state = 'kept';
CREATE INDEX outbox_settled ON outbox (settled) WHERE settled IS NOT NULL;

-- The server itself --------------------------------------------------------------------------------

CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE maintenance (
    id INTEGER PRIMARY KEY,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    given INTEGER NOT NULL DEFAULT 0          -- whether the time was given back
) STRICT;

CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
