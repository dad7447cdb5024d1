"""Money: the readings that the formats reference fixes, and their neighbours."""

from datetime import UTC, datetime

import pytest

from dualmem.model.reading import ReadingContext
from dualmem.text import fold
from dualmem.values import money
from dualmem.values.codec import to_json

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)


def read(text, currency=None, *, asked=False):
    context = ReadingContext(now=NOW, default_currency=currency, is_asked_for=asked)
    return [
        (text[reading.span.start : reading.span.end], to_json(reading.value))
        for reading in money.find(fold(text), context)
    ]


def plain(amount, currency, **more):
    return {"amount": amount, "currency": currency, **more}


def span(low, high, currency, **more):
    return {"min": low, "max": high, "currency": currency, **more}


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("预算60万", "60万", plain("600000", "CNY")),
        ("老板批了50w", "50w", plain("500000", "CNY")),
        ("三块五", "三块五", plain("3.5", "CNY")),
        ("找您三块零五", "三块零五", plain("3.05", "CNY")),
        ("两毛五", "两毛五", plain("0.25", "CNY")),
        ("一百二十三元四角五分", "一百二十三元四角五分", plain("123.45", "CNY")),
        ("壹万贰仟叁佰肆拾伍元陆角柒分", "壹万贰仟叁佰肆拾伍元陆角柒分", plain("12345.67", "CNY")),
        ("50万块钱", "50万块钱", plain("500000", "CNY")),
        ("估值1.5亿", "1.5亿", plain("150000000", "CNY")),
        ("两个亿", "两个亿", plain("200000000", "CNY")),
        ("25万6千", "25万6千", plain("256000", "CNY")),
        ("3万4000", "3万4000", plain("34000", "CNY")),
        ("1,100万", "1,100万", plain("11000000", "CNY")),
        ("二十万亿", "二十万亿", plain("20000000000000", "CNY")),
        ("$1.2M", "$1.2M", plain("1200000", "USD")),
        ("$2.5mm", "$2.5mm", plain("2500000", "USD")),
        ("raised US$1.2m", "US$1.2m", plain("1200000", "USD")),
        ("30 MUSD", "30 MUSD", plain("30000000", "USD")),
        ("75 USD million", "75 USD million", plain("75000000", "USD")),
        ("USD 500,000", "USD 500,000", plain("500000", "USD")),
        ("half a million dollars", "half a million dollars", plain("500000", "USD")),
        ("thirteen dollars and forty-five cents", "thirteen dollars and forty-five cents", plain("13.45", "USD")),
        ("15 dollars 50.", "15 dollars 50", plain("15.5", "USD")),
        ("470 pence a share", "470 pence a share", plain("4.7", "GBP") | {"per": "share"}),
        ("hk $ 10.05 billion", "hk $ 10.05 billion", plain("10050000000", "HKD")),
        ("8亿元人民币", "8亿元人民币", plain("800000000", "CNY")),
        ("9000元日币", "9000元日币", plain("9000", "JPY")),
        ("新台币 177.1 亿元", "新台币 177.1 亿元", plain("17710000000", "TWD")),
        ("500刀", "500刀", plain("500", "USD")),
        ("EUR 12.500,00", "EUR 12.500,00", plain("12500", "EUR")),
        ("hotel ¥12,000 JPY", "¥12,000 JPY", plain("12000", "JPY")),
        ("€3.45", "€3.45", plain("3.45", "EUR")),
        ("-$20", "-$20", plain("-20", "USD")),
        ("利润-50万", "-50万", plain("-500000", "CNY")),
        ("预算-50万", "50万", plain("500000", "CNY")),
    ],
)
def test_an_amount_is_read_with_its_currency_and_exact_place(text, said, value):
    assert read(text) == [(said, value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("控制在五十万以内", plain("500000", "CNY")),
        ("不超过50万", plain("500000", "CNY")),
        ("at most $50k", plain("50000", "USD")),
        ("up to $5k", plain("5000", "USD")),
        ("不到50w", plain("500000", "CNY", approximate=True)),
        ("将近50万", plain("500000", "CNY", approximate=True)),
        ("三千万左右", plain("30000000", "CNY", approximate=True)),
        ("八十来万", plain("800000", "CNY", approximate=True)),
        ("about $600k", plain("600000", "USD", approximate=True)),
        ("三十几万", span("310000", "390000", "CNY")),
        ("几万", span("20000", "90000", "CNY")),
        ("几十万", span("200000", "990000", "CNY")),
        ("大概60-80万", span("600000", "800000", "CNY", approximate=True)),
        ("两三百块", span("200", "300", "CNY")),
        ("五六十万", span("500000", "600000", "CNY")),
        ("between 5 and 8k USD", span("5000", "8000", "USD")),
        ("£3–5k", span("3000", "5000", "GBP")),
        ("30 to 40 thousand dollars", span("30000", "40000", "USD")),
        ("60万到80万", span("600000", "800000", "CNY")),
        ("一千多万", {"min": "10000000", "currency": "CNY", "approximate": True}),
        ("100多块", {"min": "100", "currency": "CNY", "approximate": True}),
        ("€3.400", {"ambiguous": [plain("3.4", "EUR"), plain("3400", "EUR")]}),
    ],
)
def test_hedges_ranges_and_doubt_are_kept(text, value):
    assert [found for _, found in read(text)] == [value]


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("餐标1200元/人", "1200元/人", plain("1200", "CNY", per="person")),
        ("每人1200元", "每人1200元", plain("1200", "CNY", per="person")),
        ("团建人均500元", "人均500元", plain("500", "CNY", per="person")),
        ("人均1200", "人均1200", plain("1200", "CNY", per="person")),
        ("$50 per seat", "$50 per seat", plain("50", "USD", per="seat")),
        ("$3k a month", "$3k a month", plain("3000", "USD", per="month")),
        ("¥8 each", "¥8 each", plain("8", "CNY", per="item")),
        ("60元一张", "60元一张", plain("60", "CNY", per="张")),
        ("1.2万/月", "1.2万/月", plain("12000", "CNY", per="month")),
        ("一个月3000", "一个月3000", plain("3000", "CNY", per="month")),
    ],
)
def test_what_an_amount_is_for_is_part_of_it(text, said, value):
    assert read(text) == [(said, value)]


@pytest.mark.parametrize(
    "text",
    [
        "订单20260315001已付款",
        "这次考了95分",
        "公元2026年的事",
        "大陆地区的客户",
        "住三元里附近",
        "五角大楼的新闻",
        "两块屏幕",
        "一块去",
        "三毛流浪记",
        "50万用户",
        "下载量50w",
        "三千人",
        "用GPT-4跑一下",
        "tickets for Euro 2028",
        "source $HOME/.bashrc",
        "sterling work, team",
        "just my two cents",
        "All 70 of us.",
        "ssh to 10.0.0.12",
        "a 5m cable",
        "2M users",
        "https://a.example/20CAD",
    ],
)
def test_what_only_looks_like_money_is_none(text):
    assert read(text, "CNY") == []


def test_a_plain_figure_is_money_only_where_money_is_asked_for():
    assert read("500000", "CNY") == []
    assert read("500000", "CNY", asked=True) == [("500000", plain("500000", "CNY"))]
    assert read("2026-12-15", "CNY", asked=True) == []


def test_an_amount_without_currency_takes_the_default_then_yuan_in_chinese_text_then_is_asked():
    assert read("预算60万", "USD") == [("60万", plain("600000", "USD"))]
    assert read("预算60万") == [("60万", plain("600000", "CNY"))]
    assert read("make it 600k") == [("600k", plain("600000", None))]


def test_yen_signs_are_yuan_unless_yen_are_named():
    assert read("¥300")[0][1]["currency"] == "CNY"
    assert read("¥300", "JPY")[0][1]["currency"] == "JPY"
    assert read("$600", "CNY")[0][1]["currency"] == "USD"


def test_brackets_are_negative_alone_and_an_aside_in_a_sentence():
    assert read("($500)") == [("($500)", plain("-500", "USD"))]
    assert read("balance: ($500)") == [("($500)", plain("-500", "USD"))]
    assert read("we paid him ($500) yesterday") == [("$500", plain("500", "USD"))]


def test_a_change_from_one_amount_to_another_is_no_range():
    assert [value["amount"] for _, value in read("预算从50万提到65万了")] == ["500000", "650000"]


def test_several_amounts_keep_their_own_currencies():
    assert read("付了5000元，又退回700美元") == [("5000元", plain("5000", "CNY")), ("700美元", plain("700", "USD"))]
    assert read("4人民币5美元") == [("4人民币", plain("4", "CNY")), ("5美元", plain("5", "USD"))]
    assert read("10 rmb 20 usd") == [("10 rmb", plain("10", "CNY")), ("20 usd", plain("20", "USD"))]
    assert read("3 USD50 Cards") == [("USD50", plain("50", "USD"))]


@pytest.mark.parametrize("text", ["60万多谢", "预算60万多亏你", "600k cheers", "make it 600k folks"])
def test_thanks_behind_an_amount_are_no_part_of_it(text: str) -> None:
    ((_, value),) = read(text, "CNY", asked=True)
    assert value == plain("600000", "CNY")


def test_groups_right_before_a_k_are_two_figures():
    assert read("1 600k", "CNY", asked=True)[-1] == ("600k", plain("600000", "CNY"))
    assert read("1 600 000 yuan") == [("1 600 000 yuan", plain("1600000", "CNY"))]
