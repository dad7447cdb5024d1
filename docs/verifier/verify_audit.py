"""Verify a proof of dualmem's audit without dualmem: python verify_audit.py PROOF [--anchor LOG] [--key HEX]

PROOF is what `dualmem audit proof FILE` wrote; LOG what `dualmem audit anchor LOG` wrote; HEX the public key that
`dualmem keys status` prints. The formats are described in audit-format.md beside this file. Only the standard library
is used; signatures are checked where the package `cryptography` is installed, else that is said.
Exits with 0 where all is well, 1 where something is wrong, 2 where a file can not be read.
"""

import argparse
import base64
import hashlib
import json
import sys

ERASURES = {"FieldErased", "NoteErased", "SubjectErased"}


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def payload_sha256(payload):
    """Digest of one token, or of the digests of several; an erased part stands as `!` and its digest."""
    digests = [part[1:] if part.startswith("!") else sha256(part.encode()) for part in payload.split(" ")]
    return digests[0] if len(digests) == 1 else sha256("".join(digests).encode())


def is_under(path, erased):
    return path is not None and erased is not None and (path == erased or path.startswith(erased + "."))


class Chain:
    """The records of one subject, read in order."""

    def __init__(self, subject):
        self.subject = subject
        self.digest = bytes(32)
        self.sequence = 0
        self.version = 0
        self.digests = {}
        self.erased = []
        self.erasures = []

    def read(self, row):
        """Take one record; give what is wrong with it, or None."""
        if row["sequence"] != self.sequence + 1:
            return f"record {self.sequence + 1} is missing"
        self.sequence += 1
        header = json.loads(row["header"])
        digest = hashlib.sha256(self.digest + row["header"].encode()).digest()
        if header["previous"] != self.digest.hex() or digest.hex() != row["digest"]:
            return f"record {self.sequence}: its header or its digest was changed"
        if header["seq"] != self.sequence or header["version"] not in (self.version, self.version + 1):
            return f"record {self.sequence}: its numbers do not follow the record before"
        if header["subject"] != self.subject:
            return f"record {self.sequence}: it belongs to another subject"
        payload = row["payload"]
        if payload and payload_sha256(payload) != header["payload_sha256"]:
            return f"record {self.sequence}: its payload is not the one that was written"
        if not payload or "!" in (part[:1] for part in payload.split(" ")):
            self.erased.append((header, self.gone(header, payload)))
        if header["kind"] in ERASURES:
            self.erasures.append(header)
        self.digest, self.version = digest, header["version"]
        self.digests[self.sequence] = digest.hex()
        return None

    @staticmethod
    def gone(header, payload):
        """Give the field paths whose part of a payload is gone."""
        if not payload or payload.startswith("!"):
            return header.get("changes") or [header.get("field")]
        parts = payload.split(" ")[1:]
        return [path for path, part in zip(header.get("changes", []), parts) if part.startswith("!")]

    def unexplained(self):
        """Give what is wrong with an erased payload that no later erasure explains, or None."""
        for header, paths in self.erased:
            for erasure in self.erasures:
                if erasure["seq"] < header["seq"]:
                    continue
                target = erasure.get("item") if erasure["kind"] == "NoteErased" else erasure.get("field")
                if erasure["kind"] == "SubjectErased" or header["seq"] in [erasure["seq"], *erasure.get("erased", [])]:
                    break
                if any(is_under(path, target) for path in [*paths, header.get("item")]):
                    break
            else:
                return f"record {header['seq']}: its payload is gone, and no later erasure says why"
        return None


def read_proof(path):
    """Give the chains of a proof and what is wrong with them."""
    chains, faults = {}, []
    broken = set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            subject = row["subject"]
            chain = chains.setdefault(subject, Chain(subject))
            fault = None if subject in broken else chain.read(row)
            if fault:
                broken.add(subject)
                faults.append(f"{subject}: {fault}")
    for subject, chain in chains.items():
        fault = None if subject in broken else chain.unexplained()
        if fault:
            faults.append(f"{subject}: {fault}")
    return chains, faults


def tree_hash(hashes):
    """The Merkle tree hash of RFC 6962 over leaf hashes."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    half = 1
    while half * 2 < len(hashes):
        half *= 2
    return hashlib.sha256(b"\x01" + tree_hash(hashes[:half]) + tree_hash(hashes[half:])).digest()


def read_log(path, key):
    """Give the newest head of each subject that a checkpoint covers."""
    leaves, hashes, covered, signed, seen = [], [], 0, False, set()
    with open(path, encoding="utf-8") as lines:
        for line in (one for one in lines if one.endswith("\n")):  # a crash may have torn the last one
            data = json.loads(line)
            if "leaf" in data:
                text = json.dumps(data["leaf"], sort_keys=True, separators=(",", ":"))
                leaves.append(data["leaf"])
                hashes.append(hashlib.sha256(b"\x00" + text.encode()).digest())
                continue
            if line in seen:  # a delivery that was repeated
                del leaves[covered:], hashes[covered:]
                continue
            seen.add(line)
            body, _, signature = data["checkpoint"].partition("\n\n")
            _origin, size, root = body.split("\n")[:3]
            if int(size) != len(hashes) or base64.b64decode(root) != tree_hash(hashes):
                raise ValueError("a checkpoint does not fit the heads before it")
            signed = check_signature(key, body + "\n", signature)
            covered = len(hashes)
    return {leaf["subject"]: leaf for leaf in leaves[:covered]}, signed


def check_signature(key, body, line):
    """Tell whether the signature was checked; a wrong one raises ValueError."""
    if key is None:
        return False
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return False
    blob = base64.b64decode(line.strip().rsplit(" ", 1)[-1])
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(blob[4:], body.encode())
    except InvalidSignature:
        raise ValueError("a checkpoint is not signed by this key") from None
    return True


def compare(chains, heads):
    """Give what the anchor has and the proof has not."""
    for subject, head in heads.items():
        chain = chains.get(subject)
        if chain is None:
            yield f"{subject}: was anchored, and is not in the proof"
        elif chain.digests.get(head["sequence"]) != head["chain"]:
            yield f"{subject}: record {head['sequence']} is not the one that was anchored, or was cut off"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof")
    parser.add_argument("--anchor")
    parser.add_argument("--key")
    options = parser.parse_args()
    try:
        chains, faults = read_proof(options.proof)
        next(iter(chains))  # without a record it proves nothing
        heads, signed = read_log(options.anchor, options.key) if options.anchor else ({}, False)
    except (OSError, KeyError, TypeError, AttributeError, RecursionError, StopIteration, json.JSONDecodeError) as error:
        print(f"can not be read: {error!r}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(error)
        return 1
    faults += compare(chains, heads)
    print("\n".join(faults) or f"{len(chains)} chains, {sum(c.sequence for c in chains.values())} records: ok")
    if options.anchor and not faults:
        print(f"{len(heads)} anchored heads: ok; signatures {'checked' if signed else 'NOT checked'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
