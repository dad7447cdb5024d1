"""The model client over real HTTP on loopback: answer, stream, hang, cut, garbage, slow drip, 429, 500."""

import contextlib
import importlib
import socket
import subprocess
import sys
import time

import pytest

from dualmem.errors import InvalidInput, ModelError, ModelRefused, ModelTimeout, ModelUnavailable
from dualmem.llm.fallback import FallbackModel
from dualmem.llm.openai_compatible import OpenAICompatible, Options
from dualmem.ports import Message
from tests.unit.llm.server import chunk, serve, whole

pytest.importorskip("httpx2", reason="the extra dualmem[llm] is not installed")
HttpTransport = importlib.import_module("dualmem.llm.http").HttpTransport
ASK = (Message("system", "be brief"), Message("user", "你好"))


@contextlib.contextmanager
def model(endpoint, **options):
    transport = HttpTransport(
        failures=options.pop("failures", 50), pause_s=options.pop("pause_s", 30), retry_wait_s=0.01
    )
    made = OpenAICompatible(Options(base_url=endpoint.url, model="m", **options), transport=transport)
    try:
        yield made
    finally:
        made.close()


def answer(made, **how):
    return "".join(made.stream(ASK, **how))


def ok(reply):
    reply.stream("好")


def status(number, **error):
    return lambda reply: reply.json({"error": error or {"message": "busy"}}, number)


def test_a_stream_arrives_piece_by_piece():
    with serve(lambda r: r.stream("预算", "是", "50万")) as endpoint, model(endpoint) as made:
        assert list(made.stream(ASK)) == ["预算", "是", "50万"]


def test_an_endpoint_that_does_not_stream_is_taken():
    with serve(lambda r: r.json(whole("好的"))) as endpoint, model(endpoint) as made:
        assert answer(made) == "好的"


def test_the_request_holds_what_every_endpoint_takes_and_no_more():
    with serve(ok) as endpoint, model(endpoint, api_key="k", extra={"top_p": 0.9}) as made:
        answer(made)
    path, headers, _ = endpoint.requests[0]
    assert path == "/api/v4/chat/completions"
    assert headers["Authorization"] == "Bearer k"
    assert endpoint.bodies[0] == {
        "model": "m",
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "你好"}],
        "temperature": 0.5,
        "max_tokens": 500,
        "stream": True,
        "top_p": 0.9,
    }


def test_without_a_key_no_authorization_is_sent():
    with serve(ok) as endpoint, model(endpoint) as made:
        answer(made)
    assert "Authorization" not in endpoint.requests[0][1]


@pytest.mark.parametrize("base_url", ["ftp://x/v1", "api.example.com", "http://a b/v1", ""])
def test_a_base_url_that_is_no_http_address_is_refused(base_url):
    with pytest.raises(InvalidInput):
        OpenAICompatible(Options(base_url=base_url, model="m"))


def test_an_endpoint_that_hangs_ends_at_the_deadline():
    with serve(lambda r: r.hang()) as endpoint, model(endpoint) as made:
        start = time.monotonic()
        with pytest.raises(ModelTimeout):
            answer(made, deadline_s=0.3)
        assert time.monotonic() - start < 1.5


def test_a_stream_that_stops_in_the_middle_ends_at_the_deadline_and_keeps_what_came():
    def script(reply):
        reply.begin()
        reply.send(chunk("预算"))
        reply.hang()

    got = []
    with serve(script) as endpoint, model(endpoint) as made:
        start = time.monotonic()
        with pytest.raises(ModelTimeout):
            got.extend(made.stream(ASK, deadline_s=0.3))
        assert time.monotonic() - start < 1.5
    assert len(endpoint.requests) == 1


def test_a_slow_drip_can_not_outlive_the_deadline():
    def script(reply):
        reply.begin()
        while not reply.gate.wait(0.02):
            reply.send(chunk("滴"))

    with serve(script) as endpoint, model(endpoint) as made:
        start = time.monotonic()
        pieces = []
        with pytest.raises(ModelTimeout):
            pieces.extend(made.stream(ASK, deadline_s=0.4))
        assert 0.3 < time.monotonic() - start < 1.5
        assert len(pieces) > 3


def test_a_drip_of_comments_and_blanks_is_no_answer():
    def script(reply):
        reply.begin()
        while not reply.gate.wait(0.02):
            reply.send(b": ping\n\n")

    with serve(script) as endpoint, model(endpoint) as made, pytest.raises(ModelTimeout):
        answer(made, deadline_s=0.3)


def test_a_cut_before_the_first_piece_is_retried_once():
    with serve(lambda r: r.cut(), ok) as endpoint, model(endpoint) as made:
        assert answer(made) == "好"
    assert len(endpoint.requests) == 2


def test_a_cut_after_the_first_piece_is_not_retried():
    def script(reply):
        reply.begin()
        reply.send(chunk("预算是"))
        reply.cut()

    pieces = []
    with serve(script) as endpoint, model(endpoint) as made, pytest.raises(ModelUnavailable):
        pieces.extend(made.stream(ASK))
    assert pieces == ["预算是"]
    assert len(endpoint.requests) == 1


def test_a_stream_that_ends_without_an_end_is_cut():
    def script(reply):
        reply.begin()
        reply.send(chunk("预算是"))
        reply.end()

    with serve(script) as endpoint, model(endpoint) as made, pytest.raises(ModelUnavailable, match="cut"):
        answer(made)


def test_a_stream_that_says_finished_needs_no_done():
    def script(reply):
        reply.begin()
        reply.send(chunk("好"))
        reply.send(chunk(finish="stop"))
        reply.end()

    with serve(script) as endpoint, model(endpoint) as made:
        assert answer(made) == "好"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>proxy</html>",
        b"{}",
        b"[1]",
        b"null",
        b'{"choices": 3}',
        b"\xff\xfe\x00",
        b'{"error": {"message": "x"}}',
    ],
)
def test_garbage_is_an_error_of_ours(body):
    with serve(lambda r: r.raw(body)) as endpoint, model(endpoint) as made, pytest.raises(ModelUnavailable):
        answer(made)


def test_garbage_inside_a_stream_is_an_error_of_ours():
    def script(reply):
        reply.begin()
        reply.send(b"data: {not json\n\n")
        reply.end()

    with serve(script) as endpoint, model(endpoint) as made, pytest.raises(ModelUnavailable):
        answer(made)


@pytest.mark.parametrize("number", [429, 500, 502, 503])
def test_a_passing_failure_is_retried_once_and_then_told(number):
    with serve(status(number), ok) as endpoint, model(endpoint) as made:
        assert answer(made) == "好"
    with serve(status(number)) as endpoint, model(endpoint) as made, pytest.raises(ModelUnavailable, match="busy"):
        answer(made)
    assert len(endpoint.requests) == 2


def test_an_endpoint_that_wants_a_long_rest_is_not_asked_again():
    with serve(lambda r: r.json({}, 429, Retry_After="60")) as endpoint, model(endpoint) as made:
        with pytest.raises(ModelUnavailable):
            answer(made, deadline_s=2)
        assert len(endpoint.requests) == 1


def test_a_short_rest_is_kept_before_the_retry():
    with serve(lambda r: r.json({}, 429, Retry_After="0.3"), ok) as endpoint, model(endpoint) as made:
        start = time.monotonic()
        assert answer(made, deadline_s=3) == "好"
        assert time.monotonic() - start >= 0.3


@pytest.mark.parametrize("number", [400, 401, 403, 404, 422])
def test_a_refusal_is_not_retried(number):
    with serve(status(number)) as endpoint, model(endpoint) as made, pytest.raises(ModelRefused, match=str(number)):
        answer(made)
    assert len(endpoint.requests) == 1


def test_the_words_of_an_endpoint_are_cut_and_cleaned():
    words = "x\x1b[31m\n" * 500
    with serve(status(400, message=words)) as endpoint, model(endpoint) as made, pytest.raises(ModelRefused) as caught:
        answer(made)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


def test_nothing_listens_is_unavailable():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    made = OpenAICompatible(Options(base_url=f"http://127.0.0.1:{port}/v1", model="m"))
    with pytest.raises(ModelUnavailable):
        answer(made)
    made.close()


def test_an_endpoint_that_fails_too_often_is_left_alone():
    with serve(status(500)) as endpoint, model(endpoint, failures=2) as made:
        for _ in range(4):
            with pytest.raises(ModelUnavailable):
                answer(made)
        assert len(endpoint.requests) == 2


def test_a_refusal_does_not_open_the_breaker():
    with serve(status(401), status(401), status(401), ok) as endpoint, model(endpoint, failures=2) as made:
        for _ in range(3):
            with pytest.raises(ModelRefused):
                answer(made)
        assert answer(made) == "好"


def test_a_breaker_closes_again_after_its_pause():
    with serve(status(500), status(500), ok) as endpoint, model(endpoint, failures=2, pause_s=0.2) as made:
        with pytest.raises(ModelUnavailable):
            answer(made)
        end = time.monotonic() + 3
        got = ""
        while not got and time.monotonic() < end:
            with contextlib.suppress(ModelUnavailable):
                got = answer(made)
        assert got == "好"


def test_a_caller_who_stops_early_frees_the_connection():
    def script(reply):
        reply.begin()
        reply.send(chunk("一"))
        reply.hang()

    with serve(script, ok) as endpoint, model(endpoint) as made:
        stream = made.stream(ASK, deadline_s=5)
        assert next(stream) == "一"
        start = time.monotonic()
        stream.close()
        assert answer(made) == "好"
        assert time.monotonic() - start < 2


def asks_for_a_price(reply):
    reply.begin()
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "price", "arguments": '{"item": '}}
    reply.send(chunk(tool_calls=[call]))
    reply.send(chunk(tool_calls=[{"index": 0, "function": {"arguments": '"A"}'}}]))
    reply.send(chunk(finish="tool_calls"))
    reply.send(b"data: [DONE]\n\n")
    reply.end()


PRICE = {"type": "function", "function": {"name": "price", "parameters": {"type": "object"}}}


def test_tools_are_called_and_their_results_go_back():
    calls = []

    def call_tool(name, arguments):
        calls.append((name, arguments))
        return "85"

    with serve(asks_for_a_price, lambda r: r.stream("85元")) as endpoint, model(endpoint) as made:
        assert answer(made, tools=[PRICE], call_tool=call_tool) == "85元"
    assert calls == [("price", '{"item": "A"}')]
    first, second = endpoint.bodies
    assert first["tools"] == [PRICE]
    assert second["messages"][-2]["tool_calls"][0]["id"] == "c1"
    assert second["messages"][-1] == {"role": "tool", "tool_call_id": "c1", "content": "85"}


def test_a_model_that_calls_tools_for_ever_is_stopped():
    def asks(reply):
        call = {"index": 0, "id": "c", "type": "function", "function": {"name": "t", "arguments": "{}"}}
        reply.json({"choices": [{"message": {"content": None, "tool_calls": [call]}, "finish_reason": "tool_calls"}]})

    with serve(asks) as endpoint, model(endpoint) as made:
        assert answer(made, tools=[{"type": "function"}], call_tool=lambda *_: "x") == ""
    assert len(endpoint.requests) == 5


def test_the_fallback_answers_where_the_first_fails():
    with serve(status(401)) as bad, serve(ok) as good, model(bad) as first, model(good) as second:
        assert answer(FallbackModel(first, second)) == "好"


def test_the_fallback_has_time_left_where_the_first_hangs():
    with serve(lambda r: r.hang()) as bad, serve(ok) as good, model(bad) as first, model(good) as second:
        assert answer(FallbackModel(first, second), deadline_s=0.8) == "好"


def test_an_answer_that_has_begun_is_not_begun_again_elsewhere():
    def script(reply):
        reply.begin()
        reply.send(chunk("预算是"))
        reply.cut()

    with serve(script) as bad, serve(ok) as good, model(bad) as first, model(good) as second:
        with pytest.raises(ModelUnavailable):
            answer(FallbackModel(first, second))
        assert good.requests == []


def test_where_both_fail_the_error_names_the_second_and_is_caused_by_the_first():
    with serve(status(401)) as bad, serve(status(403)) as worse, model(bad) as first, model(worse) as second:
        with pytest.raises(ModelRefused, match="403") as caught:
            answer(FallbackModel(first, second))
        assert "401" in str(caught.value.__cause__)


def test_the_key_is_in_no_text_of_the_options():
    assert "secret" not in repr(Options(base_url="http://x", model="m", api_key="secret"))


def test_importing_the_client_loads_no_http_library():
    code = (
        "import sys; import dualmem.llm.create, dualmem.llm.echo; "
        "assert not {'httpx2', 'stamina', 'purgatory'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_error_is_a_model_error():
    assert issubclass(ModelTimeout, ModelError)
