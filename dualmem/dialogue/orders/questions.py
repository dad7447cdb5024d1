"""Questions to memory: recall, list and why."""

from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import JUDGING, QUESTION
from dualmem.model.act import Act, ListMemory, Recall, Why
from dualmem.model.span import Span
from dualmem.text import fold

HINTS = "ask.list ask.why ask.source ask.of. ask.before ask.remember ask.hint"
_JUDGING = frozenset(("yes_bare", "yes_explicit", "no", "change", "hedge", "defer"))
_ASKING = frozenset(("ask", "ask_more"))
_ANSWERING = JUDGING | {"filler", "deictic"}
_STRIP = " \t,.。!?;:？！，"


def find_questions(scene: Scene) -> list[tuple[Act, Span]]:
    """Give what the turn asks memory, with the places of the sentences that ask."""
    found: list[tuple[Act, Span]] = []
    if "?" not in scene.text and not scene.hints(HINTS):
        return found
    for place in scene.places():
        at = place.start
        while at < place.end:
            end = min(scene.sentence_end(at), place.end)
            for span in _clauses(scene, Span(at, end)):
                act = _one(scene, span)
                if act is not None and not _is_topic(scene, act, Span(span.end, end)) and not _is_echo(scene, act, end):
                    found.append((act, span if _is_of_shown(scene, act) else _behind_answer(scene, span)))
                    break
            at = end + 1
    return found


def _is_topic(scene: Scene, act: Act, rest: Span) -> bool:
    """Tell that the name of what was shown is what the rest of the sentence judges or changes (预算呢，改成60万).

    A sentence with a question mark asks.
    """
    if len(rest) == 0 or scene.text[rest.end : rest.end + 1] == "?" or not isinstance(act, Recall):
        return False
    words = scene.words.find(scene.text, rest.start, rest.end)
    is_said = any(word.kinds & _JUDGING for word in words) or bool(scene.candidates_in(rest))
    return is_said and _is_of_shown(scene, act) and not any(word.kinds & _ASKING for word in words)


def _is_echo(scene: Scene, act: Act, end: int) -> bool:
    """Tell that a question names what was shown, and the user answers it himself (预算呢？对的)."""
    if scene.text[end : end + 1] != "?" or not isinstance(act, Recall) or not _is_of_shown(scene, act):
        return False
    start = scene.skip(end + 1)
    answer = Span(start, scene.clause_end(start))
    words = scene.words.find(scene.text, answer.start, answer.end)
    is_answer = any(word.kinds & JUDGING for word in words) and all(word.kinds & _ANSWERING for word in words)
    letters = sum(char.isalnum() for char in scene.text[answer.start : answer.end])
    return is_answer and sum(len(word.span) for word in words) >= letters and not scene.has("act.all", answer)


def _is_of_shown(scene: Scene, act: Act) -> bool:
    """Tell that a question is about what was shown: a yes before it agrees to nothing (``yes, what is my budget?``)."""
    asked = act.fields if isinstance(act, Recall) else (getattr(act, "field", None),)
    return any(target.spec.path in asked for target in scene.targets.shown)


def _behind_answer(scene: Scene, span: Span) -> Span:
    """Give the place of a question without the yes before it (``yes, and what's my email?``)."""
    start = scene.skip_words("cmd.prefix", span.start, most=3)
    for word in scene.words.find(scene.text, span.start, start):
        is_opener = (
            scene.lexicon.regex("turn.opener").fullmatch(scene.text[word.span.start : word.span.end]) is not None
        )
        if word.kinds & {"yes_bare", "yes_explicit"} and not is_opener:
            return Span(start, span.end)
    return span


def _clauses(scene: Scene, sentence: Span) -> list[Span]:
    """Give the whole sentence, then its clauses."""
    spans = [sentence]
    at = sentence.start
    while at < sentence.end:
        end = min(scene.clause_end(at), sentence.end)
        spans.append(Span(at, end))
        at = end + 1
    return spans if len(spans) > 2 else [sentence]


def _one(scene: Scene, span: Span) -> Act | None:
    start = scene.skip_words("cmd.prefix", span.start, most=3)
    if start >= span.end or scene.mood_at(start) == "data":
        return None
    inner = Span(start, span.end)
    text = scene.text[inner.start : inner.end]
    listing = scene.search("ask.list", inner)
    if listing is not None and listing.start - start <= 8:
        return ListMemory()
    why = scene.match("ask.why", start) or _why_behind(scene, start) or scene.search("ask.source", inner)
    if why is not None:
        return _why(scene, inner, text, why)
    named = _special(scene, inner)
    return named if named is not None else _recall(scene, inner)


def _why(scene: Scene, span: Span, text: str, cue: Span) -> Act | None:
    fields = _fields(scene, span)
    if fields and _is_clause_apart(scene, span, cue):
        return None
    if fields:
        return Why(field=fields[0])
    rest = scene.text[cue.end : span.end].strip(_STRIP)
    return Why() if not rest or len(text) <= len(scene.text[cue.start : cue.end]) + 2 else None


def _is_clause_apart(scene: Scene, span: Span, cue: Span) -> bool:
    """Tell that the clause of a question names its own field, and one before it another (项目编号对，日期哪来的？)."""
    start = max(scene.text.rfind(",", span.start, cue.start) + 1, span.start)
    own = Span(start, min(scene.clause_end(cue.end), span.end))
    if start == span.start or not _fields(scene, own):
        return False
    words = scene.words.find(scene.text, span.start, start)
    return any(k.startswith("noun.") for w in words for k in w.kinds) or bool(_fields(scene, Span(span.start, start)))


def _why_behind(scene: Scene, start: int) -> Span | None:
    """Give the why that stands behind a label (``预算为什么是50万``)."""
    label = scene.labels.at(scene.text, scene.skip_words("cmd.my", start))
    return scene.match("ask.why", scene.skip(label.span.end)) if label is not None else None


def _special(scene: Scene, span: Span) -> Act | None:
    """Read questions that name a field without its label (``我叫什么`` asks for the field labelled name)."""
    for section in scene.words.questions:
        hit = scene.search(section, span)
        if hit is None:
            continue
        label = scene.labels.exact(section.removeprefix(QUESTION))
        if label is not None and label.fields:
            return Recall(fields=label.fields[:1])
    return None


def _fields(scene: Scene, span: Span) -> tuple[str, ...]:
    paths: list[str] = []
    for label in scene.labels.find(scene.text, span.start, span.end):
        for path in (*label.fields, *(p for g in label.groups for p in scene.schema.paths_below(g))):
            spec = scene.schema.fields[path]
            paths += _entries(scene, path) if "*" in spec.path else [path]
    return tuple(dict.fromkeys(paths)) or _facts(scene, span)


def _entries(scene: Scene, template: str) -> list[str]:
    head, _, tail = template.partition("*")
    return [
        path
        for path in scene.state.fields
        if path.startswith(head)
        and path.endswith(tail)
        and fold(path[len(head) : len(path) - len(tail)]).text in scene.text
    ]


def _facts(scene: Scene, span: Span) -> tuple[str, ...]:
    """Give stored open entries whose key the words name."""
    text = scene.text[span.start : span.end]
    found: list[str] = []
    for path in scene.state.fields:
        spec = scene.schema.find(path)
        if spec is None or "*" not in spec.path:
            continue
        head, _, tail = spec.path.partition("*")
        key = fold(path[len(head) : len(path) - len(tail)]).text
        if len(key) > 1 and key in text:
            found.append(path)
    return tuple(found)


def _recall(scene: Scene, span: Span) -> Act | None:
    fields = _fields(scene, span)
    before = scene.match("ask.before", span.start)
    if before is None:
        before = scene.match("ask.remember", span.start)
    if not fields:
        return _offered(scene, span, before) or _unknown(scene, span, before)
    name = _said(scene, span, fields)
    if before is not None and _is_tail(scene, Span(before.end, span.end), fields):
        return Recall(fields=fields, name=name)
    begin = scene.skip_words("cmd.my", scene.skip_words("ask.remember", span.start, most=2))
    label = scene.labels.at(scene.text, begin)
    if label is None and not _facts(scene, span):
        return None
    end = label.span.end if label is not None else begin + _key_length(scene, begin, fields)
    end = max(end, _record_end(scene, begin, fields))
    what = scene.match("ask.what", scene.skip(end))
    if what is not None and _is_filler(scene, Span(what.end, span.end)):
        return Recall(fields=fields, name=name)
    is_asked_bare = begin > span.start and scene.search("ask.remember", Span(span.start, begin)) is not None
    return Recall(fields=fields, name=name) if is_asked_bare and _is_filler(scene, Span(end, span.end)) else None


def _said(scene: Scene, span: Span, fields: tuple[str, ...]) -> str:
    """Give the user's own word for what is asked: the label, or the key of an open entry."""
    labels = scene.labels.find(scene.text, span.start, span.end)
    if labels:
        return _name(scene, labels[0].span)
    return fields[0].split(".", 1)[-1]


def _offered(scene: Scene, span: Span, before: Span | None) -> Act | None:
    """Read a question for a waiting offer by a part of its label (``B方案成本是多少``, offered: 总成本)."""
    what = scene.search("ask.what", span)
    if before is None and (what is None or not _is_filler(scene, Span(what.end, span.end))):
        return None
    start = before.end if before is not None else span.start
    asked = scene.text[start : what.start if before is None and what is not None else span.end].strip(_STRIP)
    for target in scene.targets:
        if target.update.origin != "offer":
            continue
        for label in (fold(word).text for words in target.spec.labels.values() for word in words):
            part = label.rsplit(" ", 1)[-1] if label.isascii() else label[-2:]
            if len(part) > 1 and asked.endswith(part):
                return Recall(fields=(target.update.field,), name=asked)
    return None


def entries_named(scene: Scene, name: str) -> tuple[str, ...]:
    """Give the stored open entries with exactly this key, in folded text."""
    return tuple(
        path
        for path in scene.state.fields
        if (spec := scene.schema.find(path)) is not None
        and spec.path.endswith("*")
        and fold(path.removeprefix(spec.path[:-1])).text == name
    )


def _key_length(scene: Scene, begin: int, fields: tuple[str, ...]) -> int:
    for path in fields:
        key = fold(path.split(".", 1)[-1]).text
        if scene.text.startswith(key, begin):
            return len(key)
    return 0


def _record_end(scene: Scene, begin: int, fields: tuple[str, ...]) -> int:
    """Give where ``张三的负责区域`` ends: the key of a record, then the label of one of its fields."""
    for path in fields:
        spec = scene.schema.field(path)
        head, _, tail = spec.path.partition("*")
        key = fold(path[len(head) : len(path) - len(tail)]).text if tail else ""
        if not key or not scene.text.startswith(key, begin):
            continue
        at = begin + len(key)
        joint = scene.lexicon.regex("label.of").match(scene.text, at)
        label = scene.labels.at(scene.text, scene.skip(joint.end() if joint is not None else at))
        if label is not None:
            return label.span.end
    return begin


def _is_tail(scene: Scene, span: Span, fields: tuple[str, ...]) -> bool:
    """Tell that only the label, my-words and filler follow: ``what is my budget again``, not ``… do for a living``."""
    at = scene.skip_words("cmd.my", span.start)
    label = scene.labels.at(scene.text, at)
    if label is not None:
        tail = scene.match("label.tail", scene.skip(label.span.end))
        end = tail.end if tail is not None else label.span.end
    else:
        length = _key_length(scene, at, fields)
        if not length:
            return False
        end = at + length
    return _is_filler(
        scene, Span(scene.skip_words("ask.what", scene.skip_words("cmd.is", end, most=1), most=4), span.end)
    )


def _is_filler(scene: Scene, span: Span) -> bool:
    if span.start >= span.end:
        return True
    text = scene.text[span.start : span.end].strip(_STRIP)
    words = scene.words.find(text, 0, len(text))
    covered = sum(len(word.span) for word in words if word.kinds & {"filler", "deictic", "ask", "copula"})
    return covered >= len(text.replace(" ", ""))


def _unknown(scene: Scene, span: Span, before: Span | None) -> Act | None:
    """Read ``do you remember my shoe size``: memory is asked by name for something it may not know."""
    hit = scene.match("ask.know", span.start)
    if hit is None or before is None or scene.match("ask.any", scene.skip(hit.end)) is not None:
        return None
    at = scene.skip_words("cmd.my", hit.end)
    if at == scene.skip(hit.end) or at >= span.end:
        return None
    return Recall(name=_name(scene, Span(at, span.end)))


def _name(scene: Scene, span: Span) -> str:
    place = scene.extraction.utterance.folded.to_original(span)
    name = scene.original[place.start : place.end].strip(_STRIP)
    return str(scene.lexicon.regex("ask.name_tail").sub("", name)).strip(_STRIP)
