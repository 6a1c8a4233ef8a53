-- Schema 8. Several processes, on several machines: whatever assumed that there is one writer.

-- Who leased a row, so that the leases of a process that died can be told from those of the living.
ALTER TABLE outbox ADD COLUMN holder TEXT;
ALTER TABLE inbox ADD COLUMN holder TEXT;

-- How much mail waits is counted where it waits: no row that every mail changes.
ALTER TABLE inbox ADD COLUMN network TEXT;                  -- where it came from, if its share is bounded
ALTER TABLE inbox ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE inbox SET size = length(raw) WHERE verdict IS NULL;
DROP TABLE inbox_load;
CREATE INDEX inbox_load ON inbox (network, size) WHERE verdict IS NULL;

-- What was counted since the counters were last added up: rows are only ever added.
CREATE TABLE counted (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL
) STRICT;

-- The key of the secrets in reply addresses. It is bytes; everything else in `meta` is a number.
CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    key BLOB NOT NULL
) WITHOUT ROWID, STRICT;
INSERT INTO keys SELECT name, value FROM meta WHERE name = 'token_key';
DELETE FROM meta WHERE name = 'token_key';

-- The transaction in which somebody asked to be forgotten: what began before it may still write about them.
ALTER TABLE forgetting ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

-- `user` is a word of SQL's own.
ALTER TABLE discord_users RENAME COLUMN user TO account;
ALTER TABLE sights RENAME COLUMN user TO account;
ALTER TABLE heard RENAME COLUMN user TO account;
ALTER TABLE spectacles RENAME COLUMN user TO account;
