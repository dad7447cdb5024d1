"""Text: folding for matching with the way back, hidden and mixed characters, language, bigrams."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

import re2

from dualmem.characters import FOLDED, SELECTOR, UNEVEN, is_surrogate, piece_of
from dualmem.model.span import Span
from dualmem.model.utterance import Folded

_BOM = "\ufeff"
_PATTERN_META = frozenset("\\.+*?()|[]{}^$-")

_CURLY = re2.compile(r"([a-z])’([a-z])")
_CLIPPED_STEMS = {
    "nt": "do does did is are was were have has had would could should must need wo ca ai",
    "m": "i",
    "s": "that what there here where who how let he she everything nothing everyone someone",
    "ve": "i they we you could would should",
    "re": "they you",
    "ll": "it that they you",
}
_CLIPPED_SET = frozenset(stem + tail for tail, stems in _CLIPPED_STEMS.items() for stem in stems.split())
_CLIPPED_WORDS = "|".join(sorted(_CLIPPED_SET))
_LATIN_RUN = re.compile("[a-z]+")
_SHORT = 5  # letters of a word that is too short to miss one of them
_MISTYPED_WORDS = (
    "right wrong correct incorrect confirm confirmed until should budget deadline email phone sounds looks"
)
_CLIPPED = re2.compile(r"(?:^|[^\p{L}\d@._/'’+-])(" + _CLIPPED_WORDS + r")\b")
_ILL = re2.compile(
    r"(?:^|[,.;!?\n] ?|\b(?:and|but|then|ok|okay|no|yes|so) )(ill) "
    r"(?:check|let|get|ask|tell|send|confirm|look|see|be|have|think|need|do|go|take|find|call|come|give|know|talk)\b"
)
_CLIPPED_LITERAL = re2.compile(r"(^|\\b|[^\p{L}\d\\@._/'’+-])(" + _CLIPPED_WORDS + r")\b")
_LATIN_WORD = re2.compile(r"(?:^|[^\p{L}\d@._/'’+-])([a-z]{5,10})\b")
_GOES_ON = re2.compile(r"[@_/'’+=-]|\.[\p{L}\d]")  # an address, a path, a name: dont@abc.com
_HIDDEN = re2.compile(
    r"[^\P{Cc}\t\n\r]|\p{Cf}|\p{Zl}|\p{Zp}|"
    r"[\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{2800}\x{3164}\x{FFA0}\x{FFFE}\x{FFFF}\x{FFFD}]"
)
_ACCENT = re2.compile(r"[\p{Latin}\p{Han}\p{Cyrillic}\p{Greek}\d]\p{Mn}+")
_WORD = re2.compile(r"(?:[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]|[\p{M}\p{Nd}_])+")
_FOREIGN = re2.compile(r"[^\P{L}\p{Latin}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]")
_UNIT_SIGNS = frozenset("\u00b5\u2126\u212b\u00aa\u00ba")
_CJK = re2.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]+|[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]+|\p{N}+"
)
_APART = re2.compile(r"(?:^|[^\p{Han} ] ?)(\p{Han}(?: \p{Han})+) ?(?:[^\p{Han} ]|$)")
_ALL_APART = re2.compile(r"\s*(?:(?:\p{Han}|[a-z\d]|\pP|[^\P{S}])(?: |\s*$)){3,}")
_BLANKS = re2.compile(r"[ \t\x{3000}]{2,}")
_EMPTY_LINES = re2.compile(r"\n(?:[ \t\r\f\v\x{3000}]*\n){2,}")
_FACE = re2.compile(
    r"(?:^|[\s\p{Han},.!?~])((?:\^[_.oo-]?\^|[:;=]['-]?[)(\]dp]|>_<|-_-+|[to]_[to]|<3)+)(?:[\s,.!?~]|$)"
)
_FACE_MARK = re2.compile(r"[\^_:;=<-][\^_.o)(\]dp'3-]|[to]_")
_SMILE = "\U0001f642"
_HAN = re2.compile(r"\p{Han}")
_KANA = re2.compile(r"[\p{Hiragana}\p{Katakana}\p{Hangul}]")
_TOKEN = re2.compile(r"[\p{Latin}\p{N}_@.'’/:+-]+")
_PLAIN_WORD = re2.compile(r"(?i)\p{Latin}\p{Latin}+(?:['’]\p{Latin}+)?|i")
_ZH_WORDS = re2.compile(r"[的是了把吗呢吧我你您他们不没对错改为成这那和跟请帮就也都要会能可以好]")
_EN_WORDS = re2.compile(
    r"(?i)\b(?:the|is|are|was|be|to|my|our|your|of|and|but|for|it|its|that|this|please|set|make|change|what|which|how|"
    r"why|who|do|does|did|you|i|we|me|no|not|yes|in|on|at|by|a|an|with|remember|forget|update|delete|clear)\b"
)


def fold(text: str) -> Folded:
    """Give the text for matching: NFKC, lower case, simplified, no accents, with offsets into the original.

    A leading byte-order mark and variation selectors are dropped, CR LF becomes LF, a lone surrogate U+FFFD.
    """
    if text.isascii():
        plain, is_even = text.lower(), True
    else:
        plain = text.translate(FOLDED)
        is_even = UNEVEN.isdisjoint(text) and not text.startswith(_BOM)
    if is_even and "\r\n" not in text:
        folded = Folded(text, _straight(plain), tuple(range(len(text) + 1)), tuple(range(1, len(text) + 2)))
        return _joined_up(_evened(_spelled_out(_respelled(folded))))
    out: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    for index, char in enumerate(text):
        if (char == _BOM and index == 0) or (char == "\r" and text[index + 1 : index + 2] == "\n"):
            continue
        for piece in piece_of(char):
            out.append(piece)
            offsets.append(index)
            ends.append(index + 1)
    offsets.append(len(text))
    ends.append(len(text))
    folded = Folded(text, _straight("".join(out)), tuple(offsets), tuple(ends))
    return _joined_up(_evened(_spelled_out(_respelled(folded))))


def _evened(folded: Folded) -> Folded:
    """Give folded text with one blank, one empty line for several, a smiling face for what is typed as one (``:)``)."""
    if _EMPTY_LINES.search(folded.text) is not None:  # each line is asked where its words begin
        folded = changed(folded, [(*match.span(), "\n\n") for match in _EMPTY_LINES.finditer(folded.text)])
    text = folded.text
    changes = [(match.start(), match.end(), " ") for match in _BLANKS.finditer(text)] if "  " in text else []
    if _FACE_MARK.search(text) is not None:
        changes += [(*match.span(1), _SMILE) for match in _FACE.finditer(text)]
    return changed(folded, sorted(changes))


def changed(folded: Folded, changes: Sequence[tuple[int, int, str]]) -> Folded:
    """Give folded text with other words at some places, which lead to what stood there.

    Args:
        folded: The text.
        changes: In order, without overlap: start, end and the words in its place; words put in where nothing is taken
            away lead to the character before them.
    """
    if not changes:
        return folded
    out: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    at = 0
    for start, end, words in (*changes, (len(folded.text), len(folded.text), "")):
        out += [folded.text[at:start], words]
        offsets += folded.offsets[at:start]
        ends += folded.ends[at:start]
        offsets += [folded.offsets[start if end > start else start - 1]] * len(words)
        ends += [folded.ends[end - 1]] * len(words)
        at = end
    return Folded(folded.original, "".join(out), (*offsets, folded.offsets[-1]), (*ends, folded.ends[-1]))


def _joined_up(folded: Folded) -> Folded:
    """Give folded text without the blanks between Chinese characters that are set apart one by one (``确 认``).

    Where every character of the text is (``预 算 5 0 万``), figures and letters close up too.
    """
    text = folded.text
    if " " not in text or text.isascii():
        return folded
    if _ALL_APART.fullmatch(text) is not None and len(_HAN.findall(text)) > 1:
        return changed(folded, [(place, place + 1, "") for place, char in enumerate(text) if char == " "])
    runs = [match.span(1) for match in _APART.finditer(text)]
    gone = sorted({place for start, end in runs for place in range(start, end) if text[place] == " "})
    return changed(folded, [(place, place + 1, "") for place in gone])


def _straight(plain: str) -> str:
    """Give folded text with the curly apostrophe of phones and word processors inside a word (that’s) made straight."""
    return plain if plain.isascii() or "’" not in plain else str(_CURLY.sub(r"\1'\2", plain))


def _mistypings(word: str) -> Iterator[str]:
    """Give a word with two neighbours swapped, with a letter twice, and a longer one with an inner letter left out.

    None of these is a word of its own, for the words they are taken of.
    """
    for place in range(len(word)):
        yield word[: place + 1] + word[place:]
        if place + 1 < len(word):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        if 0 < place < len(word) - 1 and len(word) > _SHORT:
            yield word[:place] + word[place + 1 :]


_MISTYPED = {typed: word for word in _MISTYPED_WORDS.split() for typed in _mistypings(word) if typed != word}


def _respelled(folded: Folded) -> Folded:
    """Give folded text with the words of answers that a slip of the keys spoiled spelled right (rigth, untill)."""
    text = folded.text
    if _MISTYPED.keys().isdisjoint(_LATIN_RUN.findall(text)):
        return folded
    out: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    at = 0
    for match in _LATIN_WORD.finditer(text):
        start, end = match.span(1)
        word = _MISTYPED.get(match.group(1), "")
        if not word or _GOES_ON.match(text[end : end + 2]) is not None:
            continue
        places = [start + min(n, end - start - 1) for n in range(len(word))]
        out += [text[at:start], word]
        offsets += [*folded.offsets[at:start], *(folded.offsets[place] for place in places)]
        ends += [*folded.ends[at:start], *(folded.ends[place] for place in places[:-1]), folded.ends[end - 1]]
        at = end
    out.append(text[at:])
    return Folded(folded.original, "".join(out), (*offsets, *folded.offsets[at:]), (*ends, *folded.ends[at:]))


def _spelled_out(folded: Folded) -> Folded:
    """Give folded text with the apostrophe that quick typing leaves out: don't for dont, that's for thats."""
    text = folded.text
    if "ill " not in text and _CLIPPED_SET.isdisjoint(_LATIN_RUN.findall(text)):
        return folded
    clipped = [
        match for match in _CLIPPED.finditer(text) if _GOES_ON.match(text[match.end() : match.end() + 2]) is None
    ]
    clipped += _ILL.finditer(text) if "ill " in text else []
    places = sorted(match.end(1) - _tail(match.group(1)) for match in clipped)
    if not places:
        return folded
    out: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    at = 0
    for place in (*places, len(text)):
        out.append(text[at:place])
        offsets += folded.offsets[at:place]
        ends += folded.ends[at:place]
        at = place
        if place < len(text):
            out.append("'")
            offsets.append(folded.offsets[place])
            ends.append(folded.ends[place - 1])
    return Folded(folded.original, "".join(out), (*offsets, folded.offsets[-1]), (*ends, folded.ends[-1]))


def _tail(word: str) -> int:
    """Give how many letters stand behind the apostrophe of a word that is written without it."""
    return 2 if word.endswith(("re", "ve", "ll")) else 1


def fold_pattern(pattern: str) -> str:
    """Give a RE2 pattern for folded text: its own characters folded, its operators untouched.

    A full-width operator stands for itself (``（`` is a bracket to match, not a group).
    """
    if pattern.isascii() or _is_folded(pattern):
        return _spelled_pattern(pattern)
    out: list[str] = []
    for char in pattern:
        if char.isascii():
            out.append(char)
            continue
        out.extend("\\" + piece if piece in _PATTERN_META else piece for piece in piece_of(char))
    return "".join(out)


def _spelled_pattern(pattern: str) -> str:
    """Give a pattern whose ``dont`` finds the don't of folded text too."""
    out: list[str] = []
    at = 0
    for match in _CLIPPED_LITERAL.finditer(pattern):
        place = match.end(2) - _tail(match.group(2))
        out += [pattern[at:place], "'?"]
        at = place
    return "".join((*out, pattern[at:]))


def _is_folded(text: str) -> bool:
    """Tell that folding changes no character."""
    return text.translate(FOLDED) == text


def hidden(text: str) -> tuple[Span, ...]:
    """Give the places of characters that nobody sees: controls, invisible, bidi, tag and filler characters.

    A leading byte-order mark, variation selectors and joiners between pictographs are no such characters.
    """
    if text.isascii() and text.isprintable():
        return ()
    spans = (Span(match.start(), match.end()) for match in _HIDDEN.finditer(_encodable(text)))
    return tuple(span for span in spans if not _is_harmless(text, span.start))


def mixed_words(text: str) -> tuple[Span, ...]:
    """Give the words that mix letters of several alphabets; Han, kana and hangul beside Latin are never mixed."""
    plain = _encodable(text)
    if plain.isascii() or _FOREIGN.search(plain) is None:
        return ()
    words = (Span(match.start(), match.end()) for match in _WORD.finditer(plain))
    return tuple(word for word in words if _is_mixed(plain[word.start : word.end]))


def suspects(text: str) -> tuple[Span, ...]:
    """Give the places that make a text no confirmation: hidden characters, mixed words, combining accents."""
    if text.isascii() and text.isprintable():
        return ()
    plain = _encodable(text)
    accents = (
        Span(match.start(), match.end())
        for match in _ACCENT.finditer(plain)
        if SELECTOR.sub("", plain[match.start() + 1 : match.end()])
    )
    return tuple(sorted((*hidden(text), *mixed_words(text), *accents)))


def language(text: str) -> str | None:
    """Give zh or en, or None where the words decide neither (no letters, only ids, names of products, OK)."""
    plain = _encodable(text)
    if _KANA.search(plain) is not None:
        return None
    tokens = _TOKEN.findall(plain)
    if _HAN.search(plain) is None:
        return "en" if any(map(_is_word, tokens)) else None
    words = [token for token in tokens if _is_word(token)]
    if not words:
        return "zh"
    han = len(_HAN.findall(plain))
    zh_words, en_words = len(_ZH_WORDS.findall(plain)), len(_EN_WORDS.findall(" ".join(words)))
    if bool(zh_words) != bool(en_words):
        return "zh" if zh_words else "en"
    return "zh" if han >= 2 * len(words) else "en"


def bigrams(text: str) -> tuple[str, ...]:
    """Give the search terms of a text: words and numbers as they are, runs of CJK characters as bigrams."""
    terms: list[str] = []
    for run in _CJK.findall(fold(text).text):
        if len(run) == 1 or (_HAN.match(run) is None and _KANA.match(run) is None):
            terms.append(run)
        else:
            terms.extend(run[index : index + 2] for index in range(len(run) - 1))
    return tuple(terms)


def _encodable(text: str) -> str:
    """Give the text with lone surrogates replaced, so that RE2 takes it; offsets stay."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if is_surrogate(char) else char for char in text)
    return text


def _is_harmless(text: str, index: int) -> bool:
    char = text[index]
    if char == _BOM and index == 0:
        return True
    return char == "\u200d" and _is_pictograph(text[index - 1 : index]) and _is_pictograph(text[index + 1 : index + 2])


def _is_pictograph(char: str) -> bool:
    return char == "\ufe0f" or (bool(char) and unicodedata.category(char) in {"So", "Sk"})


def _is_mixed(word: str) -> bool:
    return not word.isascii() and len(set(_alphabets(word))) > 1


def _alphabets(word: str) -> Iterator[str]:
    """Give the alphabet of each letter of a word, compatibility forms (full width, bold) as what they stand for."""
    for char in word:
        if not char.isalpha() or char in _UNIT_SIGNS:
            continue
        for part in unicodedata.normalize("NFKC", char):
            if part.isalpha():
                yield unicodedata.name(part, "UNKNOWN").split(" ", 1)[0]


def _is_word(token: str) -> bool:
    if token.startswith("/"):
        return False
    word = token.strip("'’.:/+-")
    is_name = word[1:] != word[1:].lower() or word.lower() == "ok"
    return _PLAIN_WORD.fullmatch(word) is not None and (not is_name or (word.isupper() and len(word) > 4))
