"""Chat session: reads lines, answers them, and knows the slash commands."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Final

import click

from dualmem.cli.app import App
from dualmem.cli.output import columns_of, safe
from dualmem.cli.views import shown, state_rows, waiting_line
from dualmem.errors import DualmemError, InvalidInput
from dualmem.exchange import Exchange
from dualmem.memory import Memory

LEAVE: Final = frozenset({"quit", "exit", "/quit", "/exit", "/q", "退出"})
HELP: Final = """\
/state            what is remembered       /pending          what waits for your yes
/why FIELD        where a value came from  /undo             take back the last change
/new              a new conversation       /quit             leave (Ctrl-D)
/recall FIELD     ask for one thing        /remember K V     remember at once
/note TEXT        keep a note              /forget FIELD     erase for good"""
PROMPT: Final = "› "


def lines() -> Iterator[str]:
    """Give what a person types, or the lines of a pipe, until the end."""
    if not sys.stdin.isatty():
        for data in sys.stdin.buffer:
            try:
                yield data.decode("utf-8-sig").rstrip("\r\n")
            except UnicodeDecodeError as error:
                raise InvalidInput("a line of the input is not UTF-8 text") from error
        return
    ask = _prompt()
    while True:
        try:
            yield ask()
        except EOFError:
            return
        except KeyboardInterrupt:
            click.echo("Ctrl-D or /quit leaves", err=True)


def _prompt() -> Callable[[], str]:
    """Give a function that reads a line: with editing where prompt_toolkit is installed. History stays in memory."""
    try:
        from prompt_toolkit import PromptSession
    except ModuleNotFoundError:
        return lambda: input(PROMPT)
    session: PromptSession[str] = PromptSession(PROMPT)
    return session.prompt


class ChatSession:
    """One conversation of one subject."""

    def __init__(self, app: App, memory: Memory, conversation: str | None, *, with_model: bool) -> None:
        """Begin a new conversation, or go on with one."""
        self._app = app
        self._memory = memory
        self._subject = app.subject
        self._conversation = conversation or _new()
        self._with_model = with_model
        self._language = memory.schema.languages[0]

    def greet(self) -> None:
        """Say where the memory lies and what helps."""
        config = self._app.config
        self._dim(f"store {config.store} (from {config.source}), subject {self._subject}; /help helps")

    def leave(self) -> None:
        """Say how to go on."""
        self._dim(f"kept; go on with: dualmem chat -c {self._conversation}")

    def take(self, line: str) -> bool:
        """Answer one line; False to leave. What goes wrong is said, and the conversation goes on."""
        text = line.strip()
        if text.lower() in LEAVE:
            return False
        if not text:
            return True
        name, _, rest = text.partition(" ")
        command = self._commands().get(name)
        try:
            if command is not None:
                command(rest.strip())
            elif self._is_mistyped(name):
                click.echo(f"there is no command {safe(name)}; /help lists them")
            else:
                self._answer(line)
        except DualmemError as error:
            click.echo(click.style("error: ", fg="red") + safe(error.diagnostics(), keep_lines=True))
        except KeyboardInterrupt:
            click.echo("\nstopped; what you said is kept, the answer is not")
        return True

    def _is_mistyped(self, name: str) -> bool:
        """Tell that a word looks like a command (``/forgte``) and is one neither here nor in the lexicon."""
        if not (name.startswith("/") and name[1:].isalpha() and name.isascii()):
            return False
        lexicon = self._memory.specs.lexicon
        known = (
            lexicon.regex(section).fullmatch(name.lower()) for section in lexicon.sections if section[:4] == "cmd."
        )
        return all(found is None for found in known)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "/help": lambda _: click.echo(HELP),
            "/state": lambda _: self._state(),
            "/pending": lambda _: self._pending(),
            "/why": self._why,
            "/undo": lambda _: self._answer("撤销" if self._language == "zh" else "undo"),
            "/new": lambda _: self._new(),
        }

    def _answer(self, text: str) -> None:
        exchange = self._memory.hear(self._subject, text, conversation=self._conversation)
        self._language = exchange.language
        reply = self._reply(exchange)
        used = self._used(reply)
        waits = waiting_line(self._memory.pending(self._subject))
        self._dim(f"used: {', '.join(used)}; {waits}" if used else waits)

    def _reply(self, exchange: Exchange) -> str:
        if not self._with_model:
            reply = exchange.reply()
            click.echo(safe(reply, keep_lines=True) or "(nothing to say)")
            return reply
        pieces: list[str] = []
        for piece in exchange.stream():
            pieces.append(piece)
            click.echo(safe(piece, keep_lines=True), nl=False)
        click.echo()
        return "".join(pieces)

    def _used(self, reply: str) -> list[str]:
        """Give the names of the stored fields whose value the reply holds."""
        schema, state = self._memory.schema, self._memory.state(self._subject)
        return [
            schema.label(path, self._language)
            for path, held in state.fields.items()
            if shown(schema, path, held.value, self._language) in reply
        ]

    def _state(self) -> None:
        rows = state_rows(self._memory.schema, self._memory.state(self._subject), self._language)
        self._list([(str(row["label"]), str(row["shown"])) for row in rows], "nothing is remembered yet")

    def _pending(self) -> None:
        updates = self._memory.pending(self._subject, language=self._language)
        self._list([(update.id, update.shown) for update in updates], "nothing waits")

    def _why(self, name: str) -> None:
        words = f"为什么{name}" if self._language == "zh" else f"why {name}"
        self._answer(words)

    def _new(self) -> None:
        self._conversation = _new()
        self._dim(f"a new conversation: {self._conversation}")

    def _list(self, rows: list[tuple[str, str]], empty: str) -> None:
        width = max((columns_of(safe(name)) for name, _ in rows), default=0)
        for name, text in rows:
            click.echo(f"{safe(name)}{' ' * (width - columns_of(safe(name)))}  {safe(text)}")
        if not rows:
            click.echo(empty)

    def _dim(self, text: str) -> None:
        click.echo(click.style(safe(text), dim=True))


def _new() -> str:
    return f"chat-{os.urandom(6).hex()}"
