"""Phone numbers: written with any usual separators or spoken digit by digit, given as E.164."""

# The ``re`` patterns below meet at most 24 characters, or are anchored and without nested repetition: they are linear.
import re

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.found import found, refused
from dualmem.values.ids import check_bank_card, check_id_card
from dualmem.values.sighting import has_han, latin_words

_WHITE = r"[ \t\n\f\r]?"
_CANDIDATE = re.compile(rf"(?:\({_WHITE})?\+?{_WHITE}(?:\({_WHITE})?[0-9](?:[ \-./()]{{0,3}}[0-9])*")
_EXTENSION = re.compile(r"^(?:\s{0,2}(?:x|ext\.?|extension|#|转|分机)\s{0,2}|-)\d{1,6}", re.ASCII)
_STRONG_CUES = (
    "电话", "手机", "座机", "固话", "传真", "热线", "首选号码", "联系方式", "tel", "phone", "mobile", "cell", "fax",
    "hotline", "preferred number", "prefered number", "@",
)  # fmt: skip
_OTHERS = (
    "qq|微信|订单|单号|卡号|账号|账户|帐号|编号|工号|序列号|身份证|护照|邮编|邮政编码|order|account|card|invoice|serial|ticket"
    "|passport|ssn|zip|po"
)
_OTHER_WORDS = tuple(_OTHERS.split("|"))
_OTHER_CUE = re.compile(
    rf"(?:{_OTHERS})"
    r"(?:号码|号|群|编号)?(?:\s?(?:no\.?|number|num|id))?\s?(?:是|为|is|was|:|=)?\s?#?\s?$",
    re.ASCII,
)
_UNIT_AFTER = re.compile(
    r"^\s?(?:元|块|万|亿|千|百|美|日元|港|欧|镑|人|个|份|件|台|套|条|次|年|月|日|号楼|度|米|公里|kg|km|gb|mb|usd|cny|rmb|eur|%|‰|=|\*|:\d|\.\d|/\d{1,4}(?!\d))",
    re.ASCII,
)
_MONEY_BEFORE = frozenset("$¥€£#=*/%_")
_DATE = re.compile(
    r"^(?:(?:19|20)\d\d[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|(?:19|20)\d\d/(?:19|20)\d\d)$",
    re.ASCII,
)
_NOT_PHONE = re.compile(r"^(?:\d{3}-\d{2}-\d{4}|\d+\.\d+|\d{1,3}(?:\.\d{1,3}){3})$", re.ASCII)
_NANP = re.compile(r"^\(?(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]\d{4}$", re.ASCII)
# A Chinese area code set off from the number: (021) 6230 1234; 020 may be London too.
_LANDLINE = re.compile(
    r"^(?:\(AREA\) ?|AREA[ -])\d{3,4}[ -]?\d{4}$".replace("AREA", r"0(?:10|2[1-9]|[3-9](?!00)\d\d)"), re.ASCII
)
_MAINLAND = re.compile(r"^(?:86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}$", re.ASCII)
_SPOKEN_ZH = re.compile(r"[零〇一二三四五六七八九幺洞两拐勾](?:[ -]?[零〇一二三四五六七八九幺洞两拐勾]){9,13}")
_SPOKEN_EN = re.compile(
    r"\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
    r"(?:[ ,-]{1,2}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)){9,13}\b",
    re.ASCII,
)
_ZH_DIGITS = dict(zip("零〇一二三四五六七八九幺洞两拐勾", "001234567891" + "0279", strict=True))
_EN_DIGITS = dict(
    zip(
        ["zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
        "00123456789",
        strict=True,
    )
)
_SHORTEST, _LEAST, _FULL, _MOST = 6, 7, 10, 15  # digits
_MOBILE = re.compile(
    r"^1(?:[38]\d|5[0-35-9]|7[35-8]|9[0-35-9])\d{8}$", re.ASCII
)  # the common prefixes of China, known without a plan
_FIGURES = "0123456789"
_MAX_GROUPS = 10
_REACH = 24


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the phone numbers of a text; a number of the wrong length after a phone cue is refused."""
    text = folded.text
    region = context.region or ("CN" if has_han(text) else "US")
    readings = []
    last = 0
    has_figures = sum(map(text.count, _FIGURES)) >= _SHORTEST  # most texts hold too few for any
    for match in _CANDIDATE.finditer(text) if has_figures else ():
        if match.start() >= last and match.end() - match.start() >= _SHORTEST:
            readings.extend(_read(folded, match.start(), match.end(), region))
            last = readings[-1].folded.end if readings else 0
    for pattern, digits in ((_SPOKEN_ZH, _ZH_DIGITS), (_SPOKEN_EN, _EN_DIGITS)):
        if pattern is _SPOKEN_EN and _EN_DIGITS.keys().isdisjoint(latin_words(text)):
            break
        for match in pattern.finditer(text):
            said = match.group()
            words = said.replace(",", " ").replace("-", " ").split() if pattern is _SPOKEN_EN else said
            number = _e164("".join(digits.get(word, "") for word in words), region)
            if number:
                readings.append(found(folded, match.start(), match.end(), value=number))
    return sorted(readings, key=lambda reading: reading.folded.start)


def _read(folded: Folded, start: int, end: int, region: str) -> list[Reading]:
    """Read one run of digit groups: the whole of it, or numbers that stand side by side in it."""
    text = folded.text
    if _is_foreign(text, start, end):
        return []
    digits = _digits(text[start:end])
    if check_id_card(digits) is None or (len(digits) > _MOST and check_bank_card(digits) is None):
        return []
    groups = _groups(text, start, end)
    lead = text[max(0, start - _REACH) : start]
    is_cued = any(cue in lead for cue in _STRONG_CUES)
    readings: list[Reading] = []
    first = 0
    while first < len(groups):
        hit = _best(text, groups[first : first + _MAX_GROUPS], region, is_cued and not readings and first == 0)
        if hit is None:
            first = _next_start(text, groups, first)
            continue
        place_start, place_end, value = hit
        readings.append(found(folded, place_start, _with_extension(text, place_end), value=value))
        first = next((i for i, group in enumerate(groups) if group[0] >= place_end), len(groups))
    if not readings and is_cued and _LEAST <= len(digits) <= _MOST and not _DATE.match(text[start:end]):
        readings.append(refused(folded, _balanced(text, start, end), end, reason="not_a_value"))
    return readings


def _is_foreign(text: str, start: int, end: int) -> bool:
    """Tell whether what stands before the digits makes them another thing."""
    before = text[start - 1 : start]
    head = text[start]
    if before in _MONEY_BEFORE and before:
        return True
    if head == "+" and (before.isdigit() or before == ")"):
        return True
    if head.isdigit() and before.isascii() and before.isalnum():
        return True
    if before == "-" and text[start:end].isdigit():
        return True
    if before == "." and text[start - 2 : start - 1].isdigit():
        return True
    lead = text[max(0, start - _REACH) : start]
    return any(word in lead for word in _OTHER_WORDS) and _OTHER_CUE.search(lead) is not None


def _groups(text: str, start: int, end: int) -> list[tuple[int, int]]:
    groups: list[tuple[int, int]] = []
    at = start
    while at < end:
        if text[at].isdigit():
            last = at
            while last < end and text[last].isdigit():
                last += 1
            groups.append((at, last))
            at = last
        else:
            at += 1
    if groups:
        groups[0] = (start, groups[0][1])
    return groups


def _best(text: str, groups: list[tuple[int, int]], region: str, is_cued: bool) -> tuple[int, int, str] | None:  # noqa: FBT001  # private
    """Give the longest valid number that begins with the first group, else the whole where its shape and cue allow."""
    start = groups[0][0]
    for _, end in reversed(groups):
        said = text[start:end]
        count = len(_digits(said))
        if count < _LEAST or (count < _FULL and end != groups[-1][1]):
            break
        if count > _MOST or not _is_whole(text, end) or _NOT_PHONE.match(said) or _DATE.match(said):
            continue
        begin = _balanced(text, start, end)
        number = _e164(text[begin:end], region) or _elsewhere(text[begin:end])
        if number:
            return begin, end, number
    for _, end in reversed(groups):
        begin = _balanced(text, start, end)
        said = text[begin:end]
        if _is_whole(text, end) and (
            _NANP.match(said) or (is_cued and end == groups[-1][1] and _is_plausible(said, region))
        ):
            return begin, end, _plain(said)
    return None


def _elsewhere(said: str) -> str | None:
    """Give the number where its shape tells the country, whatever the region of the text."""
    if _NANP.match(said):
        return _e164(said, "US")
    return _e164(said, "CN") if _LANDLINE.match(said) or _MAINLAND.match(said) else None


def _is_whole(text: str, end: int) -> bool:
    """Tell whether a number ends here: no digit, letter or unit follows."""
    after = text[end : end + 1]
    if after.isdigit() or (after and after in "=*%") or _UNIT_AFTER.match(text[end : end + 7]):
        return False
    return not (after.isascii() and after.isalpha()) or bool(_EXTENSION.match(text[end : end + 12]))


def _is_plausible(said: str, region: str) -> bool:
    digits = _digits(said)
    if _NOT_PHONE.match(said) or _DATE.match(said) or len(digits) > _MOST:
        return False
    if region == "CN" and said.isdigit() and digits[0] == "1" and digits[1] in "3456789" and len(digits) != 11:
        return False
    return len(digits) > _LEAST or (len(digits) >= 6 and digits[0] == "0" and said.isdigit())


def _balanced(text: str, start: int, end: int) -> int:
    if text[start] == "(" and ")" not in text[start:end]:
        start += 1
        while text[start] == " ":
            start += 1
    while text[start] == " ":
        start += 1
    return start


def _next_start(text: str, groups: list[tuple[int, int]], first: int) -> int:
    """Give the next group that stands after a space, where another number could begin."""
    for index in range(first + 1, len(groups)):
        gap = text[groups[index - 1][1] : groups[index][0]]
        if gap.isspace() and groups[index - 1][1] - groups[index - 1][0] > 4:
            return index
    return len(groups)


def _with_extension(text: str, end: int) -> int:
    match = _EXTENSION.match(text[end : end + 20])
    last = end + int(match.end()) if match else end
    after = text[last : last + 1]
    return end if after.isascii() and after.isalnum() else last


def _digits(said: str) -> str:
    return "".join(filter(str.isdigit, said))


def _plain(said: str) -> str:
    """Give a number that no numbering plan knows: with its country code where it was said, else its digits."""
    digits = _digits(said)
    if "+" in said:
        return "+" + digits
    for prefix in ("00", "011"):
        if digits.startswith(prefix) and len(digits) > 10:
            return "+" + digits.removeprefix(prefix)
    return digits


def _is_no_us_number(digits: str) -> bool:
    is_abroad = digits.startswith(("00", "011"))
    return not is_abroad and (len(digits) < _FULL or (len(digits) == _FULL and digits[0] in "01"))


def _national(digits: str, region: str) -> tuple[int, str]:
    """Give country code and national number of digits that can be nothing else in China or the United States."""
    if region == "US" and len(digits) == _FULL:
        return 1, digits
    if region == "US" and len(digits) == _FULL + 1 and digits[0] == "1":
        return 1, digits[1:]
    if region == "CN" and digits[0] == "0" and digits[1] != "0" and _FULL <= len(digits) <= _FULL + 2:
        return 86, digits[1:]
    return (86, digits) if region == "CN" and digits[0] in "2345679" else (0, "")


def _e164(said: str, region: str) -> str | None:
    """Give the E.164 form of a valid number, else None."""
    digits = _digits(said)
    if region == "CN" and len(digits) == 11 and _MOBILE.match(digits):
        return "+86" + digits
    if region == "US" and "+" not in said and _is_no_us_number(digits):
        return None
    import phonenumbers  # noqa: PLC0415  # 10 MB: only where a phone is read

    code, national = _national(digits, region) if "+" not in said else (0, "")
    if national:  # without a parse, which takes most of the time
        number = phonenumbers.PhoneNumber(country_code=code, national_number=int(national))
        return f"+{code}{national}" if phonenumbers.is_valid_number(number) else None
    forms = [said]
    if "+" not in said and digits.startswith("00"):
        forms = ["+" + digits.removeprefix("00")]
    elif "+" not in said and digits.startswith("011"):
        forms.append("+" + digits.removeprefix("011"))
    elif (
        "+" not in said
        and len(digits) >= _FULL
        and digits.startswith(str(phonenumbers.country_code_for_region(region)))
    ):
        forms.append("+" + digits)
    for form in forms:
        try:
            number = phonenumbers.parse(form, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    return None
