"""Fuzz: random texts of value words and of any characters, for some minutes; whatever breaks a promise is reported.

Promises: no exception; spans inside the text, in order, without overlap, the same in the folded and the original text;
a value or a refusal, never both; a found value survives its stored form, and stands in confirmations as text; the same
text reads the same twice; no text takes longer than a limit of CPU time.
"""

import random
import time
from datetime import datetime, timedelta, timezone
from typing import Any, get_args

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from dualmem.model.field import Choice, FieldType
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.text import fold
from dualmem.values.codec import pack, unpack
from dualmem.values.parse import parse
from dualmem.values.show import show

_MOST_MS = 250.0
_EXAMPLES = 400  # texts of one seed
_WORDS = (
    "2026 12 15 3 30 0 007 1,234 12.5 1/2 年 月 日 号 周五 下 上 前 后 点 半 下午 明天 底 初 : . - / , ( )"
    " ￥ $ € 万 亿 千 百 三 十 〇 零 廿 两 几 多 来 个 负 零下 分之 成 折 元 块 毛 角 分"
    " 第 每 人 股 天 周 小时 工作日 % ‰ k w"
    " m bn mm 3k 5.5w Dec may Friday next last the of in ago at noon pm a an half quarter"
    " few hundred million dollars days two past to or and between per each share month"
    " 15th @ a.com x@y.cn + 转 电话 138 1380013 8000 400 010 6222 0216 一 二 大概 左右 不到 以内 about"
    " up at most least 是 不 on off yes no 从 到 至 ~ 、 ， 。 \u200b \ufeff \u202e \U000e0031 x"
    " X ９ Ⅻ ㋀ ﬁ İ 臺 ½ ① ٣"
)
_PIECES = st.sampled_from(_WORDS.split(" "))
_TEXTS = st.one_of(
    st.lists(st.one_of(_PIECES, st.just(" ")), max_size=16).map("".join),
    st.lists(_PIECES, max_size=12).map(" ".join),
    st.lists(st.one_of(_PIECES, st.characters()), max_size=24).map("".join),
    st.text(max_size=60),
    st.builds(lambda piece, count: piece * count, st.lists(_PIECES, min_size=1, max_size=3).map("".join), st.just(200)),
)
_CONTEXTS = st.builds(
    ReadingContext,
    now=st.integers(0, 3_700_000_000).map(lambda at: datetime.fromtimestamp(at, tz=timezone(timedelta(hours=8)))),
    default_currency=st.sampled_from([None, "CNY", "USD", "JPY"]),
    is_asked_for=st.booleans(),
    pattern=st.sampled_from([None, r"[A-Z]{3}-\d{4}"]),
    choices=st.sampled_from([{}, {"design": Choice(key="design", labels={"zh": ("设计",), "en": ("on",)})}]),
)


class Broken(AssertionError):
    """A promise of the grammars is broken: {0}."""


def run_fuzz(minutes: float, first_seed: int | None = None) -> dict[str, Any]:
    """Read random texts for some minutes.

    Args:
        minutes: How long, by the clock.
        first_seed: Seed of the first round; None for a fresh one.

    Returns:
        ``texts``, ``seeds``, ``worst_ms`` (CPU of one text in all types) and ``failures``, each shrunk by hypothesis.
    """
    begin = time.monotonic()
    number = first_seed if first_seed is not None else random.SystemRandom().randrange(10**9)
    out: dict[str, Any] = {"first_seed": number, "texts": 0, "seeds": 0, "worst_ms": 0.0, "failures": []}
    while time.monotonic() - begin < minutes * 60:
        try:
            _round(number, out)
        except Exception as error:  # noqa: BLE001  (whatever it is, it is what we look for)
            out["failures"].append(f"seed {number}: {type(error).__name__}: {error}; {_notes(error)}"[:600])
        number += 1
        out["seeds"] += 1
    out["seconds"] = round(time.monotonic() - begin, 1)
    out["worst_ms"] = round(out["worst_ms"], 1)
    return out


def _notes(error: BaseException) -> str:
    return " ".join(getattr(error, "__notes__", ()))


def _round(number: int, out: dict[str, Any]) -> None:
    @seed(number)
    @settings(
        max_examples=_EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(text=_TEXTS, context=_CONTEXTS)
    def check(text: str, context: ReadingContext) -> None:
        out["texts"] += 1
        spent = _check(text, context)
        out["worst_ms"] = max(out["worst_ms"], spent)

    check()


def _check(text: str, context: ReadingContext) -> float:
    """Hold one text against the promises; give the CPU milliseconds of all types."""
    begin = time.process_time()
    folded = fold(text)
    found = {field_type: parse(field_type, folded, context) for field_type in get_args(FieldType)}
    spent = (time.process_time() - begin) * 1e3
    for field_type, readings in found.items():
        _check_places(text, folded, readings)
        _check_values(readings)
        if parse(field_type, fold(text), context) != readings:
            raise Broken(f"{field_type} reads otherwise the second time")
    if spent > _MOST_MS:
        raise Broken(f"{spent:.0f} ms")
    return spent


def _check_places(text: str, folded: Folded, readings: list[Reading]) -> None:
    end = 0
    for reading in readings:
        if not (0 <= reading.span.start < reading.span.end <= len(text)):
            raise Broken(f"{reading} is outside the text")
        if reading.span.start < end:
            raise Broken(f"{reading} overlaps the one before")
        if folded.to_original(reading.folded) != reading.span or not reading.outer.contains(reading.folded):
            raise Broken(f"{reading} has places that differ")
        end = reading.span.end


def _check_values(readings: list[Reading]) -> None:
    for reading in readings:
        if (reading.value is None) == (reading.refusal is None):
            raise Broken(f"{reading} is a value and a refusal, or neither")
        if reading.value is None:
            continue
        if unpack(pack(reading.value)) != reading.value:
            raise Broken(f"{reading} does not survive its stored form")
        if not all(show(reading.value, language) for language in ("zh", "en")):
            raise Broken(f"{reading} shows as nothing")
