"""Web addresses: with a scheme, with www., or a bare host under a known top-level domain."""

import unicodedata

import re2

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.found import found

_URL = re2.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]{0,12})://)?"
    r"(?P<host>\d{1,3}(?:\.\d{1,3}){3}|localhost|[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62}){0,8})"
    r"(?P<port>:\d{1,5})?(?P<rest>[/?#][a-z0-9\-._~:/?#\[\]@!$&'()*+,;=%|]*)?"
)
_SCHEMES = frozenset({"http", "https", "ftp", "ftps", "ws", "wss"})
_TOPS = frozenset(
    # generic
    "com org net edu gov mil int info biz name pro app dev io ai co me tv cc xyz top site online store shop tech cloud club"
    " academy agency blog design digital email group life link live media news page software space studio team today tools"
    " video web website wiki work world work zone travel museum jobs mobi asia aero coop aws google microsoft apple amazon"
    # countries
    " ac ad ae af ag al am ao ar as at au az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci ck cl cm"
    " cn cr cu cv cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gt"
    " gu gw gy hk hm hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls"
    " lt lu lv ly ma mc md mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe"
    " pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr st su sv sy sz tc td tf"
    " tg th tj tk tl tm tn to tr tt tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw".split()
)
_FILES_NOT_HOSTS = frozenset({"py", "md", "rs", "sh", "pl", "ps", "in", "is", "so", "do", "no", "am", "pm", "at", "to", "us"})
_TRAILING = ".,;:!?'\"`"


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the web addresses of a text."""
    del context
    text = folded.text
    if "." not in text and "://" not in text:
        return []
    readings = []
    for match in _URL.finditer(text):
        if not _is_url(text, match.start(), match.group("scheme"), match.group("host"), match.group("port")):
            continue
        end = _end(text, match.start(), match.end())
        if match.group("scheme") is None and text[match.end(2) : match.end(2) + 1] == "@":
            continue
        if match.group("scheme") is None and match.group("rest") is None and text[end : end + 2] == "..":
            if match.group("host").split(".")[-1] not in _TOPS:
                continue
        readings.append(found(folded, match.start(), end, value=_value(folded, match.start(), end)))
    return readings


def _is_url(text: str, start: int, scheme: str | None, host: str, port: str | None) -> bool:
    before = text[start - 1] if start else ""
    labels = host.split(".")
    is_address = all(label.isdigit() for label in labels)
    top = labels[-1]
    if scheme is not None:
        if scheme not in _SCHEMES:
            return False
        return (is_address and len(labels) == 4) or (len(labels) > 1 and top in _TOPS) or (host == "localhost")  # noqa: PLR2004
    if before and before in "@-_/.+&=":
        return False
    if is_address or len(labels) < 2 or top not in _TOPS or (before and before.isascii() and before.isalnum()):  # noqa: PLR2004
        return False
    if labels[0] == "www":
        return len(labels) > 2  # noqa: PLR2004
    return not (len(labels) == 2 and top in _FILES_NOT_HOSTS and port is None and (top not in {"am", "pm"} or len(labels[0]) < 2))  # noqa: PLR2004


def _end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    if text[end - 1] == ")" and "(" not in text[start:end]:
        end -= 1
    return end


def _value(folded: Folded, start: int, end: int) -> str:
    return unicodedata.normalize("NFKC", folded.original[folded.offsets[start] : folded.ends[end - 1]])
