import pytest

from tests.unit.values.reading_of import read, refused


@pytest.mark.parametrize(
    ("text", "quote", "time"),
    [
        ("下午三点开会", "下午三点", "15:00"),
        ("下午3点半", "下午3点半", "15:30"),
        ("下午五点一刻", "下午五点一刻", "17:15"),
        ("15点20分", "15点20分", "15:20"),
        ("明天15：00", "15：00", "15:00"),
        ("中午见", "中午", "12:00"),
        ("今晚8点半", "今晚8点半", "20:30"),
        ("下午3.30", "下午3.30", "15:30"),
        ("12 noon", "12 noon", "12:00"),
        ("晚上12点", "晚上12点", "00:00"),
        ("凌晨2点", "凌晨2点", "02:00"),
        ("零点", "零点", "00:00"),
        ("24:00", "24:00", "00:00"),
        ("9:05", "9:05", "09:05"),
        ("at 3 p.m.", "3 p.m.", "15:00"),
        ("12am", "12am", "00:00"),
        ("8.30pm", "8.30pm", "20:30"),
        ("half past nine pm", "half past nine pm", "21:30"),
        ("quarter past 8 am", "quarter past 8 am", "08:15"),
        ("20 minutes to 2pm", "20 minutes to 2pm", "13:40"),
        ("nine fifty nine a m", "nine fifty nine a m", "09:59"),
        ("3 o'clock in the afternoon", "3 o'clock in the afternoon", "15:00"),
        ("15h30", "15h30", "15:30"),
        ("midnight", "midnight", "00:00"),
    ],
)
def test_a_time_is_read_to_the_minute(text, quote, time):
    assert read("time", text) == [(quote, time)]


@pytest.mark.parametrize(
    ("text", "times"),
    [("三点", ["03:00", "15:00"]), ("half past nine", ["09:30", "21:30"]), ("9 o'clock", ["09:00", "21:00"])],
)
def test_an_hour_without_its_part_of_day_is_ambiguous(text, times):
    assert read("time", text) == [(text, {"ambiguous": times})]


@pytest.mark.parametrize(
    "text",
    ["这三点要注意", "3点建议", "25:00", "12:60", "比分3:2", "a 4:3 aspect ratio", "see Matthew 5:12", "at 2000 units"],
)
def test_points_scores_and_verses_are_no_times(text):
    assert read("time", text) == []


@pytest.mark.parametrize(
    "text", ["贵一点的酒店", "便宜1点", "上午晚一点的", "早一点到", "明天晚一点再说", "安静一点", "快一点"]
)
def test_a_degree_behind_an_adjective_or_an_adverb_is_no_time(text):
    assert read("time", text) == []


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("晚一点半", "晚一点半"),
        ("今晚一点", "今晚一点"),
        ("晚1点", "晚1点"),
        ("最好下午一点", "下午一点"),
        ("早上一点出发", "早上一点"),
    ],
)
def test_an_hour_behind_a_part_of_day_stays_a_time(text, quote):
    assert [said for said, _ in read("time", text)] == [quote]


@pytest.mark.parametrize("text", ["快一点了", "约好一点见面", "校长一点到"])
def test_what_only_looks_like_an_adjective_leaves_the_hour_a_time(text):
    assert read("time", text) == [("一点", {"ambiguous": ["01:00", "13:00"]})]


def test_a_time_beside_a_day_that_does_not_exist_is_refused_with_it():
    assert refused("time", "2月30日下午3点") == [("2月30日下午3点", "no_such_day")]


def test_the_end_of_a_range_takes_the_part_of_day():
    assert read("time", "下午3点到5点") == [("下午3点", "15:00"), ("5点", "17:00")]


def test_counted_nights_are_no_part_of_day_for_what_follows():
    assert read("time", "预订四晚，5人住") == []
    assert read("time", "住两晚，12:15到") == [("12:15", "12:15")]
    assert read("time", "周三晚 8点") == [("晚 8点", "20:00")]
