"""Make the test vectors anew: python docs/verifier/vectors/make.py (needs dualmem; fixed clock, ids and keys)."""

from datetime import UTC, datetime
from pathlib import Path

from dualmem.memory import Memory
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault

HERE = Path(__file__).parent
NOW = datetime(2026, 11, 29, 1, tzinfo=UTC)


def make(folder: Path) -> None:
    """Write proof.jsonl, heads.log and key.txt into a folder."""
    log = folder / "heads.log"
    log.unlink(missing_ok=True)
    vault = PlainVault()
    with Memory.open(vault=vault, clock=FixedClock(NOW), ids=CountingIds()) as memory:
        memory.set("anna", "facts.city", "Berlin")
        memory.audit.anchor(log)
        memory.set("anna", "facts.city", "Kiel")
        memory.set("anna", "user_profile.contact.email", "anna@abc.com")
        memory.set("bo", "facts.city", "Bonn")
        memory.forget("anna", "user_profile.contact.email")
        memory.audit.anchor(log)
        (folder / "heads.log.lock").unlink(missing_ok=True)
        proof = "".join(f"{line}\n" for line in memory.audit.proof())
    (folder / "proof.jsonl").write_text(proof, encoding="utf-8", newline="\n")
    (folder / "key.txt").write_text(vault.signer().public_key.hex() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    make(HERE)
