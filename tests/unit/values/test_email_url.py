import pytest

from tests.unit.values.reading_of import read


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("发到zhang.san@example.com吧", ["zhang.san@example.com"]),
        ("（a.b-c@sub.example.org）", ["a.b-c@sub.example.org"]),
        ("dev@abc.com、ops@abc.com；hr@abc.com。", ["dev@abc.com", "ops@abc.com", "hr@abc.com"]),
        ("发dev@abc.com/ops@abc.com都行", ["dev@abc.com", "ops@abc.com"]),
        ("mail Dev.Team@ABC.io please", ["Dev.Team@abc.io"]),
        ("ａ＠ｂ．ｃｏｍ", ["a@b.com"]),
        ("j_9@[129.126.118.1] is valid", ["j_9@[129.126.118.1]"]),
        ("contact webmaster@contoso.com.", ["webmaster@contoso.com"]),
    ],
)
def test_an_address_keeps_its_case_and_loses_what_stands_around_it(text, addresses):
    assert [value for _, value in read("email", text)] == addresses


@pytest.mark.parametrize(
    "text",
    ["@张三 看一下", "logo@2x.png", "dev@abc少了后缀", "Bob@abc.c", "j_9@129.126.118.1", "a..b@c.com", "按@100元报价"],
)
def test_mentions_files_and_broken_addresses_are_none(text):
    assert read("email", text) == []


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("请访问https://7.am以获取更多信息。", ["https://7.am"]),
        ("网址是www.Abc.com/x?a=1#b。", ["www.Abc.com/x?a=1#b"]),
        ("May 5th.https://t.co/YCUZ", ["https://t.co/YCUZ"]),
        ("http://127.0.0.1:8080/#/123", ["http://127.0.0.1:8080/#/123"]),
        ("valid: bit.ly, nyti.ms...", ["bit.ly", "nyti.ms"]),
        ("7.am is a time", []),
        ("working..is no domain", []),
        ("httt://abc.com", []),
        ("run main.py", []),
        ("mail a@abc.com", []),
    ],
)
def test_a_web_address_ends_where_the_sentence_goes_on(text, addresses):
    assert [value for _, value in read("url", text)] == addresses
