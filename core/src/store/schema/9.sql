-- Schema 9. Boards on pages.

-- Whether a player is sent the addresses of pages with their boards, and those pages work.
ALTER TABLE players ADD COLUMN page_links INTEGER NOT NULL DEFAULT 1;
