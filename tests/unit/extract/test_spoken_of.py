"""What is spoken of parts the fields that a value fits equally well."""

from collections.abc import Mapping
from datetime import date, datetime
from types import MappingProxyType
from zoneinfo import ZoneInfo

from dualmem.extract.compile import compile_rules
from dualmem.extract.match import match
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Day, DurationRange, Value
from dualmem.schema.lexicon import load_lexicons
from dualmem.schema.spec import GroupSpec, PatternSpec, RuleSet, RuleSpec, Schema

NOW = datetime(2026, 11, 29, 9, tzinfo=ZoneInfo("Asia/Shanghai"))
DAY, OTHER = Day(date=date(2026, 12, 5)), Day(date=date(2026, 12, 8))
PATHS = ("hotel.people", "table.people")


def _schema() -> Schema:
    return Schema(
        id="s",
        version=1,
        languages=("zh", "en"),
        timezone="Asia/Shanghai",
        fields=MappingProxyType(
            {
                **{path: FieldSpec(path=path, type="integer") for path in PATHS},
                "table.chef": FieldSpec(path="table.chef", type="text", pattern="[A-Z][a-z]+(?: [A-Z][a-z]+)*"),
                "table.stars": FieldSpec(path="table.stars", type="integer"),
                "hotel.rooms": FieldSpec(path="hotel.rooms", type="integer"),
                "hotel.day": FieldSpec(path="hotel.day", type="date"),
                "table.day": FieldSpec(path="table.day", type="date"),
            }
        ),
        groups=MappingProxyType(
            {
                "hotel": GroupSpec(path="hotel", labels=MappingProxyType({"zh": ("酒店",), "en": ("hotel",)})),
                "table": GroupSpec(path="table", labels=MappingProxyType({"zh": ("餐厅",), "en": ("restaurant",)})),
            }
        ),
    )


def _rules() -> RuleSet:
    people = (PatternSpec(text="{value}(?:个人|people)", language="any"),)
    rules = [RuleSpec(id=path, field=path, patterns=people) for path in PATHS]
    for path, question in zip(PATHS, ("几位入住", "几位用餐"), strict=True):
        words = (PatternSpec(text=question, language="zh"),)
        rules.append(RuleSpec(id=f"ask-{path}", field=path, patterns=words, speaker="assistant", asks=True))
        bare = (PatternSpec(text="{value}", language="any"),)
        rules.append(RuleSpec(id=f"answer-{path}", field=path, patterns=bare, is_answer=True))
    chef = (PatternSpec(text="(?:chef|by) (?P<value>[^,.]+)", language="en"),)
    rules.append(RuleSpec(id="chef", field="table.chef", patterns=chef, needs_topic=True))
    rooms = (PatternSpec(text=r"to\b(?:\s+to)*\s*{value} rooms", language="en"),)
    rules.append(RuleSpec(id="rooms", field="hotel.rooms", patterns=rooms))
    stars = (PatternSpec(text="{value}(?:星| stars?)", language="any"),)
    rules.append(RuleSpec(id="stars", field="table.stars", patterns=stars))
    for path in ("hotel.day", "table.day"):
        rules.append(RuleSpec(id=path, field=path, patterns=bare, clauses=("stated", "asked")))
        same = (PatternSpec(text="当天|同日|(?:和|as) ?(?:酒店|hotel)同一天|same day", language="any"),)
        rules.append(RuleSpec(id=f"{path}-same", field=path, patterns=same, refers=True))
        asks = (PatternSpec(text="what day|until", language="en"),)
        rules.append(RuleSpec(id=f"{path}-ask", field=path, patterns=asks, speaker="assistant", asks=True))
    return RuleSet(schema_id="s", rules=tuple(rules))


RULES = compile_rules(_schema(), [_rules()], load_lexicons(("zh", "en")))


def _fields(text: str, *focus: str) -> list[str]:
    return [candidate.field for candidate in _read(text, focus=focus).proposals()]


def _pointing(text: str, held: Mapping[str, Value], *focus: str) -> tuple[Candidate, ...]:
    return match(RULES, text, context=ReadingContext(now=NOW), held=held, focus=focus).proposals()


def _read(text: str, *, speaker: str = "user", focus: tuple[str, ...] = ()) -> Extraction:
    return match(RULES, text, context=ReadingContext(now=NOW), speaker=speaker, focus=focus)


def test_the_group_named_in_the_text_takes_the_value() -> None:
    assert _fields("餐厅，3个人") == ["table.people"]
    assert _fields("hotel for 3 people") == ["hotel.people"]


def test_the_nearest_group_named_before_a_value_takes_it() -> None:
    assert _fields("餐厅3个人，酒店2个人") == ["table.people", "hotel.people"]


def test_words_of_one_group_alone_name_it_for_what_stands_beside_them() -> None:
    assert _fields("3 stars by Anna Lee") == ["table.stars", "table.chef"]
    assert _fields("3 people by Anna Lee", "hotel") == ["hotel.people"]


def test_a_label_that_goes_on_as_another_word_leaves_the_shorter_one() -> None:
    assert _read("a hotel roomy enough").topics == ("hotel",)


def test_words_that_point_take_what_the_other_group_holds() -> None:
    (found,) = _pointing("餐厅订在当天", {"hotel.day": DAY})
    assert (found.field, found.value, found.quote) == ("table.day", DAY, "当天")


def test_words_that_point_take_nothing_where_nothing_is_held() -> None:
    assert _pointing("餐厅订在同日", {}) == ()
    assert _pointing("餐厅订在同日", {"table.day": DAY}) == ()


def test_the_group_that_the_words_name_is_what_they_point_to() -> None:
    (found,) = _pointing("和酒店同一天", {"hotel.day": DAY, "table.day": OTHER})
    assert (found.field, found.value) == ("table.day", DAY)


def test_a_pointing_question_or_denial_proposes_nothing() -> None:
    assert _pointing("餐厅不是同日", {"hotel.day": DAY}) == ()


def test_where_another_value_is_tried_the_field_that_holds_one_takes_it() -> None:
    held = {"table.day": DAY}
    assert [one.field for one in _pointing("what about Tuesday?", held, "hotel", "table")] == ["table.day"]
    assert [one.field for one in _pointing("on Tuesday", held, "hotel", "table")] == ["hotel.day"]


def test_a_day_that_the_assistant_reads_back_is_not_asked_for() -> None:
    assert _read("the hotel until March 10th, right?", speaker="assistant").asks == ()
    assert _read("what day for the hotel?", speaker="assistant").asks == ("hotel.day", "table.day")


def test_a_cue_begins_behind_a_word_that_ends_like_it() -> None:
    assert _fields("Sacramento to 7 rooms") == ["hotel.rooms"]


def test_the_group_of_the_conversation_takes_the_value() -> None:
    assert _fields("3个人", "table") == ["table.people"]
    assert _fields("3个人", "hotel", "table") == ["hotel.people"]


def test_a_named_group_beats_that_of_the_conversation() -> None:
    assert _fields("酒店，3个人", "table") == ["hotel.people"]


def test_a_rule_for_answers_reads_only_after_its_question() -> None:
    assert _fields("3") == []
    assert _fields("3", "table.people") == ["table.people"]


def test_a_question_of_the_assistant_names_its_field() -> None:
    assert _read("请问几位用餐？", speaker="assistant").asks == ("table.people",)
    assert _read("请问几位用餐？").asks == ()


def test_a_label_inside_a_latin_word_names_no_group() -> None:
    assert _read("hoteliers and restaurantgoers").topics == ()
    assert _read("hotels").topics == ("hotel",)


def test_a_group_of_another_sentence_is_farther_than_one_of_the_same() -> None:
    assert _fields("谢谢帮我订酒店。3个人的那一家中式餐厅") == ["table.people"]
    assert _fields("酒店订好了，3个人，再看看餐厅") == ["hotel.people"]


def test_a_word_inside_a_stored_name_says_nothing() -> None:
    held: Mapping[str, Value] = {"table.chef": "Three Stars Diner"}
    assert [c.field for c in _pointing("to the Three Stars Diner by 3 stars", held)] == ["table.stars"]
    assert _pointing("to the Three Stars Diner", held) == ()


def test_the_old_value_that_is_changed_tells_which_field_is_meant() -> None:
    held: Mapping[str, Value] = {"hotel.day": DAY, "table.day": OTHER}
    (*_, found) = _pointing("change December 8 to Tuesday", held, "hotel", "table")
    assert found.field == "table.day"


def test_a_label_behind_the_name_of_its_own_group_is_the_whole_noun() -> None:
    field = FieldSpec(
        path="shop.price", type="money", labels=MappingProxyType({"zh": ("价格",)}), default_currency="CNY"
    )
    group = GroupSpec(path="shop", labels=MappingProxyType({"zh": ("书店",)}))
    schema = Schema(
        id="s", version=1, languages=("zh",), timezone="Asia/Shanghai",
        fields=MappingProxyType({"shop.price": field}), groups=MappingProxyType({"shop": group}),
    )  # fmt: skip
    rule = RuleSpec(id="p", field="shop.price", patterns=(PatternSpec(text="价格是?{value}", language="zh"),))
    rules = compile_rules(schema, [RuleSet(schema_id="s", rules=(rule,))], load_lexicons(("zh",)))
    read = [
        match(rules, text, context=ReadingContext(now=NOW)).proposals() for text in ("书店价格是50元", "股票价格是50元")
    ]
    assert [len(found) for found in read] == [1, 0]


def test_a_rule_that_needs_its_topic_reads_only_where_it_is_spoken_of() -> None:
    assert _fields("by Anna Lee") == []
    assert _fields("a restaurant by Anna Lee") == ["table.chef"]
    assert _fields("by Anna Lee", "table") == ["table.chef"]


def test_a_text_with_a_pattern_goes_as_far_as_it_fits_and_case_counts() -> None:
    read = _read("a restaurant by Anna Lee of the north")
    assert [candidate.value for candidate in read.proposals()] == ["Anna Lee"]
    assert _fields("a restaurant by anna") == []


def test_a_group_that_only_tells_where_or_when_leaves_the_value_to_the_other() -> None:
    assert _fields("在酒店周边找3个人的餐厅") == ["table.people"]
    assert _fields("餐厅吃完后订3个人的酒店") == ["table.people"]
    assert _fields("餐厅结束后订3个人的酒店") == ["hotel.people"]
    assert _fields("near the hotel, 3 people at a restaurant") == ["table.people"]
    assert _fields("酒店周边，3个人") == ["hotel.people"]


def test_of_two_fields_that_are_asked_for_the_one_with_a_word_of_its_own_comes_first() -> None:
    paths = ("trip.out", "trip.back")
    fields = {
        path: FieldSpec(path=path, type="date", labels=MappingProxyType({"en": (label,)}))
        for path, label in zip(paths, ("departure date", "return date"), strict=True)
    }
    schema = Schema(id="s", version=1, languages=("en",), timezone="Asia/Shanghai", fields=MappingProxyType(fields))
    words = zip(paths, ("what day|which day", "return"), strict=True)
    asks = [
        RuleSpec(id=path, field=path, patterns=(PatternSpec(text=text, language="en"),), speaker="assistant", asks=True)
        for path, text in words
    ]
    rules = compile_rules(schema, [RuleSet(schema_id="s", rules=tuple(asks))], load_lexicons(("en",)))
    said = match(rules, "Which day would you like to return?", context=ReadingContext(now=NOW), speaker="assistant")
    assert said.asks == ("trip.back", "trip.out")
    said = match(rules, "Which day?", context=ReadingContext(now=NOW), speaker="assistant")
    assert said.asks == ("trip.out",)


def test_the_dash_of_a_range_is_no_colon() -> None:
    field = FieldSpec(path="stay", type="duration")
    schema = Schema(
        id="s", version=1, languages=("zh",), timezone="Asia/Shanghai", fields=MappingProxyType({"stay": field})
    )
    rule = RuleSpec(id="stay", field="stay", patterns=(PatternSpec(text="游玩(?:时间)?{value}", language="zh"),))
    rules = compile_rules(schema, [RuleSet(schema_id="s", rules=(rule,))], load_lexicons(("zh",)))
    (found,) = match(rules, "可以游玩3小时 - 5小时的景点", context=ReadingContext(now=NOW)).proposals()
    assert isinstance(found.value, DurationRange)
