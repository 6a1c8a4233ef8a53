-- Whether a turn that somebody picks step by step is asked about before it is played.
ALTER TABLE players ADD COLUMN confirm INTEGER NOT NULL DEFAULT 0;
