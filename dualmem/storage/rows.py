"""Rows: between the tables of the SQLite store and the values of the ports."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from dualmem.errors import InvalidInput, StoreCorrupt
from dualmem.ports import Commit, Head, Item, ItemKind, Loaded, RecordRow, Scrub, Swap, TurnRow, WrappedKey
from dualmem.storage import queries

_PORTION: Final = 100
T = TypeVar("T")
Row = Sequence[Any]  # what the driver gives: the columns of one statement of queries.py
Named = dict[str, str | int | bytes | None]


def head(row: Row) -> Head:
    """Give the counters of a row of HEAD."""
    version, revision, turn_number, sequence, chain, day = row[:6]
    if not (
        isinstance(chain, bytes) and all(isinstance(one, int) for one in (version, revision, turn_number, sequence))
    ):
        raise StoreCorrupt("the counters of a subject are damaged")
    return Head(version=version, revision=revision, turn=turn_number, sequence=sequence, chain=chain, day=day)


def item(row: Row) -> Item:
    """Give the item of a row of ITEMS."""
    kind, key, version, token = row[:4]
    try:
        return Item(kind=ItemKind(kind), key=key, version=version, token=token)
    except ValueError as error:
        raise StoreCorrupt(f"the kind of a stored item is damaged: {str(kind)[:20]!r}") from error


def record(row: Row) -> RecordRow:
    """Give the audit record of a row of RECORDS, also of a damaged one: verifying the chain then names it."""
    sequence, header, digest, payload = row
    try:
        return RecordRow(sequence=sequence, header=header.encode(), digest=bytes.fromhex(digest), payload=payload)
    except (AttributeError, TypeError, ValueError):
        return RecordRow(sequence=sequence, header=b"", digest=b"", payload=None)


def turn(row: Row) -> TurnRow:
    """Give the step of a row of TURNS."""
    number, conversation, speaker, channel, at, token, in_window = row[:7]
    return TurnRow(
        number=number,
        conversation=conversation,
        speaker=speaker,
        channel=channel,
        at=at,
        token=token,
        in_window=bool(in_window),
    )


def loaded(found: Sequence[Row]) -> Loaded:
    """Give what the rows of LOAD say; the first column says what a row is."""
    counters = Head()
    items: list[Item] = []
    window: list[tuple[int, int, TurnRow]] = []
    result: str | None = None
    was_committed = False
    for what, *row in found:
        if what == 0:
            counters = head(row)
        elif what == 1:
            items.append(item(row))
        elif what == 2:
            window.append((row[0], row[6], turn([*row[:6], 1])))
        else:
            result, was_committed = row[0], True
    window.sort(key=lambda entry: entry[:2])
    return Loaded(
        head=counters,
        items=tuple(items),
        window=tuple(entry[2] for entry in window),
        result=result,
        was_committed=was_committed,
    )


def subject_named(commit: Commit) -> Named:
    """Give the named values of ADD_SUBJECT and SWAP_SUBJECT."""
    return {
        "tenant": commit.tenant,
        "subject": commit.subject,
        "expected": commit.expected_revision,
        "version": commit.head.version,
        "revision": commit.head.revision,
        "turn": commit.head.turn,
        "sequence": commit.head.sequence,
        "chain": commit.head.chain,
        "day": commit.head.day,
    }


def turn_named(commit: Commit) -> Named:
    """Give the named values of ADD_TURN."""
    step = commit.turn
    return {
        "tenant": commit.tenant,
        "subject": commit.subject,
        "number": step.number,
        "revision": commit.head.revision,
        "conversation": step.conversation,
        "speaker": step.speaker,
        "channel": step.channel,
        "at": step.at,
        "token": step.token,
        "in_window": int(step.in_window),
        "operation": commit.operation_id,
        "result": commit.result,
    }


def commit_steps(commit: Commit) -> Iterator[tuple[str, str]]:
    """Give the further statements of a commit, each with all its rows as one JSON text."""
    if commit.records:
        yield (
            queries.ADD_RECORDS,
            _json([[one.sequence, one.header.decode(), one.digest.hex(), one.payload] for one in commit.records]),
        )
    yield from _item_steps(commit.put, commit.remove)


def scrub_steps(scrub: Scrub) -> Iterator[tuple[str, str]]:
    """Give the statements of a scrub, each with all its rows as one JSON text."""
    if scrub.payloads:
        yield queries.SCRUB_PAYLOADS, _json(list(scrub.payloads))
    cut = [[number, text] for number, text in scrub.cut_payloads.items()]
    turns = [[number, speaker, token] for (number, speaker), token in scrub.turns.items()]
    yield from ((queries.CUT_PAYLOADS, _json(some)) for some in _portions(cut))
    yield from ((queries.SCRUB_TURNS, _json(some)) for some in _portions(turns))
    if scrub.results:
        yield queries.SCRUB_RESULTS, _json(list(scrub.results))
    yield from _item_steps(scrub.put, scrub.remove)


def swap_steps(swap: Swap) -> Iterator[tuple[str, dict[str, object]]]:
    """Give the statements of a swap, one for each token."""
    of = {"tenant": swap.tenant, "subject": swap.subject}
    for kind, key, old, new in swap.items:
        yield queries.SWAP_ITEM, {**of, "kind": kind.value, "key": key, "old": old, "new": new}
    for number, speaker, old, new in swap.turns:
        yield queries.SWAP_TURN, {**of, "number": number, "speaker": speaker, "old": old, "new": new}
    for operation, old, new in swap.results:
        yield queries.SWAP_RESULT, {**of, "operation": operation, "old": old, "new": new}


def _portions(data: Sequence[T]) -> Iterator[Sequence[T]]:
    """Give data in portions; each of these statements looks through its whole portion for every row."""
    yield from (data[at : at + _PORTION] for at in range(0, len(data), _PORTION))


def _item_steps(put: Sequence[Item], remove: Sequence[tuple[ItemKind, str]]) -> Iterator[tuple[str, str]]:
    """Give the statements that change items; removals first, so that a put of the same key stays."""
    if remove:
        yield queries.REMOVE_ITEMS, _json([[kind.value, key] for kind, key in remove])
    if put:
        yield queries.PUT_ITEMS, _json([[one.kind.value, one.key, one.version, one.token] for one in put])


def _has_nul(data: object) -> bool:
    """Tell whether a text of JSON data holds NUL."""
    if isinstance(data, list):
        return any(map(_has_nul, data))
    return isinstance(data, str) and "\0" in data


def _json(data: object) -> str:
    """Give the JSON text that json_each reads.

    Raises:
        InvalidInput: A text holds NUL, where SQLite ends it.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if "\\u0000" in text and _has_nul(data):
        raise InvalidInput("a text holds NUL; nothing was stored")
    return text


def key(row: Row) -> WrappedKey:
    """Give the wrapped key of a row of KEYS."""
    key_id, tenant, subject, wrapped, master, at = row
    return WrappedKey(id=key_id, tenant=tenant, subject=subject, wrapped=bytes(wrapped), master=master, at=at)


def key_named(of: WrappedKey) -> Named:
    """Give the named values of ADD_KEY."""
    return {
        "id": of.id,
        "tenant": of.tenant,
        "subject": of.subject,
        "wrapped": of.wrapped,
        "master": of.master,
        "at": of.at,
    }
