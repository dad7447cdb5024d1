"""Web addresses: with a scheme, with www., or a bare host under a known top-level domain."""

import re
import unicodedata

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.found import found, words

# Linear in ``re``: a label gives nothing back (it holds no dot) and has at most 63 characters, what follows the host
# never fails, and a failed start has met one label.
_LABEL = "[a-z0-9][a-z0-9-]{0,62}+"
_HOST = rf"([0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}|localhost|{_LABEL}(?:\.{_LABEL}){{0,8}})"
_REST = r"(:[0-9]{1,5})?([/?#][a-z0-9\-._~:/?#\[\]@!$&'()*+,;=%|]*)?"
_WITH_SCHEME = re.compile(r"(?:https?|ftps?|wss?)://" + _HOST + _REST)
_BARE = re.compile(rf"({_LABEL}(?:\.{_LABEL}){{1,8}}){_REST}")
_NAMED_TOP = re.compile(r"\.[a-z]{2}")
_TOPS = words(
    "com org net edu gov mil int info biz name pro app dev io ai co me tv cc xyz top site online store shop tech"
    " cloud club academy agency blog design digital email group life link live media news page software space"
    " studio team today tools video web website wiki work world work zone travel museum jobs mobi asia aero coop"
    " aws google microsoft apple amazon ac ad ae af ag al am ao ar as at au az ba bb bd be bf bg bh bi bj bm bn bo"
    " br bs bt bw by bz ca cd cf cg ch ci ck cl cm cn cr cu cv cy cz de dj dk dm do dz ec ee eg er es et eu fi fj"
    " fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gt gu gw gy hk hm hn hr ht hu id ie il im in iq ir is"
    " it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md mg mh mk ml mm mn"
    " mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps"
    " pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr st su sv sy sz tc td tf tg th tj tk tl"
    " tm tn to tr tt tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw"
)
_FILES_NOT_HOSTS = frozenset(
    {"py", "md", "rs", "sh", "pl", "ps", "in", "is", "so", "do", "no", "am", "pm", "at", "to", "us"}
)
_TRAILING = ".,;:!?'\"`"


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the web addresses of a text."""
    del context
    text = folded.text
    if "." not in text and "://" not in text:
        return []
    places: list[tuple[int, int]] = [
        (match.start(), _end(text, match.start(), match.end()))
        for match in (_WITH_SCHEME.finditer(text) if "://" in text else ())
        if _is_named(match.group(1))
    ]
    for match in _BARE.finditer(text) if _NAMED_TOP.search(text) else ():
        start, end = match.start(), _end(text, match.start(), match.end())
        if _is_bare(text, match.span(1), match.group(1)) and not any(start < e and s < end for s, e in places[-1:]):
            places.append((start, end))
    places.sort()
    return [found(folded, start, end, value=_value(folded, start, end)) for start, end in places]


def _is_named(host: str) -> bool:
    """Tell whether a host after a scheme is one: an IPv4 address, a known top-level domain, localhost."""
    labels = host.split(".")
    if all(label.isdigit() for label in labels):
        return len(labels) == 4
    return host == "localhost" or (len(labels) > 1 and labels[-1] in _TOPS)


def _is_bare(text: str, place: tuple[int, int], host: str) -> bool:
    """Tell whether a host without a scheme is a web address: a known top-level domain, no file, mail or time."""
    start, end = place
    before, after = text[start - 1 : start], text[end : end + 3]
    labels = host.split(".")
    top = labels[-1]
    if before and (before in "@-_/.+&=" or (before.isascii() and before.isalnum())):
        return False
    if after.startswith("@") or after == "://" or len(labels) < 2 or top not in _TOPS:
        return False
    if labels[0] == "www":
        return len(labels) > 2
    is_clock = top in {"am", "pm"} and len(labels[0]) < 2
    is_file = top in _FILES_NOT_HOSTS and top not in {"am", "pm"} and after[:1] not in {"/", ":"}
    return len(labels) > 2 or not (is_clock or is_file)


def _end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    if text[end - 1] == ")" and "(" not in text[start:end]:
        end -= 1
    return end


def _value(folded: Folded, start: int, end: int) -> str:
    return unicodedata.normalize("NFKC", folded.original[folded.offsets[start] : folded.ends[end - 1]])
