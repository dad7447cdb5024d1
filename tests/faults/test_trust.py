"""Short runs of the benches of trust: nothing of what they look for is found, and their controls fail."""

import importlib
import os

import pytest

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def bench(name: str, count: int) -> dict[str, object]:
    result: dict[str, object] = importlib.import_module(f"bench.trust.{name}").run(count)
    assert result["runs"] == count
    assert result["bad"] == 0, result.get("examples", result)
    return result


def test_no_moved_or_changed_token_opens() -> None:
    assert bench("tokens", 330)["accepted"] == 0


@pytest.mark.slow
def test_every_tampering_is_found_at_its_place_and_clean_stores_raise_no_alarm() -> None:
    result = bench("tamper", 22)
    assert (result["found"], result["false_alarms"]) == (22, 0)


@pytest.mark.slow
def test_a_flipped_byte_is_named_or_harmless_and_never_served_as_good() -> None:
    assert bench("flips", 40)["detected"]


@pytest.mark.slow
def test_no_canary_is_in_clear_in_files_logs_errors_or_exports() -> None:
    result = bench("canary", 50)
    assert result["stored"]
    assert result["baseline_in_files"] == 50


@pytest.mark.slow
@needs_fork
def test_what_was_forgotten_is_not_brought_back_by_who_holds_the_keys_whenever_it_was_killed() -> None:
    result = bench("forget", 12)
    assert (result["recovered"], result["chain_bad"]) == (0, 0)
    assert result["old_backups"] == {"field": 4, "note": 4, "subject": 0}
    assert result["baseline_recovered"]


@pytest.mark.slow
@needs_fork
def test_clients_go_on_through_a_rotation_that_is_killed() -> None:
    result = bench("rotate", 60)
    assert (result["failed"], result["rows_rewritten"], result["left_under_the_old_key"]) == (0, 0, 0)


def test_a_chain_is_verified_as_a_whole_and_behind_an_anchor() -> None:
    assert bench("verify", 3000)["is_ok"]
