"""Idioms: words that hold a numeral and mean no number (万一, 收拾, 十分感谢, which one, on second thoughts)."""

import re
from functools import lru_cache

import re2

from dualmem.values.number_places import Places, merge

# A table of words reads better as text than as a list.
_WORDS_ZH = """
二人转 二锅头 一加手机 十八般 六合彩 三点式 一条街 一卡通 一体机 七彩 八宝 百分比 千层 万圣节 三八节
十年如一日 一年半载 一年到头 一年四季 三年五载 百年大计 千年虫 一日三餐 一天到晚
五五开 二八定律 四六开 三七开 三七分 不三不四 数一数二 说一不二 略知一二 百里挑一 万无一失 九死一生 一心一意
一朝一夕 一言九鼎 十拿九稳 十万火急 三十六计 七十二变 八九不离十 一百八十度 一网打尽 三元桥 三元及第
一成不变 八成是 万一 万分 万能 万岁 万达 万科 万象 万物 万不得已 千万别 千万不 千万要 千万记 千万小心
收拾 拾取 拾起 拾到 拾遗 拾金 夕拾 大陆 陆地 海陆 陆续 着陆 登陆 陆军 陆运 内陆 陆路 队伍 入伍
退伍 落伍 伍佰 放肆 肆意 肆虐 大肆 十分 十足 十全十美 十有八九 十佳 十堰 一十足 零售 零件 零食 零碎
零星 零钱 零部件 零时 零散 零花 清零 归零 凋零 飘零 零距离 零基础 零信任 老幺 幺妹 一下 一起 一样
一般 一定 一直 一些 一点 一边 一切 一旦 一致 一同 统一 唯一 之一 一会 一共 一律 一概 一时 一度
一向 一贯 一味 一番 一阵 一道 一带 一流 一半以 进一步 下一 上一 同一 每一 任一 逐一 一并 一举 一再
一来 一方面 一步 一眼 一看 一说 一想 一听 一口气 一次性 一体 一线 一手 一级 专一 单一 某一 这一
那一 哪一 一模一样 一心 一生 一辈子 一路 一行 一早 一到 一经 一发 一刀切 一把手 一条龙 一站式 一言
一等 一类 一系列 一揽子 一如 一连 一面 一员 一席 一顿 一瞬 一刻 一百个放心 一五一十 一一对应 始终如一
不一 万众一心 一视同仁 一本正经 一塌糊涂 一帆风顺 一清二楚 一干二净 一石二鸟 一举两得 三长两短 三心二意
三三两两 三番五次 三言两语 三天两头 三下五除二 四面八方 四通八达 四川 四季 四海 四处 四肢 五花八门
五颜六色 五湖四海 五台山 五金 五官 五角大楼 五星 五一 六一 六安 六神 七上八下 乱七八糟 七嘴八舌 七夕
七匹狼 八卦 八达岭 八达通 八面 八月十五 九寨沟 九江 九州 九九 十一黄金周 双十一 双十二 双11 双12
二手 二维 二线 二次元 二级 二期工程 二胎 二哥 二姐 二叔 独一无二 二话 三亚 三星 三国 三峡 三明治
三体 三元里 三轮车 三角 三线 三方 三围 两岸 两会 两口子 两面 两地 两难 两侧 两旁 两极 两者 两手准备
两两 百度 百货 百姓 百科 百分百 百年 百搭 百忙 百般 千方百计 千克 千米 千瓦 千岛湖 千里 千禧 千篇
亿达 亿万 成千上万 大半天 老半天 半路 半夜 半径 半导体 半成品 半年报 半信半疑 半价 半场 半岛 半截
半数 半途 大半 过半 多半 对半 参半 前半 后半 上半 下半 夜半 几乎 几何 茶几 几时 几许 未几 几度
陆总 伍总 万总 陆先生 九宫格 三甲 四合院 五道口 六道口 七牛 八一 三八 三七 四六级 十字 七七八八 一号
二号 三农 五险一金 六险一金 三金 二本 三本 一本 四舍五入 百万雄 一元化 三元组 两开花 一日游
三人行 三思 再三 九牛 一窍 二把手 三把手 接二连三 颠三倒四 丢三落四 低三下四 说三道四 推三阻四 张三
李四 王五 小二 店小二 老二 老三 老四 老五 初一 初二 初三 高一 高二 高三 大一 大二 大三 大四 研一
研二 一代 二代 三代 周一 周二 第一
"""
_LONGEST = max(map(len, _WORDS_ZH.split()))


def _by_head() -> dict[str, tuple[str, ...]]:
    """Give the Chinese words by their first two characters, so that few are tried at a place."""
    heads: dict[str, list[str]] = {}
    for word in _WORDS_ZH.split():
        heads.setdefault(word[:2], []).append(word)
    return {head: tuple(words) for head, words in heads.items()}


_HEADS = _by_head()
_IDIOMS_EN = re2.compile(
    r"cloud nine|(?:takes |take )?two to tango|the whole nine yards|two birds with one stone|six feet under|high five|"
    r"(?:and|but) one(?:'s)?(?:$|[^a-z0-9 ]| (?:in|on|at|for|from|with|to|as|is|was|where|when)\b)|"
    r"for one(?:$|[^a-z0-9 -]| (?:in|on|at|for|from|with|to|as|is|was|am|and|or|but|of|i|we|that|who|which|thing|"
    r"another|this|would|will|do|can|could|think|thought|believe|agree|want|like|have|had|please|by|last|more|reason)\b)|"
    r"(?:no|any|every|some|each|which|that|this|the|another|other|first|last one|good|new|old|big|"
    r"small|better|"
    r"best|right|wrong|next|same|bad|only|loved|dear|little|whole|our|my|your|his|her|their|previous|current|"
    r"latest) one"
    r"(?:'s)?|a one(?:$|[^a-z0-9 -]| (?:in|on|at|for|from|with|to|as|is|was|and|or|but|of)\b)|"
    r"one (?:of|another|thing|day|more time|by one|way|hand|off|on one|who|that|which|should|can|must|"
    r"could|would|"
    r"might|needs|is enough)|ones?(?:elf|'s self)|one-(?:off|on-one|way|time|stop|sided|to-one|click|liner)|one or two|"
    r"one by one|one and only|on second thoughts?|(?:my|your|our|his|her|their) two cents|two cents'? worth|"
    r"zero[- ](?:day|trust|sum|tolerance)|five-star|nine[- ]to[- ]five|catch-22|back to square one|at sixes and sevens|"
    r"two-faced|four-letter|second to none|a (?:couple|pair) of days|half (?:past|price|time|way|board|baked|hearted)|"
    r"half[- ](?:life|finished|done)|halfway|in half|better half|(?:first|second|other|top|bottom) half|"
    r"quarter (?:past|to|finals?|end)|"
    r"(?:last|this|next|first|second|third|fourth|per|each|every|a|the|fiscal|current|previous) quarter"
)
_POINTING_ONE = ("that one", "this one")
_SOME_DAY = "one day"
_LASTING = re.compile(  # what lasts: a single word before it, so bounded
    r"(?:for|stay(?:s|ing|ed)?|last(?:s|ing|ed)?|only|just|about|around|exactly|least|most|than|takes?|took|needs?|spend(?:ing|s)?|"
    r"spent|rent(?:ing|s)?|keep(?:ing|s)?|wait(?:ing|s)?|(?:stay|length|duration|it) (?:is|to|be)|to be) $"
)
_SAY_ONE = ("one", "half", "quarter", "zero", "two", "five", "six", "nine")
_BEFORE_FIGURES = ("双", "-")  # 双11, catch-22


def is_idiom(text: str, start: int, end: int) -> bool:
    """Tell whether a place of a folded text lies inside a word or idiom that means no number (万一, which one)."""
    first = text[start]
    if "0" <= first <= "9" and text[start - 1 : start] not in _BEFORE_FIGURES:
        return False
    if first.isascii() and _english(text).cover(start, end):
        return True
    for at in range(max(0, start - _LONGEST + 1), start + 1):
        for word in _HEADS.get(text[at : at + 2], ()):
            if at + len(word) >= end and text.startswith(word, at):
                return True
    return False


@lru_cache(maxsize=16)
def _english(text: str) -> Places:
    if not any(word in text for word in _SAY_ONE):
        return merge(())
    hits = (hit.span() for hit in _IDIOMS_EN.finditer(text))
    return merge(span for span in hits if not _cuts_word(text, *span) and not _is_made(text, *span))


def _is_made(text: str, start: int, end: int) -> bool:
    """Tell that the words only meet: ``make that one room`` (``make that one`` points), ``stay one day``."""
    words = text[start:end]
    if words == _SOME_DAY:
        return _LASTING.search(text[:start]) is not None
    return words in _POINTING_ONE and text[:start].endswith("make ") and re.match(" [a-z]", text[end:]) is not None


def _cuts_word(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return bool(re.match("[a-z0-9]", before) or re.match("[a-z]", after))
