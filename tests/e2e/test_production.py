"""The red lines of ``doctor --production``, and what keeps a store in order: check, recover, retain, receipts."""

from pathlib import Path

import pytest

from dualmem.memory import Memory
from dualmem.schema.shipped import schema_path
from tests.e2e.conftest import Shell

PHONE = "user_profile.contact.phone"


@pytest.fixture
def key(tmp_path: Path) -> str:
    place = tmp_path / "elsewhere" / "master.key"
    place.parent.mkdir(mode=0o700)
    return str(place)


def red(dualmem: Shell, **env: str) -> dict[str, str]:
    rows = dualmem("doctor", "--production", "--json", code=1, **env).data
    assert isinstance(rows, list)
    return {row["check"]: row["found"] for row in rows if row["status"] == "fault"}


def test_a_store_with_its_key_elsewhere_keeps_every_red_line(dualmem: Shell, key: str) -> None:
    dualmem("hear", "记住我的手机号13800138000", DUALMEM_KEY_FILE=key)
    rows = dualmem("doctor", "--production", "--json", DUALMEM_KEY_FILE=key).data
    assert isinstance(rows, list)
    assert [row["check"] for row in rows if row["status"] == "fault"] == []


def test_a_key_beside_the_data_is_a_red_line(dualmem: Shell) -> None:
    beside = str(dualmem.db.parent / "master.key")
    dualmem("hear", "你好", DUALMEM_KEY_FILE=beside)
    assert list(red(dualmem, DUALMEM_KEY_FILE=beside)) == ["master key"]


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("clean: true", "clean: false", "cleaned input"),
        (
            "labels: {zh: [电话, 手机号, 手机], en: [phone]}, sensitive: encrypt",
            "labels: {zh: [电话]}",
            "contact and card fields",
        ),
        ("sensitive: mask", "sensitive: encrypt", "card numbers"),
        ("reveal: []", f"reveal: [{PHONE}]", "white list of what a model sees"),
    ],
)
def test_a_schema_that_crosses_a_red_line_is_named(dualmem: Shell, key: str, old: str, new: str, check: str) -> None:
    text = schema_path("project_assistant").read_text(encoding="utf-8")
    assert old in text
    (dualmem.folder / "schema.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    (dualmem.folder / "dualmem.toml").write_text('schema = "./schema.yaml"\n', encoding="utf-8")
    dualmem("keys", "make", "--file", key)
    assert check in red(dualmem, DUALMEM_KEY_FILE=key)


def test_readable_files_are_a_red_line(dualmem: Shell, key: str) -> None:
    dualmem("hear", "你好", DUALMEM_KEY_FILE=key)
    Path(key).chmod(0o644)
    assert "rights of master.key" in red(dualmem, DUALMEM_KEY_FILE=key)


def test_a_receipt_finds_an_old_backup_and_passes_a_new_one(dualmem: Shell) -> None:
    dualmem("hear", "记住我的手机号13800138000")
    dualmem("db", "backup", "old.db")
    dualmem("forget", PHONE, "--yes", "--receipt", "receipt.json")
    dualmem("db", "backup", "new.db")
    assert "13800138000" not in (dualmem.folder / "receipt.json").read_text(encoding="utf-8").split('"marks"')[0]
    dualmem("forget", "verify", "receipt.json", "new.db")
    assert "field user_profile.contact.phone" in dualmem("forget", "verify", "receipt.json", "old.db", code=1).out


def damage(dualmem: Shell) -> None:
    """Overwrite a page that holds tokens."""
    raw = bytearray(dualmem.db.read_bytes())
    page = raw.rindex(b"a1.") // 4096 * 4096
    raw[page : page + 4096] = b"\xff" * 4096
    dualmem.db.write_bytes(raw)


def test_an_intact_store_passes_the_check(dualmem: Shell) -> None:
    dualmem("hear", "记住我叫小明")
    assert dualmem("db", "check").data == {"file": "ok", "subjects": 1, "found": []}


def test_a_damaged_store_is_set_aside_and_what_is_whole_comes_back(dualmem: Shell, key: str) -> None:
    subjects = [f"s{number}" for number in range(8)]
    with Memory.open(dualmem.db, key=key) as memory:
        for subject in subjects:
            for text in ("记住我叫小明", "预算设为60万", "记一下：周五开会", "我的手机号是13800138000", "确认"):
                memory.hear(subject, text, conversation="c").reply("好的。")
    damage(dualmem)
    dualmem("db", "check", code=3, DUALMEM_KEY_FILE=key)
    found = dualmem("db", "recover", str(dualmem.db), "--yes", code=1, DUALMEM_KEY_FILE=key).data
    assert isinstance(found, dict)
    assert len(found["kept"]) + len(found["lost"]) == len(subjects)
    assert found["kept"]
    assert found["lost"]
    assert Path(found["damaged"]).exists()
    intact = {"file": "ok", "subjects": len(found["kept"]), "found": []}
    assert dualmem("db", "check", DUALMEM_KEY_FILE=key).data == intact
    alive = found["kept"][0].split(" of ")[0]
    assert "小明" in dualmem("state", "show", "--subject", alive, DUALMEM_KEY_FILE=key).out
    assert [one.name for one in dualmem.db.parent.iterdir() if "salvaged" in one.name] == []


@pytest.mark.parametrize("pages", [2, 20])
def test_of_a_store_that_was_cut_short_everybody_who_had_a_key_is_named(dualmem: Shell, key: str, pages: int) -> None:
    subjects = [f"s{number}" for number in range(8)]
    with Memory.open(dualmem.db, key=key) as memory:
        for subject in subjects:
            memory.hear(subject, "记住我叫小明", conversation="c").reply("好的。")
    cut = dualmem.db.read_bytes()[: -4096 * pages]
    dualmem.db.write_bytes(cut)
    if pages == 20:  # nothing is left of anybody: nothing is touched
        dualmem("db", "recover", str(dualmem.db), "--yes", code=3, DUALMEM_KEY_FILE=key)
        assert dualmem.db.read_bytes() == cut
        return
    found = dualmem("db", "recover", str(dualmem.db), "--yes", code=1, DUALMEM_KEY_FILE=key).data
    assert isinstance(found, dict)
    assert {line.split(" of ")[0] for line in (*found["kept"], *found["lost"])} == set(subjects)
    assert found["kept"]
    assert found["lost"]


@pytest.mark.parametrize("kind", ["notes", "nothing", "folder", "keys"])
def test_what_is_no_store_is_not_recovered_and_stays_as_it_is(dualmem: Shell, key: str, kind: str) -> None:
    with Memory.open(dualmem.db, key=key) as memory:
        memory.hear("s", "记住我叫小明", conversation="c").reply("好的。")
    file = dualmem.folder / "other"
    if kind == "folder":
        file.mkdir()
    elif kind == "keys":
        file.write_bytes(Path(f"{dualmem.db}.keys").read_bytes())
    else:
        file.write_text("my notes" if kind == "notes" else "")
    ran = dualmem("db", "recover", str(file), "--yes", code=3, DUALMEM_KEY_FILE=key)
    assert "left as it is" in ran.err
    assert len(ran.err.strip().splitlines()) == 2  # what is wrong, and the next step
    assert [one.name for one in dualmem.folder.iterdir() if one.name.startswith("other")] == ["other"]
    assert kind != "notes" or file.read_text() == "my notes"


def test_a_damaged_store_is_left_alone_where_its_file_of_keys_is_missing(dualmem: Shell, key: str) -> None:
    with Memory.open(dualmem.db, key=key) as memory:
        memory.hear("s", "记住我叫小明", conversation="c").reply("好的。")
    Path(f"{dualmem.db}.keys").unlink()
    before = dualmem.db.read_bytes()
    ran = dualmem("db", "recover", str(dualmem.db), "--yes", code=3, DUALMEM_KEY_FILE=key)
    assert "keys restore" in ran.err
    assert dualmem.db.read_bytes() == before
    assert not Path(f"{dualmem.db}.keys").exists()
