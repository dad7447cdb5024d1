"""A model endpoint on loopback whose answers a test scripts, one function per request."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def chunk(text=None, *, finish=None, **delta):
    if text is not None:
        delta["content"] = text
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]}, ensure_ascii=False)}\n\n".encode()


def whole(text):
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}


class Reply:
    """What a script may do with one request."""

    def __init__(self, handler, gate):
        self._handler = handler
        self.gate = gate

    def json(self, data, status=200, **headers):
        self.raw(json.dumps(data).encode(), "application/json", status, **headers)

    def raw(self, body, kind="application/json", status=200, **headers):
        self._handler.send_response(status)
        for name, value in headers.items():
            self._handler.send_header(name.replace("_", "-"), value)
        self._handler.send_header("Content-Type", kind)
        self._handler.send_header("Content-Length", str(len(body)))
        self._handler.end_headers()
        self._handler.wfile.write(body)

    def begin(self):
        self._handler.send_response(200)
        self._handler.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self._handler.send_header("Transfer-Encoding", "chunked")
        self._handler.end_headers()

    def send(self, data):
        self._handler.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self._handler.wfile.flush()

    def end(self):
        self._handler.wfile.write(b"0\r\n\r\n")

    def stream(self, *texts):
        self.begin()
        for text in texts:
            self.send(chunk(text))
        self.send(chunk(finish="stop"))
        self.send(b"data: [DONE]\n\n")
        self.end()

    def cut(self):
        self._handler.close_connection = True
        self._handler.connection.close()

    def hang(self):
        self.gate.wait(10)
        self._handler.close_connection = True


class Endpoint:
    def __init__(self, url, requests):
        self.url = url
        self.requests = requests

    @property
    def bodies(self):
        return [json.loads(body) for _, _, body in self.requests]


@contextmanager
def serve(*scripts):
    """Serve one script per request; the last one again for all further requests."""
    seen, gate, lock = [], threading.Event(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with lock:
                script = scripts[min(len(seen), len(scripts) - 1)]
                seen.append((self.path, dict(self.headers), body))
            try:
                script(Reply(self, gate))
            except OSError:
                self.close_connection = True

        def log_message(self, *args):
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args):
            pass

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield Endpoint(f"http://127.0.0.1:{server.server_port}/api/v4", seen)
    finally:
        gate.set()
        server.shutdown()
        server.server_close()
