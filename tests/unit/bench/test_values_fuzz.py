"""The fuzz of the value grammars: a sound round reports nothing, a broken promise is reported."""

from bench.values import fuzz
from dualmem.model.reading import Reading
from dualmem.model.span import Span


def test_a_short_run_on_sound_grammars_reports_nothing(monkeypatch):
    monkeypatch.setattr(fuzz, "_EXAMPLES", 5)
    monkeypatch.setattr(fuzz, "_MOST_MS", float("inf"))  # no test waits for a clock
    result = fuzz.run_fuzz(0.001, first_seed=1)
    assert result["failures"] == []
    assert result["texts"] >= 5


def test_a_reading_outside_the_text_is_reported(monkeypatch):
    monkeypatch.setattr(fuzz, "_EXAMPLES", 5)
    place = Span(0, 10_000)
    outside = Reading(span=place, folded=place, outer=place, value="x")
    monkeypatch.setattr(fuzz, "parse", lambda *_: [outside])
    result = fuzz.run_fuzz(0.0001, first_seed=1)
    assert "outside the text" in result["failures"][0]
