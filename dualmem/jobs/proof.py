"""Proof: the records of subjects as they stand, for a verifier that knows nothing of dualmem and holds no key."""

from collections.abc import Iterator

import orjson

from dualmem.jobs.archive import Archive


def lines(archive: Archive) -> Iterator[str]:
    """Give one JSON line for each record of a subject, in order.

    Each line holds ``subject`` (the pseudonym of the headers), ``sequence``, ``header`` (the canonical text that is
    hashed), ``digest`` (hex) and ``payload`` (sealed tokens; null once erased). Only the headers are in clear.
    """
    pseudonym = archive.link().pseudonym
    for row in archive.store.records(archive.tenant, archive.subject):
        data = {
            "subject": pseudonym,
            "sequence": row.sequence,
            "header": row.header.decode(),
            "digest": row.digest.hex(),
            "payload": row.payload,
        }
        yield orjson.dumps(data).decode()
