"""Topics: a bare name says what the words behind it judge (``预算，没问题``), or hangs (``yes, but the date``)."""

from collections.abc import Iterable, Sequence

from dualmem.dialogue.segments.statement import Statement


def carry_topics(statements: Iterable[Statement]) -> list[Statement]:
    """Give the statements, each that names nothing behind a bare name being about that name."""
    out: list[Statement] = []
    topic: Statement | None = None
    for statement in statements:
        is_near = topic is not None and statement.segment - topic.segment <= 1
        if topic is not None and not is_near:
            out += _left_hanging(topic, out)
        if not statement.polarity:
            if is_near and topic is not None:
                statement.refs |= topic.refs
            topic = statement
            continue
        if topic is not None and is_near:
            if not statement.is_named or statement.is_all:
                statement.refs |= topic.refs
                statement.is_others |= topic.is_others and not statement.is_all and statement.polarity != "value"
                statement.is_all = statement.is_all and not topic.refs
            elif statement.segment == topic.segment + 1 and statement.polarity in ("yes", "no") and not topic.is_others:
                statement.refs |= topic.refs if _is_list(topic, statement) else set()
            elif statement.polarity == "value" and topic.refs and topic.refs < statement.refs:
                statement.refs = set(topic.refs)  # 报价总额重新核过一遍了，改成57万3
        topic = None
        out.append(statement)
    return [*out, *_left_hanging(topic, out)] if topic is not None else out


def _left_hanging(topic: Statement, said: Sequence[Statement]) -> list[Statement]:
    """Give the no of a name that only a but sets against a yes to all (``yes, but the date``, 对，但是日期)."""
    is_yes = bool(said) and said[-1].polarity == "yes" and (said[-1].is_all or not said[-1].is_named)
    if not (is_yes and topic.has_contrast and topic.refs):
        return []
    topic.polarity = "no"
    return [topic]


def _is_list(topic: Statement, statement: Statement) -> bool:
    """Tell that a name and the named verdict behind it are one list (``预算，日期都对``), not a sentence before it."""
    return bool(topic.refs) and bool(statement.refs) and not statement.has_contrast and not topic.is_foreign
