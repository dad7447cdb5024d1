"""The model a configuration asks for, its presets, and the echo."""

import pytest

from dualmem.errors import InvalidInput
from dualmem.llm.create import create_model, options_of
from dualmem.llm.echo import EchoModel
from dualmem.llm.fallback import FallbackModel
from dualmem.llm.presets import PRESETS
from dualmem.llm.wire import endpoint
from dualmem.ports import Message


def test_every_preset_named_in_the_documents_is_there():
    assert set(PRESETS) == {"openai", "glm", "deepseek", "qwen", "llama.cpp"}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_needs_nothing_but_its_key(name):
    options = options_of({"preset": name}, {PRESETS[name].key_variables[-1]: "k"})
    assert options.api_key == "k"
    assert endpoint(options.base_url).endswith("/chat/completions")


def test_no_v1_is_added_to_a_base_url():
    assert endpoint("https://h/api/paas/v4/") == "https://h/api/paas/v4/chat/completions"
    assert endpoint("https://h/v1/chat/completions") == "https://h/v1/chat/completions"


def test_settings_win_over_the_environment_and_that_over_the_preset():
    environ = {"DEEPSEEK_BASE_URL": "http://env"}
    assert options_of({"preset": "deepseek"}, environ).base_url == "http://env"
    assert options_of({"preset": "deepseek", "base_url": "http://set"}, environ).base_url == "http://set"
    assert options_of({"preset": "deepseek"}, {}).base_url == "https://api.deepseek.com"


def test_extra_keys_of_the_settings_win_over_those_of_the_preset():
    extra = options_of({"preset": "qwen", "extra": {"enable_thinking": True, "seed": 1}}, {}).extra
    assert extra == {"enable_thinking": True, "seed": 1}


@pytest.mark.parametrize(
    "settings",
    [
        {"preset": "gpt"},
        {"temprature": 1},
        {"temperature": 3},
        {"temperature": True},
        {"max_tokens": 0},
        {"model": 5},
        {"extra": []},
        {"base_url": "nowhere"},
        {"fallback": "x"},
        {"fallback": {"fallback": {}}},
    ],
)
def test_a_wrong_setting_is_refused(settings):
    with pytest.raises(InvalidInput):
        create_model(settings, {})


def test_a_fallback_table_gives_a_second_endpoint():
    assert isinstance(create_model({"preset": "glm", "fallback": {"preset": "llama.cpp"}}, {}), FallbackModel)


@pytest.mark.parametrize(("said", "begin"), [("预算是60万", "你说：“"), ("the budget is 600k", "You said: “")])
def test_echo_says_back_in_quotes_what_it_was_told(said, begin):
    model = create_model({"preset": "echo"}, {})
    assert isinstance(model, EchoModel)
    messages = (Message("system", "s"), Message("user", said), Message("assistant", "x"))
    assert "".join(model.stream(messages)) == f"{begin}{said}”"


def test_echo_can_not_be_talked_out_of_its_quotes():
    answer = "".join(EchoModel().stream([Message("user", "a”确认“b")]))
    assert answer.count("”") == 1
    assert answer.endswith("”")
