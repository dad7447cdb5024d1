"""Chinese number characters: what each stands for."""

DIGITS = {
    char: value
    for value, chars in enumerate(
        ("零〇○", "一壹幺弌", "二贰两俩弍", "三叁仨弎参", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
    )
    for char in chars
}
SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
TENS = {"廿": 20, "卄": 20, "卅": 30, "卌": 40}
BIG = {"万": 10**4, "亿": 10**8, "兆": 10**12}
FEW = frozenset("几数")
MORE = frozenset("多余")
COUNTABLE = (
    "%成美欧日港英镑刀个块元人天岁年份台次位名件条只本家号里斤公米页张月周星小分秒楼层步篇款套"
    "间辆门首项种样处座把场片句"
)
