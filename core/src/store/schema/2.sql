-- A player may change their name while a game lasts; its thread keeps the name that it began with.
ALTER TABLE games ADD COLUMN thread TEXT;
