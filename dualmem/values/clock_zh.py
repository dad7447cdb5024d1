"""Chinese times: hours with their minutes (三点半, 15点20分), told from points that are counted (三点建议)."""

from dualmem.values.clock_hits import ClockHit
from dualmem.values.found import words
from dualmem.values.timetokens import Tokens, read_cn
from dualmem.values.timewords import CN_DIGITS

_CALENDAR = frozenset("周期拜月第-/.")  # before a numeral that names a day: 周三晚, 8月十五晚, 12/30晚
_PAIRS = frozenset(words("一两 两三 二三 三四 四五 五六 六七 七八 八九"))
_WORDS_OF_TIME = ("间", "候", "段", "期", "刻", "半会", "半刻")
_POINTS_BEFORE = ("这", "那", "以下", "如下", "有", "几", "提", "第", "说", "哪", "上述", "强调", "注意")
_POINTS_AFTER = tuple(
    words(
        "建议 要求 意见 原因 说明 需 注意 问题 看法 内容 事 理由 想法 优势 共识 好处 不足 体会 疑问"
        " 改进 补充 结论 都 是"
    )
)

_DEGREES = tuple(
    words(
        "贵 宜 惠 早 晚 大 小 高 低 好 快 慢 近 远 多 少 长 短 宽 窄 厚 薄 轻 重 松 紧 新 旧 热 冷 暖 凉 硬 软 甜 辣"
        " 热闹 漂亮 明亮 干净 安静 清静 僻静 舒服 舒适 合适 方便 清楚 详细 简单 认真 仔细 靠谱 划算 高级 高档"
        " 高端 体面 像样 开心 随意 咸 淡 鲜"
    )
)
_NO_DEGREES = tuple(
    words(
        "今早 明早 次早 今晚 明晚 昨晚 后晚 当晚 次晚 每早 每晚 最早 最晚 夕晚 号晚 日晚 周晚"
        " 最好 刚好 正好 说好 约好 定好 订好 讲好 谈好 选好 差不多"
        " 部长 校长 队长 班长 会长 局长 处长 科长 组长 市长 店长 院长 行长 站长 家长 团长 所长 事长"
        " 厂长 机长 村长 书长 老大 老高 老长"
    )
)


def chinese(tokens: Tokens, index: int, *, is_led: bool = False) -> ClockHit | None:  # noqa: PLR0911  # one line a form
    """Read ``三点``, ``3点半``, ``15点20分``, ``三点一刻``, ``五点零五``, ``十一点多钟``."""
    if tokens.kinds[index + 1] != "dian" or _is_word_of_time(tokens, index + 1):
        return None
    word = tokens.word(index)
    if word in _PAIRS:  # 两三点 is no hour
        return None
    number = tokens.number(index) if tokens.kinds[index] == "num" else read_cn(word)
    if number is None or not 0 <= number <= 24 or tokens.width(index) > 3:
        return None
    if tokens.is_glued(index) and _is_tail(tokens, index):
        return None
    at = index + 2
    minute = _chinese_minute(tokens, at)
    if minute is None:
        return None
    minutes, at, second = minute
    if _is_degree(tokens, index, at) or (at == index + 2 and not is_led and _are_points(tokens, index, at)):
        return None
    style = "24" if number == 0 else "hour"
    hit = ClockHit(at, number, minutes, second, style=style)
    if tokens.text[tokens.ends[at - 1] : tokens.ends[at - 1] + 2] == "多钟":
        return hit._replace(end=at + 2) if tokens.word(at) == "多" else hit
    return hit


_WEEKDAYS = tuple(day + part for day in "一二三四五六日末" for part in "早晚")  # 周五晚一点
_BOUNDS = ("左右", "前后", "之前", "以前", "之后", "以后", "钟", "整")
_MEETINGS = ("集合", "见", "到", "出发", "碰头", "汇合")
_QUICK = ("早", "晚", "快", "慢", "近", "多", "少", "好")  # 早一点到, 快一点出发 say how much


def _is_word_of_time(tokens: Tokens, index: int) -> bool:
    """Tell whether 时 begins a word (同一时间, 一时半会): no hour is counted."""
    return tokens.word(index) == "时" and tokens.text.startswith(_WORDS_OF_TIME, tokens.ends[index])


def counts_nights(tokens: Tokens, index: int) -> bool:
    """Tell whether 晚 or 晚上 is what a numeral counts (四晚, 2个晚上): no part of day for a time behind it."""
    if not tokens.word(index).startswith("晚"):
        return False
    at = index - 2 if tokens.word(index - 1) == "个" else index - 1
    if at < 0 or tokens.kinds[at] not in {"num", "cn"} or not tokens.is_glued(index):
        return False
    return tokens.text[max(0, tokens.starts[at] - 1) : tokens.starts[at]] not in _CALENDAR


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    if before in "-~到至—–" and index > 1 and tokens.kinds[index - 2] in {"num", "cn"}:
        return True
    return (before.isascii() and (before.isalnum() or before in ".$¥")) or before == "第"


def _is_degree(tokens: Tokens, index: int, end: int) -> bool:
    """Tell whether 一点 behind an adjective or adverb says how much: 贵一点, 上午晚一点 (今晚一点 is an hour)."""
    if end != index + 2 or tokens.word(index) not in {"一", "1"} or tokens.word(index + 1) != "点":
        return False
    start, stop = tokens.starts[index], tokens.ends[end - 1]
    before = tokens.text[max(0, start - 3) : start]
    if not before.endswith(_DEGREES) or before.endswith((*_NO_DEGREES, *_WEEKDAYS)):
        return False
    if tokens.text.startswith(_BOUNDS, stop) or (
        not before.endswith(_QUICK) and tokens.text.startswith(_MEETINGS, stop)
    ):
        return False  # 晚一点左右; 北大一点见
    is_figure = tokens.word(index) == "1" and before.endswith(("早", "晚"))  # 晚1点
    is_nearly = before.endswith("快") and tokens.text.startswith("了", stop)  # 快一点了
    return not (is_figure or is_nearly)


def _are_points(tokens: Tokens, index: int, end: int) -> bool:
    """Tell whether 三点 counts points, not hours (这三点要注意, 两点建议)."""
    start = tokens.starts[index]
    before = tokens.text[max(0, start - 2) : start]
    after = tokens.text[tokens.ends[end - 1] : tokens.ends[end - 1] + 3]
    return before.endswith(_POINTS_BEFORE) or after.startswith(_POINTS_AFTER)


def _chinese_minute(tokens: Tokens, index: int) -> tuple[int, int, int] | None:  # noqa: C901, PLR0911  # one line a form
    """Give minute, next token and second of what follows 点; None where 点 was a decimal point."""
    kind = tokens.kinds[index]
    if kind == "ban":
        return 30, index + 1, 0
    if kind == "zheng":
        return 0, index + 1, 0
    if kind == "x" and tokens.word(index) in {"踏", "搭"}:
        if tokens.kinds[index + 1] == "ban":
            return 30, index + 2, 0
        fives = read_cn(str(tokens.values[index + 1])) if tokens.kinds[index + 1] == "cn" else None
        return (5 * fives, index + 2, 0) if fives and fives < 12 else (0, index, 0)
    if kind not in {"num", "cn"} or (tokens.kinds[index - 1] == "dian" and tokens.word(index - 1) == "点钟"):
        return 0, index, 0
    said = tokens.word(index)
    number = tokens.number(index) if kind == "num" else read_cn(said)
    after = tokens.kinds[index + 1]
    if number is None or number > 59:
        return None
    if after == "ke":
        return (15 * number, index + 2, 0) if 1 <= number <= 3 else None
    if after == "fen":
        return number, *_second(tokens, index + 2)
    if after == "ge" and tokens.word(index + 2) == "字":
        return 5 * number, index + 3, 0
    if kind == "cn" and len(said) == 1 and index > 2 and tokens.word(index - 3) == "晏昼":
        return 5 * number, index + 1, 0
    is_whole = len(said) == 2 if kind == "num" else _is_minute(said)
    if not is_whole:
        return None if kind == "cn" and len(said) < 3 else (0, index, 0)
    if after in {"unit", "dian", "yue", "nian", "ge"} or tokens.text[tokens.ends[index] : tokens.ends[index] + 1] in {
        "人",
        "万",
        "元",
        "%",
    }:
        return 0, index, 0
    return number, index + 1, 0


def _is_minute(said: str) -> bool:
    return ("十" in said) or (len(said) == 2 and said[0] in "零〇" and said[1] in CN_DIGITS)


def _second(tokens: Tokens, index: int) -> tuple[int, int]:
    kind = tokens.kinds[index]
    if kind in {"num", "cn"} and tokens.kinds[index + 1] == "miao":
        number = tokens.number(index) if kind == "num" else read_cn(str(tokens.values[index]))
        if number is not None and number <= 59:
            return index + 2, number
    return index, 0
