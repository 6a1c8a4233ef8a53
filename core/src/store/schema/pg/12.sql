-- Schema 12. Guests: players whom nobody can reach, each on a page of their own.

ALTER TABLE players ADD COLUMN guest BIGINT;  -- when they last did something, as long as they are one
ALTER TABLE players ADD COLUMN became BIGINT; -- the player that a guest turned out to be
CREATE INDEX players_guest ON players (guest) WHERE guest IS NOT NULL;
