-- The wrapped data keys: a database of its own, so that a copy of the memory alone opens nothing.
CREATE TABLE keys (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  wrapped BLOB NOT NULL,
  master TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (tenant, subject, number)
) WITHOUT ROWID;
