"""The proof of the audit convinces a verifier that knows nothing of dualmem and holds no key."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from dualmem.memory import Memory

SCRIPT = Path(__file__).parents[3] / "docs" / "verifier" / "verify_audit.py"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, str]:
    proof, log = tmp_path / "proof.jsonl", tmp_path / "heads.log"
    with Memory.open(tmp_path / "memory.db", key=tmp_path / "key") as memory:
        for subject in ("anna", "bo"):
            memory.set(subject, "user_profile.contact.email", f"{subject}@abc.com")
            memory.hear(subject, "总预算控制在五十万以内", conversation="c").reply()
            memory.hear(subject, "对，但是改成60万", conversation="c").reply()
        memory.forget("anna", "user_profile.contact.email")
        memory.audit.anchor(log)
        proof.write_text("".join(f"{line}\n" for line in memory.audit.proof()), encoding="utf-8")
        key = memory._vault.signer().public_key.hex()
    return proof, log, key


def verdict(*arguments: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("text", ["", "[" * 100_000, "[1]", "3", '{"subject": 1}'])
def test_what_is_no_proof_is_never_ok(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8")
    code, said = verdict(str(tmp_path / "x"))
    assert code == 2
    assert said.startswith("can not be read")


def test_a_whole_chain_is_ok_and_the_signature_is_checked(files: tuple[Path, Path, str]) -> None:
    proof, log, key = files
    code, said = verdict(str(proof), "--anchor", str(log), "--key", key)
    assert code == 0, said
    assert "2 chains" in said
    assert "signatures checked" in said


def test_another_key_is_refused(files: tuple[Path, Path, str]) -> None:
    proof, log, _ = files
    code, said = verdict(str(proof), "--anchor", str(log), "--key", "00" * 31 + "01")
    assert code == 1
    assert "not signed" in said


@pytest.mark.parametrize(
    ("what", "edit"),
    [
        ("header", lambda row: row.update(header=row["header"].replace('"user"', '"operator:eve"', 1))),
        ("payload", lambda row: row.update(payload=("B" if row["payload"][0] == "A" else "A") + row["payload"][1:])),
        ("digest", lambda row: row.update(digest="0" * 64)),
    ],
)
def test_an_edited_record_is_named(files: tuple[Path, Path, str], what: str, edit: object) -> None:
    proof, _, _ = files
    rows = [json.loads(line) for line in proof.read_text(encoding="utf-8").splitlines()]
    index = next(n for n, row in enumerate(rows) if '"user"' in row["header"] and row["payload"])
    edit(rows[index])  # type: ignore[operator]
    proof.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    code, said = verdict(str(proof))
    assert code == 1, what
    assert f"record {rows[index]['sequence']}" in said


def test_a_missing_record_is_named(files: tuple[Path, Path, str]) -> None:
    proof, _, _ = files
    lines = proof.read_text(encoding="utf-8").splitlines()
    proof.write_text("\n".join([lines[0], *lines[2:]]) + "\n", encoding="utf-8")
    code, said = verdict(str(proof))
    assert code == 1
    assert "record 2 is missing" in said


def test_a_cut_tail_is_found_by_the_anchor(files: tuple[Path, Path, str]) -> None:
    proof, log, _ = files
    lines = proof.read_text(encoding="utf-8").splitlines()
    proof.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert verdict(str(proof))[0] == 0
    code, said = verdict(str(proof), "--anchor", str(log))
    assert code == 1
    assert "cut off" in said


def test_nothing_in_a_proof_is_in_clear_but_the_headers(files: tuple[Path, Path, str]) -> None:
    text = files[0].read_text(encoding="utf-8")
    assert "@abc.com" not in text
    assert "600000" not in text
    assert "anna" not in text


def test_the_published_vectors_verify() -> None:
    vectors = SCRIPT.parent / "vectors"
    key = (vectors / "key.txt").read_text(encoding="utf-8").strip()
    code, said = verdict(str(vectors / "proof.jsonl"), "--anchor", str(vectors / "heads.log"), "--key", key)
    assert code == 0, said
    assert "signatures checked" in said


def test_the_published_vectors_are_what_dualmem_writes(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("make_vectors", SCRIPT.parent / "vectors" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.make(tmp_path)
    for name in ("proof.jsonl", "heads.log", "key.txt"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (SCRIPT.parent / "vectors" / name).read_text(
            encoding="utf-8"
        )
