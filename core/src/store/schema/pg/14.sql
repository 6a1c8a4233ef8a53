-- Schema 14. Looking up each notice's player took a third of the time of storing it, and locked the player's row besides. Whoever
-- stores a notice has just read that player, and of the players only guests are ever deleted, with their notices.

ALTER TABLE outbox DROP CONSTRAINT outbox_player_fkey;
