"""Plain Chinese numerals are read in one look, and never otherwise than by the whole reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dualmem.values.number_plain import read_plain
from dualmem.values.number_zh import read_chinese

NUMERALS = st.text(alphabet="一二三四五六七八九两零十百千万亿壹贰拾佰仟", min_size=1, max_size=10)
AFTER = st.sampled_from(
    ["", "元", "个", "个亿", "多", "k", "分之", "点", "点零五", "，", ",", ".5", " 万", "台", "年", "米"]
)


@given(NUMERALS, AFTER)
def test_what_is_plain_reads_as_the_whole_reader_reads_it(numeral, after):
    plain = read_plain(numeral + after, 0)
    assert plain is None or plain == read_chinese(numeral + after, 0)


@pytest.mark.parametrize("text", ["三百二十五", "十五", "两万三千", "一亿零五万", "九百九", "一千零五十"])
def test_usual_numerals_are_plain(text):
    plain = read_plain(text, 0)
    assert plain is not None
    assert plain.end == len(text)


@pytest.mark.parametrize("text", ["五", "三五个", "二〇二六", "百万", "三千克", "十多个", "五万一台", "三亿万"])
def test_the_rest_is_left_to_the_whole_reader(text):
    assert read_plain(text, 0) is None
