"""The master key: where it is looked for, how it may be written, and what is said where it is not found."""

import base64
import os
from pathlib import Path

import pytest

from dualmem.errors import KeyMissing, VaultError
from dualmem.vault import master

KEY = bytes(range(32))
HARD = b"\xfb\xff\xfe" * 10 + b"\xff\xff"  # its base64 is made of + and /


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes(bytes(32))
    assert master.find({"DUALMEM_KEY": KEY.hex()}, tmp_path / "a.key", is_new=False) == KEY


def test_an_empty_variable_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes(KEY)
    assert master.find({"DUALMEM_KEY": " \n"}, tmp_path / "a.key", is_new=False) == KEY


@pytest.mark.parametrize("key", [KEY, b"\n" + KEY[1:], KEY[:-1] + b" "], ids=["any", "line feed first", "blank last"])
def test_a_file_of_32_bytes_is_the_key_as_it_stands(key: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.key").write_bytes(key)
    assert master.find({}, tmp_path / "a.key", is_new=False) == key


@pytest.mark.parametrize("text", [base64.b64encode(HARD), base64.urlsafe_b64encode(HARD)], ids=["+/", "-_"])
def test_both_alphabets_of_base64_are_read(text: bytes) -> None:
    assert master.decode(text, "here") == HARD
    assert master.decode(text.rstrip(b"="), "here") == HARD


@pytest.mark.parametrize(
    "text",
    [
        base64.b64encode(KEY)[:20] + b"*" + base64.b64encode(KEY)[20:],
        base64.b64encode(KEY[:-1]),
        base64.b64encode(KEY + b"x"),
        b"zz" * 32,
        "０".encode() * 64,
        "密钥".encode(),
        b"",
    ],
    ids=["a stray character", "31 bytes", "33 bytes", "no hex digits", "wide digits", "Chinese", "nothing"],
)
def test_what_holds_no_key_is_named_by_its_source(text: bytes) -> None:
    with pytest.raises(KeyMissing, match=r"^a.key holds no key$") as caught:
        master.decode(text, "a.key")
    assert caught.value.data["source"] == "a.key"
    step = "A key is 32 random bytes, written as base64 or as 64 hex digits."
    assert caught.value.diagnostics() == f"a.key holds no key\n{step}"


def test_a_bad_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing, match=r"^DUALMEM_KEY holds no key$"):
        master.find({"DUALMEM_KEY": "x"}, tmp_path / "a.key", is_new=True)


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text("x")
    with pytest.raises(KeyMissing) as caught:
        master.find({}, tmp_path / "a.key", is_new=True)
    assert str(caught.value) == f"{tmp_path / 'a.key'} holds no key"


def test_a_missing_file_of_an_old_store_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing) as caught:
        master.find({}, tmp_path / "a.key", is_new=False)
    assert str(caught.value) == f"the key file {tmp_path / 'a.key'} of this store is missing"
    assert caught.value.data == {"path": str(tmp_path / "a.key")}


def test_a_file_that_can_not_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing) as caught:
        master.find({}, tmp_path, is_new=False)
    assert str(caught.value) == f"can not read the key file {tmp_path}: Is a directory"
    assert caught.value.data == {"path": str(tmp_path)}


def test_a_file_that_can_not_be_made_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VaultError) as caught:
        master.make(tmp_path / "file" / "a.key")
    assert str(caught.value).startswith(f"can not make the key file {tmp_path / 'file' / 'a.key'}: ")
    assert caught.value.data == {"path": str(tmp_path / "file" / "a.key")}


def test_a_made_file_is_one_line_of_base64_of_32_random_bytes(tmp_path: Path) -> None:
    master.make(tmp_path / "a.key")
    master.make(tmp_path / "b.key")
    first, second = ((tmp_path / name).read_bytes() for name in ("a.key", "b.key"))
    assert len(base64.b64decode(first, validate=False)) == len(base64.b64decode(second)) == 32
    assert first.count(b"\n") == 1
    assert first != second


def test_a_key_is_written_beside_its_place_and_linked_there_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Path, bytes]] = []
    real = os.link

    def link(source: Path, target: Path) -> None:
        seen.append((Path(source), Path(source).read_bytes()))
        real(source, target)

    monkeypatch.setattr(os, "link", link)
    master.make(tmp_path / "a.key")
    ((source, data),) = seen
    assert source.parent == tmp_path
    assert source.name.startswith(".a.key.")
    assert data == (tmp_path / "a.key").read_bytes()


def test_a_key_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: sizes.append(os.fstat(handle).st_size))
    master.make(tmp_path / "a.key")
    assert sizes == [45]


def test_a_crash_while_the_key_is_linked_leaves_no_second_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(_source: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(VaultError, match=r"No space left on device$"):
        master.make(tmp_path / "a.key")
    assert list(tmp_path.iterdir()) == []


def test_a_temporary_file_that_somebody_took_away_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.link

    def link(source: Path, target: Path) -> None:
        real(source, target)
        Path(source).unlink()

    monkeypatch.setattr(os, "link", link)
    master.make(tmp_path / "a.key")
    assert len(master.find({}, tmp_path / "a.key", is_new=False)) == 32


def test_a_folder_that_another_process_makes_meanwhile_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def mkdir(self: Path, mode: int = 0o777) -> None:
        real(self)
        real(self, mode)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    master.make(tmp_path / "new" / "a.key")
    assert (tmp_path / "new" / "a.key").exists()
