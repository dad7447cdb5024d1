"""Heartbeat: findings on the state after the turn, and what holds the reply."""

from datetime import timedelta

import pytest

from dualmem import heartbeat
from dualmem.model.finding import Finding
from tests.unit.samples import (
    BUDGET,
    DEADLINE,
    NOW,
    PROJECT,
    QUOTE,
    SCHEMA,
    TASK,
    day,
    decision,
    held,
    state,
    talk,
    update,
    yuan,
)


def check(values=None, *, queue=(), conversation=None, now=NOW, **decided) -> list[Finding]:
    conversation = conversation or talk()
    made = decision(conversation=conversation, **decided)
    return list(heartbeat.check(SCHEMA, state(values), queue=queue, conversation=conversation, decision=made, now=now))


def names(findings: list[Finding]) -> list[str]:
    return [f"{finding.kind}:{finding.field}" for finding in findings]


def test_the_default_task_misses_its_project_and_never_holds() -> None:
    (missing,) = check(is_work_request=True)
    assert (missing.kind, missing.field, missing.task, missing.holds) == ("missing", PROJECT, "default", False)


def test_a_task_misses_all_it_requires_and_holds_where_its_work_is_asked() -> None:
    findings = check({TASK: "contract_review"}, is_work_request=True)
    assert names(findings) == [f"missing:{PROJECT}", f"missing:{DEADLINE}"]
    assert all(finding.holds for finding in findings)


def test_a_missing_field_does_not_hold_where_no_work_is_asked() -> None:
    assert not any(finding.holds for finding in check({TASK: "contract_review"}))


def test_nothing_is_missing_once_it_is_held() -> None:
    assert check({PROJECT: "PROJ-2024-001"}) == []


@pytest.mark.parametrize(
    ("date", "kind"),
    [
        ("2024-03-15", "expired"),
        ("2026-11-28", "expired"),
        ("2026-11-29", "expiring"),
        ("2026-12-02", "expiring"),
        ("2026-12-03", None),
    ],
)
def test_a_date_expires_at_its_end_and_is_warned_of_three_days_before(date, kind) -> None:
    findings = check({DEADLINE: day(date), PROJECT: "PROJ-2024-001"})
    assert names(findings) == ([f"{kind}:{DEADLINE}"] if kind else [])


def test_a_day_after_which_something_may_begin_does_not_expire() -> None:
    assert check({DEADLINE: day("2026-03-01", "since"), PROJECT: "PROJ-2024-001"}) == []


@pytest.mark.parametrize(("days", "is_expired"), [(90, True), (89, False)])
def test_a_value_expires_after_its_age(days, is_expired) -> None:
    old = held(yuan(500000), at=NOW - timedelta(days=days))
    assert (f"expired:{BUDGET}" in names(check({BUDGET: old}))) is is_expired


def test_a_value_whose_source_changed_is_stale() -> None:
    assert f"stale:{QUOTE}" in names(check({QUOTE: held(yuan(850000), stale_since=7)}))


def test_a_conflict_of_this_turn_holds() -> None:
    waiting = update(BUDGET, yuan(600000), is_conflict=True, user_turn=3)
    (found, *_) = check({BUDGET: yuan(500000)}, queue=[waiting], conversation=talk(user_turns=3))
    assert (found.kind, found.stored, found.stated, found.holds) == ("inconsistent", yuan(500000), yuan(600000), True)


def test_a_hold_lasts_for_its_turn_only() -> None:
    waiting = update(BUDGET, yuan(600000), is_conflict=True, user_turn=3)
    (found, *_) = check({BUDGET: yuan(500000)}, queue=[waiting], conversation=talk(user_turns=4))
    assert (found.kind, found.holds) == ("inconsistent", False)


def test_a_conflict_that_is_said_again_holds_again() -> None:
    waiting = update(BUDGET, yuan(600000), is_conflict=True, user_turn=3)
    (found, *_) = check(
        {BUDGET: yuan(500000)}, queue=[waiting], conversation=talk(user_turns=4), show_now=(waiting.id,)
    )
    assert found.holds


def test_a_proposal_beside_nothing_stored_is_no_conflict() -> None:
    assert names(check(queue=[update(BUDGET, yuan(600000))])) == [f"missing:{PROJECT}"]


def test_findings_come_in_the_order_of_their_kinds() -> None:
    values = {BUDGET: yuan(1), DEADLINE: day("2024-03-15"), QUOTE: held(yuan(2), stale_since=1)}
    findings = check(values, queue=[update(BUDGET, yuan(3), is_conflict=True)])
    assert [finding.kind for finding in findings] == ["inconsistent", "missing", "expired", "stale"]


def test_a_value_stored_meanwhile_makes_a_waiting_one_inconsistent() -> None:
    (found, *_) = check({BUDGET: yuan(500000)}, queue=[update(BUDGET, yuan(600000))], conversation=talk(user_turns=5))
    assert (found.kind, found.holds) == ("inconsistent", False)


def test_an_offer_and_items_of_a_list_are_not_inconsistent() -> None:
    queue = [update(QUOTE, yuan(3), origin="offer"), update("current_task.constraints", ("b",), action="append")]
    held = {QUOTE: yuan(2), "current_task.constraints": ("a",), PROJECT: "PROJ-2024-001"}
    assert check(held, queue=queue) == []
