-- Schema 13. The texts of tournaments are compared byte by byte as well, whatever the database's own collation is.

ALTER TABLE events
    ALTER COLUMN kind TYPE TEXT COLLATE "C",
    ALTER COLUMN game TYPE TEXT COLLATE "C",
    ALTER COLUMN variant TYPE TEXT COLLATE "C",
    ALTER COLUMN options TYPE TEXT COLLATE "C",
    ALTER COLUMN code TYPE TEXT COLLATE "C",
    ALTER COLUMN state TYPE TEXT COLLATE "C";
ALTER TABLE entrants ALTER COLUMN state TYPE TEXT COLLATE "C";
ALTER TABLE slots ALTER COLUMN fate TYPE TEXT COLLATE "C";
