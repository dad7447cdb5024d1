"""Setting: commands that write, append and note."""

from dataclasses import replace

import re2

from dualmem.dialogue.orders.ends import is_labelled, name_end, text_end
from dualmem.dialogue.orders.facts import has_key, open_fact
from dualmem.dialogue.orders.holding import behind_value, is_led, is_left_open, is_object
from dualmem.dialogue.orders.listed import ownerless
from dualmem.dialogue.orders.old import behind_old, joints, without_old
from dualmem.dialogue.orders.onward import before_next
from dualmem.dialogue.orders.questions import entries_named
from dualmem.dialogue.shown.meanings import is_far_less, is_figure
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import Place, refused, stated_value
from dualmem.model.act import Act, AddNote, SetField, Stated, UnknownTarget
from dualmem.model.candidate import Candidate
from dualmem.model.field import FieldSpec
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.value import Money
from dualmem.text import fold

Hit = tuple[tuple[Act, ...], int] | None
_NAMES = range(1, 201)  # the most characters of a text that is a name: what runs on in a longer one may be a part of it
_NEGATOR = 8  # characters that the word of a denial may have: isn't, 不是
_TIMES = ("date", "datetime", "time", "duration")
_STRIP = " \t:,=，：。.!！\"'“”‘’"


# -- remember, /remember, 记住 ---------------------------------------------------------------------------------------
def remember(scene: Scene, start: int) -> Hit:
    """Read ``记住 …``: fields by label or rule, an open key, else a note."""
    cue = scene.match("cmd.remember", start)
    if cue is None or scene.match("cmd.remember_asked", cue.end) is not None:
        return None
    is_slash = scene.text[cue.start] == "/"
    end = scene.line_end(cue.end) if is_slash else scene.sentence_end(cue.end)
    at = scene.skip_words("cmd.my", _behind(scene, cue.end))
    if at >= end or scene.mood_at(start) == "asked":
        return None
    acts = _rescued(scene, _keyed(scene, at, end, start=start, is_append=True, is_line=is_slash), Span(at, end))
    ruled = _by_rules(scene, Span(cue.end, end)) if not acts and not is_slash else ()
    if not is_slash and _is_for_later(scene, acts or ruled, Span(cue.end, end)):
        return (_note(scene, Span(cue.end, end)),), end
    if acts or ruled:
        return _kept(scene, acts, ruled, end=end, is_slash=is_slash)
    has_blank = cue.end < len(scene.text) and scene.text[cue.end] in " :"
    is_denied = not is_slash and scene.mood_at(at) == "negated"  # 记住预算不是60万: a note
    fact = open_fact(scene, at, end, start=start, is_slash=is_slash, has_blank=has_blank) if not is_denied else None
    if fact is None and _is_tail(scene, Span(cue.end, end)):
        return None  # 好的记下来吧: nothing to note
    return ((fact,), end) if fact is not None else ((_note(scene, Span(cue.end, end)),), end)


def _kept(scene: Scene, acts: tuple[Act, ...], ruled: tuple[Act, ...], *, end: int, is_slash: bool) -> Hit:
    """Give what is to be remembered, unless its unit is open (记住预算55 beside 50万)."""
    if not is_slash and any(_is_unsure(scene, act) for act in acts or ruled):
        return None
    return _more(scene, acts, end=end) if acts and not is_slash else (acts or ruled, end)


def _is_for_later(scene: Scene, acts: tuple[Act, ...], place: Span) -> bool:
    """Tell that what is to be remembered is not so yet: an order for another time, or what will be then."""
    last = acts[-1] if acts else None
    if not isinstance(last, SetField) or last.stated.value is None:
        return False
    spec = scene.schema.find(last.field)
    if spec is None or (spec.type not in _TIMES and is_led(scene, place, spec.path)):
        return spec is not None
    return is_open_end(scene, behind_value(scene, acts, place.end), place.end, spec)


def _rescued(scene: Scene, acts: tuple[Act, ...], span: Span) -> tuple[Act, ...]:
    """Give what a rule found for the field where its words behind the label are no value by themselves."""
    if not acts or not isinstance(acts[0], SetField) or acts[0].stated.refusal is None:
        return acts
    for candidate in scene.candidates_in(span):
        words = scene.original[candidate.span.start : candidate.span.end]
        is_other = words != acts[0].stated.words.strip(_STRIP)
        if candidate.field == acts[0].field and candidate.value is not None and not candidate.is_bare and is_other:
            return (by_candidate(scene, candidate),)
    return acts


def _behind(scene: Scene, at: int) -> int:
    while at < len(scene.text) and scene.text[at] in " \t:,.…~":
        at += 1
    return at


def _keyed(scene: Scene, at: int, end: int, *, start: int, is_append: bool, is_line: bool) -> tuple[Act, ...]:
    """Read ``label is value`` at a place."""
    label = scene.labels.at(scene.text, at)
    if label is None or not label.fields or "*" in label.fields[0]:
        return ()
    if scene.lexicon.is_of_another(scene.text[label.span.end : end]):
        return ()  # the deadline for the tax return is …: an entry of its own
    spec = scene.schema.field(label.fields[0])
    joint = scene.skip(label.span.end)
    found = scene.match("cmd.is", joint)
    is_joined = found is not None or scene.text[label.span.end : joint].isspace()
    begin = scene.skip_words("cmd.is", joint, most=2)
    if begin >= end or (found is None and not is_line and scene.is_joined(label.span.end, end)):
        return ()
    stated = read_value(scene, spec, begin, end, start=start, is_line=is_line)
    is_none = (stated.refusal is not None and not is_joined) or _is_denied(scene, spec, at, stated)
    if is_none or (found is None and _is_longer_noun(scene, label.span, spec)):
        return ()  # remember the budget is not 600k; the industry report
    is_short = spec.type in ("text", "list") or spec.is_open
    if not is_joined and is_short and scene.text[label.span.end].isalnum() and spec.type != "list":
        return ()
    return (SetField(field=spec.path, stated=stated, is_append=is_append and spec.type == "list"),)


def _is_longer_noun(scene: Scene, label: Span, spec: FieldSpec) -> bool:
    """Tell that a label is but the beginning of what an article leads to (``the industry report``)."""
    if spec.type != "text" or not scene.lexicon.has("label.article", scene.text[: label.start]):
        return False
    behind = scene.extraction.utterance.folded.to_original(Span(label.end, len(scene.text)))
    return re2.match(r"\s+[a-z]+", scene.original[behind.start : behind.end]) is not None


def _is_denied(scene: Scene, spec: FieldSpec, at: int, stated: Stated) -> bool:
    """Tell that what is to be remembered denies the value; free words may hold a not of their own."""
    if spec.type == "list" or scene.mood_at(at) != "negated":
        return False
    is_free = spec.type in ("text", "map") or spec.is_open
    first = stated.words.strip(_STRIP)[:_NEGATOR].split(" ")[0] if is_free else ""
    return not is_free or scene.lexicon.has("negators", first.lower())


def _more(scene: Scene, acts: tuple[Act, ...], *, end: int) -> Hit:
    """Read further ``label is value`` after commas of the same sentence."""
    at = behind_value(scene, acts, end)
    found = list(acts)
    while at < end:
        begin = scene.skip_words("cmd.my", scene.skip_words("cmd.prefix", at, most=2))
        more = _keyed(scene, begin, end, start=begin, is_append=True, is_line=False)
        if not more or more[0] in found or not isinstance(more[0], SetField) or more[0].stated.refusal is not None:
            break
        found.extend(more)
        at = max(behind_value(scene, more, end), begin + 1)
    return tuple(found), at


def _by_rules(scene: Scene, span: Span) -> tuple[Act, ...]:
    acts: list[Act] = []
    at = scene.skip_words("cmd.my", _behind(scene, span.start))
    for candidate in scene.candidates_in(span):
        if has_key(scene, at, candidate.cue.start):
            continue
        if candidate.mood == "stated" and (not candidate.is_bare or not acts):
            acts.append(by_candidate(scene, candidate))
    return tuple(acts)


def by_candidate(scene: Scene, candidate: Candidate) -> SetField:
    """Give the command that writes what a rule found."""
    spec = scene.schema.field(candidate.field)
    is_list = spec.type == "list"
    value = candidate.value
    if is_list and value is not None and not isinstance(value, tuple):
        value = (value,)
    words = scene.original[candidate.span.start : candidate.span.end]
    stated = Stated(value=value, refusal=candidate.refusal, span=candidate.span, quote=candidate.quote, words=words)
    return SetField(field=candidate.field, stated=stated, is_append=is_list)


def take_note(scene: Scene, start: int) -> Hit:
    """Read ``note: …``, ``make a note that …`` and ``记一下…``; in Chinese a label behind it writes its field."""
    cue = scene.match("cmd.note", start)
    if cue is None or scene.mood_at(start) == "asked" or scene.match("cmd.noted", start) is not None:
        return None
    is_slash = scene.text[cue.start] == "/"
    end = scene.line_end(cue.end) if is_slash else max(scene.sentence_end(cue.end), cue.end)
    at = _behind(scene, cue.end)
    if at >= end or _is_tail(scene, Span(at, end)):
        return None
    if not is_slash and not scene.text[cue.start : cue.end].isascii():
        acts = _keyed(scene, scene.skip_words("cmd.my", at), end, start=start, is_append=True, is_line=False)
        if acts:
            return _more(scene, acts, end=end)
    return (_note(scene, Span(at, end)),), end


def _is_tail(scene: Scene, span: Span) -> bool:
    """Tell that only a particle or thanks stand in a place (记一下吧)."""
    return scene.lexicon.regex("value.tail").fullmatch(scene.text[span.start : span.end].strip(_STRIP)) is not None


def _note(scene: Scene, span: Span) -> AddNote:
    begin = _behind(scene, span.start)
    place = scene.extraction.utterance.folded.to_original(Span(begin, max(span.end, begin)))
    text = scene.original[place.start : place.end].strip()
    start = scene.original.find(text, place.start) if text else place.start
    return AddNote(text=text, span=Span(start, start + len(text)))


# -- 把 L 改成 V, L 设为 V, set L to V ------------------------------------------------------------------------------
def set_by_label(scene: Scene, start: int) -> Hit:
    """Read ``把 L 改成 V`` and ``L 设为 V``."""
    if not (scene.may_hold("cmd.ba_infix") or scene.may_hold("cmd.set_infix")):
        return None
    ba = scene.match("cmd.ba", start)
    begin = scene.skip_words("cmd.my", ba.end if ba is not None else start)
    end = scene.sentence_end(begin)
    section = "cmd.ba_infix" if ba is not None else "cmd.set_infix"
    infix = scene.search(section, Span(begin, scene.clause_end(begin)))
    if infix is None or infix.start <= begin or scene.mood_at(infix.start) == "asked":
        return None
    name = without_old(scene, Span(begin, infix.start))
    hit = _assign(scene, name, infix.end, end=end, start=start)
    return _ba_more(scene, hit, end=end) if ba is not None else hit


def _ba_more(scene: Scene, hit: Hit, *, end: int) -> Hit:
    """Read further ``L 改成 V`` of one 把 (``把日期改成20号，预算改成60万``)."""
    while hit is not None and hit[1] < end and isinstance(hit[0][-1], SetField):
        acts, at = hit
        begin = scene.skip_words("cmd.my", scene.skip_words("cmd.prefix", at, most=2))
        label = scene.labels.at(scene.text, begin) if begin > at else None
        infix = scene.match("cmd.ba_infix", scene.skip(label.span.end)) if label is not None else None
        if label is None or infix is None or infix.end >= end:
            break
        more = _assign(scene, label.span, infix.end, end=end, start=begin)
        if more is None:
            break
        hit = ((*acts, *more[0]), more[1])
    return hit


def set_by_verb(scene: Scene, start: int) -> Hit:
    """Read ``set L to V``, ``change L to V``, ``save L as V``, ``设置 L 为 V``."""
    verb = scene.match("cmd.set_prefix", start)
    if verb is None or scene.mood_at(start) == "asked":
        return None
    begin = scene.skip_words("cmd.my", verb.end)
    is_save = scene.match("cmd.save", verb.start) is not None
    if is_save and scene.text[begin : begin + 1] == ":":
        begin = scene.skip_words("cmd.my", begin + 1)  # save this: my name is …
    end = scene.sentence_end(begin)
    label = scene.labels.at(scene.text, begin)
    if label is not None and label.fields and not _is_named_of(scene, label.span, end):
        joint = behind_old(scene, label.span.end, end) or _behind_name(scene, label.span.end, end)
        if joint is None and (not is_save or scene.is_joined(label.span.end, end)):
            return None
        if joint is None and _is_longer_noun(scene, label.span, scene.schema.field(label.fields[0])):
            return None
        begin_value = joint.end if joint is not None else scene.skip(label.span.end)
        hit = _assign(scene, label.span, begin_value, end=end, start=start)
        return None if joint is None and _is_kept(scene, hit) else _assign_all(scene, hit, end=end)
    joint = next((j for j in joints(scene, Span(begin, end)) if j.start > begin), None)
    if joint is None or joint.start <= begin or scene.targets:
        return None
    return _assign(scene, Span(begin, joint.start), joint.end, end=end, start=start)


def _is_named_of(scene: Scene, label: Span, end: int) -> bool:
    """Tell that what stands behind a word that may be of anything says what it is of (``name of the project``)."""
    is_any = scene.lexicon.regex("act.noun.text").fullmatch(scene.text[label.start : label.end]) is not None
    return is_any and scene.lexicon.has("complement", scene.text[label.end : end])


def _is_kept(scene: Scene, hit: Hit) -> bool:
    """Tell that ``save the budget …`` gives no value: it answers what was shown (``save the budget but not …``)."""
    act = hit[0][0] if hit is not None else None
    shown = {target.spec.path for target in scene.targets.shown}
    return isinstance(act, SetField) and act.stated.refusal is not None and act.field in shown


def _behind_name(scene: Scene, at: int, end: int) -> Span | None:
    """Give the joint behind a label, and behind the words that call it the project's (``budget for the trip to``)."""
    behind = scene.text[at:end]
    if scene.lexicon.has("cmd.elsewhere", behind):
        return None  # the budget of project B
    if scene.lexicon.has("complement", behind) and not scene.lexicon.is_of_another(behind):
        return next(iter(joints(scene, Span(at, end))), None)
    return scene.match("cmd.set_joint", scene.skip(at))


def _assign_all(scene: Scene, hit: Hit, *, end: int) -> Hit:
    """Read further ``and L to V`` of one verb."""
    while hit is not None and hit[1] < end:
        acts, at = hit
        joint = next((w for w in scene.words.find(scene.text, at, end) if "and" in w.kinds), None)
        if joint is None or scene.text[at : joint.span.start].strip() or not is_labelled(scene, joint.span.end, end):
            break
        begin = scene.skip_words("cmd.my", scene.skip(joint.span.end))
        label = scene.labels.at(scene.text, begin)
        to = scene.match("cmd.set_joint", scene.skip(label.span.end)) if label is not None else None
        more = (
            _assign(scene, label.span, to.end, end=end, start=begin) if label is not None and to is not None else None
        )
        if more is None or _is_kept(scene, more):
            break
        hit = ((*acts, *more[0]), more[1])
    return hit


def _assign(scene: Scene, name: Span, begin: int, *, end: int, start: int) -> Hit:
    path = named_path(scene, name)
    words = scene.said(name)
    if path is None:
        is_read = any(not _is_mere_id(scene, one) for one in scene.candidates_in(Span(begin, end)))
        if scene.targets or not words or is_read or scene.words.find(scene.text, name.start, name.end):
            return None
        return (UnknownTarget(name=words),), end
    spec = _in_currency(scene, scene.schema.field(path))
    stated = read_value(scene, spec, begin, end, start=start, is_line=False)
    act = SetField(field=path, stated=stated)
    used = behind_value(scene, (act,), end)
    is_open = is_open_end(scene, used, end, spec) or is_object(scene, used, spec) or _is_unsure(scene, act)
    return None if is_open else ((act,), used)


def is_open_end(scene: Scene, at: int, end: int, spec: FieldSpec) -> bool:
    """Tell that the words behind a value leave it open (``600k or 700k``, ``600k once Tom agrees``): no order yet.

    A time to come puts off what is no time itself (``set the budget to 600k tomorrow``).
    """
    if is_left_open(scene, at, end):
        return True
    when = scene.search("value.later", Span(at, end)) if spec.type not in _TIMES else None
    return when is not None and not scene.text[at : when.start].strip(" ,")


def _in_currency(scene: Scene, spec: FieldSpec) -> FieldSpec:
    """Give a field with the currency of its amount that was shown, for one that names none."""
    shown = next((t.value for t in scene.targets if t.ordinal and t.spec.path == spec.path), None)
    currency = shown.currency if isinstance(shown, Money) else None
    return replace(spec, default_currency=currency) if currency not in (None, spec.default_currency) else spec


def _is_unsure(scene: Scene, act: Act) -> bool:
    """Tell that a figure alone is no order: an amount of its field is shown, whose unit it takes as an answer to that.

    Or it is far too small beside the stored one.
    """
    if not isinstance(act, SetField):
        return False
    spec, stated = scene.schema.field(act.field), act.stated
    value = stated.value
    if not isinstance(value, Money) or value.amount is None or not is_figure(fold(stated.words).text.strip(_STRIP)):
        return False
    if any(target.ordinal and target.spec.path == spec.path for target in scene.targets):
        return True
    held = scene.state.fields.get(spec.path)
    return held is not None and is_far_less(value, held.value)


def _is_mere_id(scene: Scene, candidate: Candidate) -> bool:
    """Tell that a rule found nothing but an id, which any text may name."""
    return candidate.is_bare and scene.schema.field(candidate.field).type == "id"


def named_path(scene: Scene, name: Span) -> str | None:
    """Give the field that a name means: a label that is all of it, or a map entry's key and label."""
    text = scene.text[name.start : name.end].strip(_STRIP)
    at = scene.text.find(text, name.start) if text else name.start
    for label in scene.labels.find(scene.text, at, at + len(text)):
        if label.span.end != at + len(text) or not label.fields:
            continue
        head = scene.text[at : label.span.start].strip()
        if "*" in label.fields[0]:
            key = ownerless(scene, head)
            original = scene.said(Span(at, at + len(head))).strip()
            return label.fields[0].replace("*", original[: len(key)]) if key else None
        return label.fields[0] if not head else None
    exact = scene.labels.exact(text)
    if exact is not None and exact.fields and "*" not in exact.fields[0]:
        return exact.fields[0]
    entries = entries_named(scene, text)
    return entries[0] if len(entries) == 1 else None


def read_value(scene: Scene, spec: FieldSpec, begin: int, end: int, *, start: int, is_line: bool) -> Stated:
    """Read the value place of a command; words of a text end before what is no part of it."""
    if spec.type in ("text", "list") and not is_line:
        is_prose = spec.type == "text" and (spec.max_length or 0) not in _NAMES
        end = text_end(scene, begin, end, is_prose=is_prose)
    elif (spec.type == "choice" or spec.is_open) and not is_line:
        end = min(end, scene.clause_end(begin))
    is_short = spec.type == "choice" or spec.is_open or (spec.type == "text" and (spec.max_length or 0) in _NAMES)
    end = name_end(scene, begin, before_next(scene, begin, end)) if is_short and not is_line else end
    place = Place(scene.extraction.utterance.folded, Span(begin, end), start, scene.lexicon)
    stated = stated_value(spec, place, scene.context)
    is_free = spec.type == "text" or spec.is_open
    if is_free and scene.lexicon.regex("value.elsewhere").fullmatch(stated.words.lower()) is not None:
        return refused(place, Refusal(reason="not_a_value"))  # set my name to something else
    return stated
