"""The ways to tamper with a store, each with what a good verifier must name."""

import hashlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dualmem.jobs.anchor import AnchorReport
from dualmem.jobs.verify import Report
from dualmem.memory import Memory

IsRight = Callable[[Memory, AnchorReport], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """One store to tamper with.

    Attributes:
        connection: Of the store.
        folder: Of the store, its old copy and its anchor.
        chosen: Chooses.
        subject: Whose records.
    """

    connection: sqlite3.Connection
    folder: Path
    chosen: random.Random
    subject: str

    def sequence(self, *, before_last: int = 0) -> int:
        """Choose a record."""
        (last,) = self.connection.execute(
            "SELECT max(sequence) FROM records WHERE subject = ?", (self.subject,)
        ).fetchone()
        return self.chosen.randrange(1, last + 1 - before_last)

    def run(self, sql: str, *values: object) -> None:
        """Change something of the subject; ``?1`` is the subject."""
        self.connection.execute(sql, (self.subject, *values))


def _at(case: Case, sequence: int) -> IsRight:
    """Give the check that the chain of the subject breaks at a record."""

    def is_right(_: Memory, report: AnchorReport) -> bool:
        fault = _of(report, case.subject).chain.fault
        return fault is not None and fault.sequence == sequence

    return is_right


def _named(case: Case, *names: str) -> IsRight:
    """Give the check that a report of the subject names a place."""

    def is_right(_: Memory, report: AnchorReport) -> bool:
        told = "\n".join(_of(report, case.subject).lines()[1:])
        return all(name in told for name in names)

    return is_right


def _of(report: AnchorReport, subject: str) -> Report:
    return next(one for one in report.reports if one.subject == subject)


def edited_header(case: Case) -> IsRight:
    """Another actor, time or field in a header."""
    sequence = case.sequence()
    (text,) = case.connection.execute(
        "SELECT header FROM records WHERE subject = ? AND sequence = ?", (case.subject, sequence)
    ).fetchone()
    header = json.loads(text)
    key = case.chosen.choice(("actor", "at", "channel", "kind"))
    header[key] = {"actor": "operator:mallory", "at": "2020-01-01T00:00:00+00:00", "channel": "none"}.get(
        key, "FieldSet2"
    )
    fresh = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    case.run("UPDATE records SET header = ?2 WHERE subject = ?1 AND sequence = ?3", fresh, sequence)
    return _at(case, sequence)


def edited_payload(case: Case) -> IsRight:
    """Another payload, or none, in a record."""
    (sequence, payload) = case.chosen.choice(
        case.connection.execute(
            "SELECT sequence, payload FROM records WHERE subject = ? AND payload IS NOT NULL", (case.subject,)
        ).fetchall()
    )
    fresh = case.chosen.choice((None, payload[:-1], _flipped(payload, case.chosen)))
    case.run("UPDATE records SET payload = ?2 WHERE subject = ?1 AND sequence = ?3", fresh, sequence)
    return _at(case, sequence)


def deleted_record(case: Case) -> IsRight:
    """A record in the middle taken out."""
    sequence = case.sequence(before_last=1)
    case.run("DELETE FROM records WHERE subject = ?1 AND sequence = ?2", sequence)
    return _at(case, sequence)


def reordered(case: Case) -> IsRight:
    """Two neighbours in each other's place."""
    sequence = case.sequence(before_last=1)
    for old, new in ((sequence, -1), (sequence + 1, sequence), (-1, sequence + 1)):
        case.run("UPDATE records SET sequence = ?3 WHERE subject = ?1 AND sequence = ?2", old, new)
    return _at(case, sequence)


def cut_tail(case: Case) -> IsRight:
    """The last records taken out, and the counters set to fit."""
    last = case.sequence(before_last=1)
    digest, header = case.connection.execute(
        "SELECT digest, header FROM records WHERE subject = ? AND sequence = ?", (case.subject, last)
    ).fetchone()
    case.run("DELETE FROM records WHERE subject = ?1 AND sequence > ?2", last)
    if case.chosen.random() < 0.7:
        named = (last, bytes.fromhex(digest), json.loads(header)["version"])
        case.run("UPDATE subjects SET sequence = ?2, chain = ?3, version = ?4 WHERE subject = ?1", *named)
    return _at(case, last + 1)


def removed_subject(case: Case) -> IsRight:
    """Everything of a subject taken out."""
    for sql in ("subjects", "turns", "records", "items"):
        case.run(f"DELETE FROM {sql} WHERE subject = ?1")

    def is_right(memory: Memory, report: AnchorReport) -> bool:
        return report.missing == (memory._vault.pseudonym(memory.tenant, case.subject),)  # noqa: SLF001

    return is_right


def edited_state(case: Case) -> IsRight:
    """A field taken out, damaged, put back to its older value, or with the token of another."""
    items = dict(
        case.connection.execute("SELECT key, token FROM items WHERE subject = ? AND kind = 'field'", (case.subject,))
    )
    way = case.chosen.choice(("gone", "flipped", "older", "other"))
    key = "facts.first" if way == "older" else case.chosen.choice(sorted(items))
    if way == "gone":
        case.run("DELETE FROM items WHERE subject = ?1 AND kind = 'field' AND key = ?2", key)
        return _named(case, key)
    version = None
    if way == "older":
        with sqlite3.connect(case.folder / "old.db") as old:
            token, version = old.execute(
                "SELECT token, version FROM items WHERE subject = ? AND key = ?", (case.subject, key)
            ).fetchone()
        old.close()
    elif way == "other":
        token = next((items[one] for one in sorted(items) if one != key), "a1.x.y")
    else:
        token = _flipped(items[key], case.chosen)
    where = "subject = ?1 AND kind = 'field' AND key = ?4"
    case.run(f"UPDATE items SET token = ?2, version = coalesce(?3, version) WHERE {where}", token, version, key)
    return _named(case, key)


def old_database(case: Case) -> IsRight:
    """The whole database as it was before."""
    for one in case.folder.glob("memory.db-*"):
        one.unlink()
    case.connection.close()
    shutil.copy(case.folder / "old.db", case.folder / "memory.db")

    def is_right(_: Memory, report: AnchorReport) -> bool:
        faults = [one.chain.fault for one in report.reports]
        return all(fault is not None and fault.why == "tail" for fault in faults)

    return is_right


def written_anew(case: Case) -> IsRight:
    """A header edited and the whole chain computed anew, counters included: only the anchor can tell."""
    sequence, digest, last = case.sequence(), bytes(32), 0
    rows = case.connection.execute(
        "SELECT sequence, header FROM records WHERE subject = ? ORDER BY sequence", (case.subject,)
    ).fetchall()
    for number, text in rows:
        header = json.loads(text)
        header["previous"] = digest.hex()
        if number == sequence:
            header["actor"] = "operator:mallory"
        fresh = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest, last = hashlib.sha256(digest + fresh.encode()).digest(), number
        case.run(
            "UPDATE records SET header = ?2, digest = ?3 WHERE subject = ?1 AND sequence = ?4",
            fresh,
            digest.hex(),
            number,
        )
    case.run("UPDATE subjects SET chain = ?2 WHERE subject = ?1", digest)
    return _at(case, last)


_COLUMNS: Final = (
    ("records", "header"),
    ("records", "digest"),
    ("records", "payload"),
    ("items", "token"),
    ("items", "key"),
    ("turns", "token"),
    ("turns", "at"),
    ("turns", "channel"),
    ("turns", "speaker"),
    ("turns", "conversation"),
)


def random_byte(case: Case) -> IsRight:
    """One byte changed in a column of a row."""
    table, column = case.chosen.choice(_COLUMNS)
    needs = f"{column} IS NOT NULL AND length({column}) > 0" + (" AND token IS NOT NULL" if table == "turns" else "")
    names = {"records": "sequence", "items": "kind, key", "turns": "number, revision"}[table]
    old, *key = case.chosen.choice(
        case.connection.execute(
            f"SELECT {column}, {names} FROM {table} WHERE subject = ? AND {needs} ORDER BY {names}", (case.subject,)
        ).fetchall()
    )
    raw = old.encode()
    at = case.chosen.randrange(len(raw))
    if case.chosen.random() < 0.3:
        raw = raw[:at] + bytes([raw[at] ^ 0x80]) + raw[at + 1 :]  # no valid UTF-8 any more
    else:
        raw = raw[:at] + _other(raw[at : at + 1], case.chosen) + raw[at + 1 :]
    where = " AND ".join(f"{name} = ?{place}" for place, name in enumerate(names.split(", "), start=3))
    case.run(f"UPDATE {table} SET {column} = CAST(?2 AS TEXT) WHERE subject = ?1 AND {where}", raw, *key)
    if table == "records":
        return _at(case, key[0])
    if table == "items":
        return _named(case, "" if column == "key" else key[1])
    return _named(case, f"turn {key[0]} of")


def _other(byte: bytes, chosen: random.Random) -> bytes:
    """Give another letter or digit, that is not the same one in the other case."""
    pool = [one for one in b"abcdefghijklmnopqrstuvwxyz0123456789" if bytes([one]) != byte.lower()]
    return bytes([chosen.choice(pool)])


def _flipped(token: str, chosen: random.Random) -> str:
    """Give the token with one character changed."""
    at = chosen.randrange(len(token))
    return token[:at] + _other(token[at].encode(), chosen).decode() + token[at + 1 :]


WAYS: Final[dict[str, Callable[[Case], IsRight]]] = {
    "edited header": edited_header,
    "edited payload": edited_payload,
    "deleted record": deleted_record,
    "reordered": reordered,
    "cut tail": cut_tail,
    "removed subject": removed_subject,
    "edited state": edited_state,
    "old database": old_database,
    "chain written anew": written_anew,
    "random byte": random_byte,
    "random byte again": random_byte,
}
