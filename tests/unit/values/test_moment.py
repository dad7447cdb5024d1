from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from dualmem.model.reading import ReadingContext
from dualmem.values.parse import parse
from tests.unit.values.reading_of import WEDNESDAY, read, refused


@pytest.mark.parametrize(
    ("text", "quote", "at"),
    [
        ("明天下午三点开会", "明天下午三点", "2026-11-30T15:00:00+08:00"),
        ("会议改到12月16日（周三）下午4:30", "12月16日（周三）下午4:30", "2026-12-16T16:30:00+08:00"),
        ("12月15日 14:30签约", "12月15日 14:30", "2026-12-15T14:30:00+08:00"),
        ("今晚十二点", "今晚十二点", "2026-11-30T00:00:00+08:00"),
        ("明天零点", "明天零点", "2026-11-30T00:00:00+08:00"),
        ("12月15日24:00", "12月15日24:00", "2026-12-16T00:00:00+08:00"),
        ("12.15下午3点", "12.15下午3点", "2026-12-15T15:00:00+08:00"),
        ("两小时后提醒我", "两小时后", "2026-11-29T11:00:00+08:00"),
        ("一刻钟后", "一刻钟后", "2026-11-29T09:15:00+08:00"),
        ("let's meet tomorrow 3pm", "tomorrow 3pm", "2026-11-30T15:00:00+08:00"),
        ("midnight tomorrow", "midnight tomorrow", "2026-12-01T00:00:00+08:00"),
        ("half past nine tomorrow morning", "half past nine tomorrow morning", "2026-11-30T09:30:00+08:00"),
        ("8pm on the 15", "8pm on the 15", "2026-12-15T20:00:00+08:00"),
        ("Wed Oct 28 15:50:06 2026", "Wed Oct 28 15:50:06 2026", "2026-10-28T15:50:06+08:00"),
        ("remind me in half an hour", "in half an hour", "2026-11-29T09:30:00+08:00"),
        ("meeting改到明天下午4点", "明天下午4点", "2026-11-30T16:00:00+08:00"),
    ],
)
def test_a_day_and_a_time_make_a_moment(text, quote, at):
    assert read("datetime", text) == [(quote, at)]


def test_a_time_alone_is_the_next_such_time():
    assert read("datetime", "3pm", "2026-11-29T16:00:00+08:00") == [("3pm", "2026-11-30T15:00:00+08:00")]
    assert read("datetime", "下午三点", WEDNESDAY) == [("下午三点", "2026-12-02T15:00:00+08:00")]


@pytest.mark.parametrize("text", ["12月15日交付", "due December 15", "明天下午", "in 2 days"])
def test_a_bare_date_is_no_moment(text):
    assert read("datetime", text) == []


def test_an_hour_without_part_of_day_gives_both_moments():
    [(_, value)] = read("datetime", "明天4点")
    assert value == {"ambiguous": ["2026-11-30T04:00:00+08:00", "2026-11-30T16:00:00+08:00"]}


@pytest.mark.parametrize("text", ["2月30日下午3点", "Feb 30 at 3pm"])
def test_a_moment_of_no_day_is_refused_whole(text):
    assert read("datetime", text) == []
    assert refused("datetime", text) == [(text, "no_such_day")]


def test_a_zone_that_was_said_is_heard_and_the_moment_given_in_the_subjects_zone():
    assert read("datetime", "15 Dec 2026 09:00 GMT") == [("15 Dec 2026 09:00 GMT", "2026-12-15T17:00:00+08:00")]
    assert read("datetime", "2026-12-15T09:00:00Z") == [("2026-12-15T09:00:00Z", "2026-12-15T17:00:00+08:00")]


def test_hours_are_counted_in_real_time_over_a_change_of_clocks():
    now = datetime(2026, 3, 8, 1, 30, tzinfo=ZoneInfo("America/New_York"))
    [reading] = parse("datetime", "in 2 hours", ReadingContext(now=now))
    assert reading.value.at.isoformat() == "2026-03-08T04:30:00-04:00"


def test_the_end_of_a_range_takes_the_day():
    found = read("datetime", "明天下午3点到5点")
    assert [value for _, value in found] == ["2026-11-30T15:00:00+08:00", "2026-11-30T17:00:00+08:00"]
