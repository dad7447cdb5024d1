"""Sighting: what a folded text holds at all, worked out once, so that a grammar can leave what cannot be its own."""

import re
from functools import lru_cache

_LATIN = re.compile("[a-z]+")
_EVENTS_ZH = (
    "会 例会 评审 活动 航班 飞机 机票 火车 高铁 车票 票 船 比赛 演出 音乐会 展览 日程 安排 面试 课 考试 行程"
    " 预约 预订 约会 聚会 晚宴 酒店 房间 房 订单 邮件 报告 文件 版本 发布 上线 数据 记录 账单 发票 通知 公告 新闻 天气"
)
_EVENTS = tuple(_EVENTS_ZH.split())
_HAN = re.compile(r"[\u3400-\u9fff]")


@lru_cache(maxsize=16)
def latin_words(text: str) -> frozenset[str]:
    """Give the runs of Latin letters of a folded text."""
    return frozenset(_LATIN.findall(text))


@lru_cache(maxsize=16)
def has_han(text: str) -> bool:
    """Tell whether a text has a Han character, which makes it a Chinese text."""
    return not text.isascii() and _HAN.search(text) is not None


def is_part_of(text: str, end: int) -> bool:
    """Tell whether 的 and something that has parts follow: 3/4的用户 is a fraction, 3/4的会议 a date."""
    return text.startswith("的", end) and len(text) > end + 1 and not text.startswith(_EVENTS, end + 1)


def next_char(text: str, at: int) -> str:
    """Give the character at a place, up to three spaces and hyphens passed over; empty at the end."""
    char = text[at : at + 1]
    return text[at : at + 4].lstrip(" -")[:1] if char in (" ", "-") else char
