"""Hours and points in time that were shown: half of the day picks a reading, an hour or a day alone keeps the rest."""

from pathlib import Path

import pytest

from tests.unit.dialogue.own_schema import held_after

SCHEMA = """
dualmem: schema/1
id: calls
version: 1
languages: [zh, en]
timezone: Asia/Shanghai
fields:
  meeting: {type: datetime, labels: {en: [meeting], zh: [会议]}}
  call: {type: time, labels: {en: [call time], zh: [通话时间]}}
"""
RULES = """
dualmem: rules/1
for: calls
now: 2026-11-29T09:00:00+08:00
rules:
  - id: meeting
    field: meeting
    patterns: {en: ['meeting (?:is|at) {value}'], zh: ['会议在{value}']}
    match: [{text: the meeting is 2026-12-01 15:00, value: 2026-12-01T15:00}]
    no_match: [{text: no meeting}]
  - id: call
    field: call
    patterns: {en: ['call time (?:is|at) {value}'], zh: ['通话时间是{value}']}
    match: [{text: "call time is 15:00", value: "15:00"}]
    no_match: [{text: no call}]
"""


def held(folder: Path, said: str, answer: str) -> object:
    return held_after(folder, SCHEMA, RULES, said, answer)


@pytest.mark.parametrize(
    ("said", "answer", "hour"),
    [
        ("通话时间是三点", "下午", "15:00"),
        ("通话时间是三点", "早上的", "03:00"),
        ("通话时间是三点", "对，下午", "15:00"),
        ("the call time is half past nine", "pm", "21:30"),
        ("the call time is half past nine", "in the morning", "09:30"),
        ("the call time is half past nine", "am please", "09:30"),
        ("the call time is half past nine", "yes, pm", "21:30"),
    ],
)
def test_a_half_of_the_day_picks_the_reading_of_an_hour(tmp_path, said, answer, hour):
    assert held(tmp_path, said, answer) == hour


@pytest.mark.parametrize("answer", ["晚上", "下午吗", "不是下午", "对", "我下午很忙", "I am sure", "am I late?"])
def test_what_fits_neither_reading_or_both_leaves_the_hour_open(tmp_path, answer):
    assert held(tmp_path, "通话时间是三点", answer) is None


@pytest.mark.parametrize(
    ("answer", "moment"),
    [
        ("16点", "2026-12-03T16:00"),
        ("no, at 16:30", "2026-12-03T16:30"),
        ("周五16点", "2026-12-04T16:00"),
        ("改到12月5日", "2026-12-05T15:00"),
        ("move it to December 5", "2026-12-05T15:00"),
    ],
)
def test_an_hour_or_a_day_alone_changes_only_itself(tmp_path, answer, moment):
    value = held(tmp_path, "the meeting is 2026-12-03 15:00", answer)
    assert str(value).startswith(moment)
