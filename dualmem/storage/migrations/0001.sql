-- The first layout. Every primary key starts with (tenant, subject), so that the tables can be sharded by subject.
CREATE TABLE subjects (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  version INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  chain BLOB NOT NULL,
  day TEXT NOT NULL,
  PRIMARY KEY (tenant, subject)
) WITHOUT ROWID;

CREATE TABLE turns (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  number INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  conversation TEXT NOT NULL,
  speaker TEXT NOT NULL,
  channel TEXT NOT NULL,
  at TEXT NOT NULL,
  token TEXT,
  in_window INTEGER NOT NULL,
  operation TEXT NOT NULL,
  result TEXT,
  PRIMARY KEY (tenant, subject, number, revision)
) WITHOUT ROWID;

CREATE UNIQUE INDEX turns_by_operation ON turns (tenant, subject, operation);

CREATE INDEX turns_in_window ON turns (tenant, subject, conversation, number, revision) WHERE in_window = 1;

CREATE TABLE records (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  header TEXT NOT NULL,
  digest TEXT NOT NULL,
  payload TEXT,
  PRIMARY KEY (tenant, subject, sequence)
) WITHOUT ROWID;

CREATE TABLE items (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  token TEXT NOT NULL,
  PRIMARY KEY (tenant, subject, kind, key)
) WITHOUT ROWID;
