"""Another master key, seen from the vaults that are open meanwhile; and subjects marked for destruction."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dualmem.errors import KeyMissing, TokenUnreadable, VaultError
from dualmem.ports import SealContext, WrappedKey
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.vault.keyed import KeyedVault
from dualmem.vault.suites import derive

OLD = bytes(range(32))
NEW = bytes(reversed(range(32)))
HERE = SealContext("acme", "wei", "field", "a", 1)


class Watched(MemoryKeys):
    """Keys that do something once, at the first change of a key."""

    def __init__(self) -> None:
        super().__init__()
        self.replaced: list[tuple[str, str]] = []
        self.meanwhile = lambda: None

    def replace(self, old: WrappedKey, new: WrappedKey) -> bool:
        self.replaced.append((old.tenant, old.subject))
        act, self.meanwhile = self.meanwhile, lambda: None
        act()
        return super().replace(old, new)


def name_of(master: bytes) -> str:
    return derive(master, "id")[:4].hex()


@pytest.fixture
def keys() -> Watched:
    return Watched()


def test_the_root_key_is_wrapped_last(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    for subject in ("bo", "anna"):
        vault.seal(replace(HERE, subject=subject), b"x")
    vault.rewrap(NEW)
    assert keys.replaced == [("acme", "anna"), ("acme", "bo"), ("", "")]


def test_a_key_that_is_made_during_the_first_pass_is_wrapped_in_the_second(keys: Watched) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    rotating.seal(HERE, b"x")
    late = replace(HERE, subject="a-late-one")
    tokens: list[str] = []
    keys.meanwhile = lambda: tokens.append(client.seal(late, b"late"))
    assert rotating.rewrap(NEW) == 3
    assert {key.master for place in keys.subjects() for key in keys.keys(*place)} == {name_of(NEW)}
    assert KeyedVault(keys, NEW).open(late, tokens[0]) == b"late"


def test_a_key_that_somebody_else_wrapped_meanwhile_is_not_counted(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")

    def destroy() -> None:
        keys.remove("acme", "wei")

    keys.meanwhile = destroy
    assert vault.rewrap(NEW) == 1


def test_the_next_master_key_is_announced_under_its_name(keys: Watched) -> None:
    KeyedVault(keys, OLD).rewrap(NEW, is_open=True)
    (announced,) = keys.keys("", "next")
    assert announced.id == f"next-{name_of(NEW)}"
    assert announced.master == name_of(OLD)


def test_the_announcement_is_taken_away_at_the_end(keys: Watched) -> None:
    KeyedVault(keys, OLD).rewrap(NEW)
    assert keys.keys("", "next") == ()


def test_a_rotation_that_was_left_open_is_closed_by_a_second_call(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.rewrap(NEW, is_open=True)
    assert vault.rewrap(NEW) == 0
    assert keys.keys("", "next") == ()


def test_the_same_master_key_changes_nothing(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    assert vault.rewrap(OLD) == 0
    assert KeyedVault(keys, OLD).status()["master"] == name_of(OLD)


def test_a_rotation_to_a_third_key_names_what_to_do_first(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.rewrap(NEW, is_open=True)
    with pytest.raises(VaultError) as caught:
        vault.rewrap(bytes(32))
    assert str(caught.value) == "a rotation to another master key is not finished; finish it with that key first"


def test_the_vault_that_rotates_goes_on_with_the_new_key(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    token = vault.seal(HERE, b"x")
    vault.rewrap(NEW)
    assert vault.status()["master"] == name_of(NEW)
    assert vault.open(HERE, token) == b"x"
    vault.seal(replace(HERE, subject="new"), b"x")
    assert keys.keys("acme", "new")[0].master == name_of(NEW)


def test_a_vault_that_knows_the_old_key_only_finds_the_next_one_when_it_reads(keys: Watched) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    token = rotating.seal(HERE, b"x")
    rotating.rewrap(NEW, is_open=True)
    assert client.open(HERE, token) == b"x"
    assert client.status()["master"] == name_of(NEW)


def test_a_vault_whose_master_key_is_over_makes_no_more_keys(keys: Watched) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    rotating.rewrap(NEW)
    with pytest.raises(KeyMissing) as caught:
        client.seal(HERE, b"x")
    assert str(caught.value) == "this store has another master key by now: open it again with that one"
    assert keys.keys("acme", "wei") == ()


def test_a_key_that_was_refused_under_the_old_master_is_made_under_the_next(keys: Watched) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    rotating.rewrap(NEW, is_open=True)
    token = client.seal(HERE, b"x")
    assert keys.keys("acme", "wei")[0].master == name_of(NEW)
    assert KeyedVault(keys, NEW).open(HERE, token) == b"x"


def test_the_change_of_another_process_is_seen_at_the_next_use(keys: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    token = first.seal(HERE, b"x")
    assert second.open(HERE, token) == b"x"
    first.forget("acme", "wei")
    monkeypatch.setattr(keys, "changes", lambda: 1)
    with pytest.raises(KeyMissing):
        second.open(HERE, token)


def test_the_next_master_key_is_looked_for_when_another_process_changed_the_keys(
    keys: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    rotating.rewrap(NEW, is_open=True)
    monkeypatch.setattr(keys, "changes", lambda: 1)
    client.seal(HERE, b"x")
    assert client.status()["master"] == name_of(NEW)


def test_a_marked_subject_is_told_and_still_opens(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    token = vault.seal(HERE, b"x")
    assert vault.is_doomed("acme", "wei") is False
    vault.doom("acme", "wei")
    assert vault.is_doomed("acme", "wei") is True
    assert list(vault.doomed()) == [("acme", "wei")]
    assert vault.open(HERE, token) == b"x"


def test_a_mark_is_a_key_of_its_own_behind_the_others(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    vault.doom("acme", "wei")
    first, mark = vault.key_ids("acme", "wei")
    assert not first.startswith("erase-")
    assert mark.startswith("erase-")
    assert len(bytes.fromhex(mark.removeprefix("erase-"))) == 8


def test_a_subject_is_marked_once(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    for _ in range(2):
        vault.doom("acme", "wei")
    assert len(vault.key_ids("acme", "wei")) == 2


def test_a_subject_without_a_key_needs_no_mark(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.doom("acme", "wei")
    assert (vault.key_ids("acme", "wei"), list(vault.doomed())) == ((), [])
    assert vault.is_doomed("acme", "wei") is False


def test_a_subject_is_marked_during_a_rotation_under_the_next_key(keys: Watched) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    client.seal(HERE, b"x")
    rotating.rewrap(NEW, is_open=True)
    client.doom("acme", "wei")
    assert keys.keys("acme", "wei")[-1].master == name_of(NEW)


def test_a_mark_is_set_though_another_key_came_in_between(keys: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    real, tries = keys.add, []

    def add(key: WrappedKey, *, after: str | None) -> tuple[WrappedKey, ...]:
        tries.append(after)
        return keys.keys("acme", "wei") if len(tries) == 1 else real(key, after=after)

    monkeypatch.setattr(keys, "add", add)
    vault.doom("acme", "wei")
    assert vault.is_doomed("acme", "wei")
    assert len(tries) == 2


def test_forgetting_takes_the_mark_away(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    vault.doom("acme", "wei")
    vault.forget("acme", "wei")
    assert list(vault.doomed()) == []
    assert vault.is_doomed("acme", "wei") is False


class Slow(Watched):
    """Keys where somebody else is always first to add one, so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.tries: list[str | None] = []

    def add(self, key: WrappedKey, *, after: str | None) -> tuple[WrappedKey, ...]:
        if after is None:
            return super().add(key, after=after)
        self.tries.append(after)
        if len(self.tries) <= self.times:
            return self.keys(key.tenant, key.subject)
        return super().add(key, after=after)


def test_a_subject_that_can_not_be_marked_is_an_error() -> None:
    keys = Slow(1000)
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    with pytest.raises(VaultError) as caught:
        vault.doom("acme", "wei")
    assert (str(caught.value), caught.value.data) == (
        "wei could not be marked for destruction",
        {"subject": "wei"},
    )
    assert len(keys.tries) == 50


def test_a_master_key_of_an_unfinished_rotation_that_we_do_not_know_is_left(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    (root,) = keys.keys("", "")
    keys.add(replace(root, id="next-other", tenant="", subject="next", master="unknown"), after=None)
    vault.seal(HERE, b"x")
    vault.doom("acme", "wei")
    assert vault.status()["master"] == name_of(OLD)


ALWAYS = datetime.now(UTC) + timedelta(days=1)


def test_a_new_key_seals_from_now_on_and_the_old_one_still_opens(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    before = vault.seal(HERE, b"before")
    assert vault.renew("acme", "wei", ALWAYS) is True
    after = vault.seal(HERE, b"after")
    first, second = vault.key_ids("acme", "wei")
    assert (before.split(".")[1], after.split(".")[1]) == (first, second)
    assert (vault.open(HERE, before), vault.open(HERE, after)) == (b"before", b"after")
    assert [len(opened.data_key) for opened in vault._opened("acme", "wei")] == [32, 32]


def test_a_key_that_is_new_enough_is_kept(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    made = datetime.fromisoformat(keys.keys("acme", "wei")[-1].at)
    assert vault.renew("acme", "wei", made) is False
    assert vault.renew("acme", "wei", made + timedelta(seconds=1)) is True


def test_a_subject_without_a_key_gets_none_by_renewing(keys: Watched) -> None:
    assert KeyedVault(keys, OLD).renew("acme", "wei", ALWAYS) is False
    assert keys.keys("acme", "wei") == ()


def test_a_marked_subject_gets_no_new_key(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    vault.doom("acme", "wei")
    assert vault.renew("acme", "wei", ALWAYS) is False


def test_a_new_key_during_a_rotation_is_wrapped_with_the_next_master(keys: Watched) -> None:
    rotating, client = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    client.seal(HERE, b"x")
    rotating.rewrap(NEW, is_open=True)
    assert client.renew("acme", "wei", ALWAYS) is True
    assert keys.keys("acme", "wei")[-1].master == name_of(NEW)


def test_a_new_key_is_tried_again_where_somebody_else_was_first() -> None:
    keys = Slow(1)
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    assert vault.renew("acme", "wei", ALWAYS) is True
    assert len(keys.tries) == 2


def test_a_new_key_that_can_never_be_added_is_an_error() -> None:
    keys = Slow(1000)
    vault = KeyedVault(keys, OLD)
    vault.seal(HERE, b"x")
    with pytest.raises(VaultError) as caught:
        vault.renew("acme", "wei", ALWAYS)
    assert (str(caught.value), caught.value.data) == ("no new key could be made for wei", {"subject": "wei"})
    assert len(keys.tries) == 50


def test_a_token_under_the_newest_key_is_left(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    assert vault.reseal(HERE, vault.seal(HERE, b"x")) is None


def test_a_token_under_an_older_key_is_sealed_anew(keys: Watched) -> None:
    vault = KeyedVault(keys, OLD)
    token = vault.seal(HERE, b"x")
    vault.renew("acme", "wei", ALWAYS)
    again = vault.reseal(HERE, token)
    assert again is not None
    assert again.split(".")[1] == vault.key_ids("acme", "wei")[-1]
    assert vault.open(HERE, again) == b"x"


def test_a_token_of_the_other_suite_is_sealed_anew(keys: Watched) -> None:
    token = KeyedVault(keys, OLD, suite="fernet").seal(HERE, b"x")
    again = KeyedVault(keys, OLD).reseal(HERE, token)
    assert again is not None
    assert again.startswith("a1.")


def test_a_token_is_sealed_anew_under_the_first_of_no_keys_only_if_it_opens(keys: Watched) -> None:
    with pytest.raises(TokenUnreadable):
        KeyedVault(keys, OLD).reseal(HERE, "a1.0123.AAAA")


OPENERS: dict[str, Callable[[KeyedVault], Callable[[SealContext, str], bytes]]] = {
    "one by one": lambda vault: vault.open,
    "many": lambda vault: vault.opener("acme", "wei"),
}


@pytest.mark.parametrize("how", OPENERS)
def test_a_key_that_another_program_made_meanwhile_is_found(how: str, keys: Watched) -> None:
    first, second = KeyedVault(keys, OLD), KeyedVault(keys, OLD)
    first.seal(HERE, b"x")
    open_ = OPENERS[how](first)
    second.renew("acme", "wei", ALWAYS)
    token = second.seal(HERE, b"y")
    assert open_(HERE, token) == b"y"
    assert open_(HERE, token) == b"y"
