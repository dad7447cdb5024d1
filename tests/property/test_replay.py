"""Whatever operators do, in any order: chain and replay verify, and every version comes back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dualmem.errors import InvalidValue, NotFound
from dualmem.grounding import operator
from dualmem.jobs import rollback
from dualmem.model.value import Value
from tests.unit.jobs.desk import Desk
from tests.unit.samples import BUDGET, CONSTRAINTS, EMAIL, NAME, PHONE, QUOTE, yuan

VALUES: dict[str, list[Value]] = {
    NAME: ["小明", "小红"],
    BUDGET: [yuan(0), yuan(500_000), yuan(600_000)],
    QUOTE: [yuan(1), yuan(2)],
    PHONE: ["+8613800138000", "+8613900139000"],
    EMAIL: ["dev@abc.com"],
    CONSTRAINTS: [("必须兼容IE11",), ("必须兼容IE11", "需通过等保三级")],
}
PATHS = st.sampled_from(sorted(VALUES))
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), PATHS, st.integers(0, 2)),
        st.tuples(st.just("clear"), PATHS, st.just(0)),
        st.tuples(st.just("erase"), PATHS, st.just(0)),
        st.tuples(st.just("propose"), PATHS, st.integers(0, 2)),
        st.tuples(st.just("back"), PATHS, st.integers(0, 12)),
    ),
    max_size=14,
)


def perform(desk: Desk, act: str, path: str, number: int) -> None:
    value = VALUES[path][number % len(VALUES[path])]
    if act == "set":
        desk.set(path, value, text=f"{path} {number}", tag=f"t{desk.archive.head().revision}" if number == 2 else None)
    elif act == "clear":
        desk.clear(path)
    elif act == "erase":
        desk.erase(path)
    elif act == "propose":
        desk.propose(path, value, "说过的话")
    else:
        target = rollback.at_version(desk.archive, min(number, desk.archive.head().version))
        desk.act(lambda memory: operator.roll_back(memory, target.fields, name=target.name))


@settings(max_examples=40)
@given(ACTS)
def test_any_history_verifies_and_every_version_can_be_read(acts: list[tuple[str, str, int]]) -> None:
    desk = Desk()
    states = {0: {}}
    erased: dict[str, int] = {}
    for act, path, number in acts:
        try:
            perform(desk, act, path, number)
        except (NotFound, InvalidValue):
            continue
        state, unreadable = desk.archive.state()
        assert unreadable == ()
        states[state.version] = {name: held.value for name, held in state.fields.items()}
        if act == "erase":
            erased[path] = state.version
        report = desk.verify()
        assert report.is_ok, report.lines()
    for version, fields in states.items():
        target = rollback.at_version(desk.archive, version)
        expected = {path: value for path, value in fields.items() if version > erased.get(path, -1)}
        assert {path: held.value for path, held in target.fields.items()} == expected


@settings(max_examples=30)
@given(ACTS, PATHS)
def test_an_erased_value_is_nowhere_after_any_history(acts: list[tuple[str, str, int]], path: str) -> None:
    desk = Desk()
    for act, place, number in acts:
        try:
            perform(desk, act, place, number)
        except (NotFound, InvalidValue):
            continue
    desk.erase(path)
    parts = (desk.archive.state(), desk.archive.snapshots(), desk.archive.conversations(), list(desk.archive.entries()))
    text = repr((*parts, desk.archive.pending()))
    for value in VALUES[path]:
        if path in (NAME, PHONE, EMAIL):
            assert str(value) not in text
    assert desk.verify().is_ok
