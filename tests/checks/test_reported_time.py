"""What users of similar systems reported about dates and what grows old."""

from tests.checks.talk import DEADLINE, Clock, talking


# chk-035-a
def test_a_relative_date_keeps_day_words_reference_time_and_zone_for_good() -> None:
    clock = Clock()
    with talking(clock=clock) as talk:
        talk.say("截止日期设为下周五")
        clock.pass_(days=7)
        held = talk.memory.why("sam", DEADLINE)
        assert talk.state == {DEADLINE: "2026-12-04"}
        said = held.provenance
        assert (said.words, said.zone) == ("下周五", "Asia/Shanghai")
        assert said.at.isoformat() == "2026-11-29T09:00:00+08:00"


# chk-037-a
def test_an_expired_value_is_marked_in_the_prompt_with_its_date() -> None:
    clock = Clock()
    with talking(clock=clock) as talk:
        talk.say("截止日期设为12月1日")
        clock.pass_(days=11)
        for text, word in (("帮我排一下计划", "过期"), ("please plan my week", "expired")):
            messages = talk.memory.hear("sam", text, conversation=word).messages()
            (line,) = [line for line in messages[0].content.splitlines() if "2026-12-01" in line]
            assert word in line
            assert "2026-11-29" in line
