"""The SQL of the SQLite store, as constants: no text from outside ever becomes SQL."""

from typing import Final

LOAD: Final = """
SELECT 0, version, revision, turn, sequence, chain, day, NULL
  FROM subjects WHERE tenant = :tenant AND subject = :subject
UNION ALL
SELECT 1, kind, key, version, token, NULL, NULL, NULL FROM items
 WHERE tenant = :tenant AND subject = :subject
   AND kind IN ('field', 'pending', 'task', 'settings', 'erasure', 'tombstone')
UNION ALL
SELECT 1, kind, key, version, token, NULL, NULL, NULL FROM items
 WHERE tenant = :tenant AND subject = :subject AND kind = 'conversation' AND key = :conversation
UNION ALL
SELECT 2, number, conversation, speaker, channel, at, token, revision FROM (
  SELECT number, conversation, speaker, channel, at, token, revision FROM turns
   WHERE tenant = :tenant AND subject = :subject AND conversation = :conversation AND in_window = 1
   ORDER BY number DESC, revision DESC LIMIT :window)
UNION ALL
SELECT 3, result, NULL, NULL, NULL, NULL, NULL, NULL FROM turns
 WHERE tenant = :tenant AND subject = :subject AND operation = :operation
"""

HEAD: Final = """
SELECT version, revision, turn, sequence, chain, day FROM subjects WHERE tenant = :tenant AND subject = :subject
"""

ADD_SUBJECT: Final = """
INSERT INTO subjects (tenant, subject, version, revision, turn, sequence, chain, day)
VALUES (:tenant, :subject, :version, :revision, :turn, :sequence, :chain, :day)
ON CONFLICT DO NOTHING
"""

SWAP_SUBJECT: Final = """
UPDATE subjects
   SET version = :version, revision = :revision, turn = :turn, sequence = :sequence, chain = :chain, day = :day
 WHERE tenant = :tenant AND subject = :subject AND revision = :expected
"""

ADD_TURN: Final = """
INSERT INTO turns
  (tenant, subject, number, revision, conversation, speaker, channel, at, token, in_window, operation, result)
VALUES (:tenant, :subject, :number, :revision, :conversation, :speaker, :channel, :at, :token, :in_window,
  :operation, :result)
"""

ADD_RECORDS: Final = """
INSERT INTO records (tenant, subject, sequence, header, digest, payload)
SELECT :tenant, :subject, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]')
  FROM json_each(:rows)
"""

PUT_ITEMS: Final = """
INSERT OR REPLACE INTO items (tenant, subject, kind, key, version, token)
SELECT :tenant, :subject, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]')
  FROM json_each(:rows)
"""

REMOVE_ITEMS: Final = """
DELETE FROM items WHERE tenant = :tenant AND subject = :subject AND (kind, key) IN (
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows))
"""

ITEMS: Final = """
SELECT kind, key, version, token FROM items WHERE tenant = :tenant AND subject = :subject AND kind = :kind ORDER BY key
"""

ITEM: Final = """
SELECT kind, key, version, token FROM items
 WHERE tenant = :tenant AND subject = :subject AND kind = :kind AND key = :key
"""

RECORDS: Final = """
SELECT sequence, header, digest, payload FROM records
 WHERE tenant = :tenant AND subject = :subject AND sequence > :after ORDER BY sequence LIMIT :page
"""

TURNS: Final = """
SELECT number, conversation, speaker, channel, at, token, in_window, revision FROM turns
 WHERE tenant = :tenant AND subject = :subject AND (number, revision) > (:number, :revision)
 ORDER BY number, revision LIMIT :page
"""

SUBJECTS: Final = """
SELECT subject FROM subjects WHERE tenant = :tenant AND subject > :after ORDER BY subject LIMIT :page
"""

HEADS: Final = """
SELECT version, revision, turn, sequence, chain, day, subject FROM subjects
 WHERE tenant = :tenant AND subject > :after ORDER BY subject LIMIT :page
"""

NEXT_TENANT: Final = "SELECT min(tenant) FROM subjects WHERE tenant > :after"

SCRUB_PAYLOADS: Final = """
UPDATE records SET payload = NULL
 WHERE tenant = :tenant AND subject = :subject AND sequence IN (SELECT value FROM json_each(:rows))
"""

CUT_PAYLOADS: Final = """
UPDATE records SET payload = (
  SELECT json_extract(value, '$[1]') FROM json_each(:rows) WHERE json_extract(value, '$[0]') = records.sequence)
 WHERE tenant = :tenant AND subject = :subject
   AND sequence IN (SELECT json_extract(value, '$[0]') FROM json_each(:rows))
"""

SCRUB_TURNS: Final = """
UPDATE turns SET token = (
  SELECT json_extract(value, '$[2]') FROM json_each(:rows)
   WHERE json_extract(value, '$[0]') = turns.number AND json_extract(value, '$[1]') = turns.speaker)
 WHERE tenant = :tenant AND subject = :subject AND (number, speaker) IN (
   SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows))
"""

SCRUB_RESULTS: Final = """
UPDATE turns SET result = NULL
 WHERE tenant = :tenant AND subject = :subject AND number IN (SELECT value FROM json_each(:rows))
"""

RESULTS: Final = """
SELECT number, revision, operation, result FROM turns
 WHERE tenant = :tenant AND subject = :subject AND result IS NOT NULL AND (number, revision) > (:number, :revision)
 ORDER BY number, revision LIMIT :page
"""

SWAP_ITEM: Final = """
UPDATE items SET token = :new
 WHERE tenant = :tenant AND subject = :subject AND kind = :kind AND key = :key AND token = :old
"""

SWAP_TURN: Final = """
UPDATE turns SET token = :new
 WHERE tenant = :tenant AND subject = :subject AND number = :number AND speaker = :speaker AND token = :old
"""

SWAP_RESULT: Final = """
UPDATE turns SET result = :new
 WHERE tenant = :tenant AND subject = :subject AND operation = :operation AND result = :old
"""

TOKENS: Final = """
SELECT payload FROM records WHERE tenant = :tenant AND subject = :subject AND payload IS NOT NULL
UNION ALL
SELECT token FROM turns WHERE tenant = :tenant AND subject = :subject AND token IS NOT NULL
UNION ALL
SELECT result FROM turns WHERE tenant = :tenant AND subject = :subject AND result IS NOT NULL
UNION ALL
SELECT token FROM items WHERE tenant = :tenant AND subject = :subject
"""

ERASE_TURNS: Final = "DELETE FROM turns WHERE tenant = :tenant AND subject = :subject"

ERASE_ITEMS: Final = "DELETE FROM items WHERE tenant = :tenant AND subject = :subject"

ERASE_PAYLOADS: Final = "UPDATE records SET payload = NULL WHERE tenant = :tenant AND subject = :subject"

COUNTS: Final = """
SELECT (SELECT count(*) FROM subjects), (SELECT count(*) FROM turns), (SELECT count(*) FROM records),
       (SELECT count(*) FROM items)
"""

KEYS: Final = """
SELECT id, tenant, subject, wrapped, master, at FROM keys
 WHERE tenant = :tenant AND subject = :subject ORDER BY number
"""

ADD_KEY: Final = """
INSERT INTO keys (tenant, subject, number, id, wrapped, master, at)
SELECT :tenant, :subject, last.number + 1, :id, :wrapped, :master, :at
  FROM (SELECT coalesce(max(number), 0) AS number FROM keys WHERE tenant = :tenant AND subject = :subject) AS last
 WHERE :after IS (SELECT id FROM keys WHERE tenant = :tenant AND subject = :subject ORDER BY number DESC LIMIT 1)
   AND (:tenant = '' OR NOT EXISTS (SELECT 1 FROM keys WHERE tenant = '')
     OR :master IN (SELECT master FROM keys WHERE tenant = '' AND subject = ''
                    UNION ALL SELECT substr(id, 6) FROM keys WHERE tenant = '' AND subject = 'next'))
"""

KEYS_NAMED: Final = """
SELECT id, tenant, subject, wrapped, master, at FROM keys
 WHERE id >= :prefix AND id < :end ORDER BY id
"""

REMOVE_KEYS: Final = "DELETE FROM keys WHERE tenant = :tenant AND subject = :subject"

REPLACE_KEY: Final = """
UPDATE keys SET wrapped = :wrapped, master = :master WHERE id = :id AND wrapped = :old AND master = :old_master
"""

KEY_SUBJECTS: Final = """
SELECT DISTINCT tenant, subject FROM keys WHERE (tenant, subject) > (:tenant, :subject)
 ORDER BY tenant, subject LIMIT :page
"""

SALVAGE_NEXT: Final = (
    (
        "SELECT tenant, subject FROM subjects WHERE (tenant, subject) > (:tenant, :subject)"
        " ORDER BY tenant, subject LIMIT 1"
    ),
    (
        "SELECT tenant, subject FROM records WHERE (tenant, subject) > (:tenant, :subject)"
        " ORDER BY tenant, subject LIMIT 1"
    ),
    "SELECT tenant, subject FROM items WHERE (tenant, subject) > (:tenant, :subject) ORDER BY tenant, subject LIMIT 1",
    "SELECT tenant, subject FROM turns WHERE (tenant, subject) > (:tenant, :subject) ORDER BY tenant, subject LIMIT 1",
)

SALVAGE_COPY: Final = (
    (
        "SELECT * FROM subjects WHERE tenant = :tenant AND subject = :subject",
        "INSERT INTO subjects VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    (
        "SELECT * FROM turns WHERE tenant = :tenant AND subject = :subject",
        "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    (
        "SELECT * FROM records WHERE tenant = :tenant AND subject = :subject",
        "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)",
    ),
    (
        "SELECT * FROM items WHERE tenant = :tenant AND subject = :subject",
        "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?)",
    ),
)

SALVAGE_DROP: Final = (
    "DELETE FROM subjects WHERE tenant = :tenant AND subject = :subject",
    "DELETE FROM turns WHERE tenant = :tenant AND subject = :subject",
    "DELETE FROM records WHERE tenant = :tenant AND subject = :subject",
    "DELETE FROM items WHERE tenant = :tenant AND subject = :subject",
)
