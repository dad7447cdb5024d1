"""``dualmem chat``: a conversation in the terminal, or over a pipe."""

import click

from dualmem.cli.app import App, examples, with_app


@click.command(
    epilog=examples(
        "dualmem chat",
        "dualmem chat --subject li.lei --conversation monday",
        "printf '总预算50万\\n确认\\n' | dualmem chat",
    )
)
@click.option("--conversation", "-c", help="Go on with this conversation (default: a new one).")
@click.option("--no-model", is_flag=True, help="Answer from the state alone, though a model is configured.")
@with_app
def chat(app: App, *, conversation: str | None, no_model: bool) -> None:
    """Talk to it.

    \b
    /help /state /pending /why FIELD /undo /new
    /recall FIELD   /remember KEY VALUE   /note TEXT   /forget FIELD
    quit, /quit or Ctrl-D leave; everything acknowledged is kept.
    """
    from dualmem.cli.chat_session import ChatSession, lines
    from dualmem.cli.opening import open_memory

    with open_memory(app.config, with_model=not no_model) as memory:
        session = ChatSession(app, memory, conversation, with_model=bool(app.config.model) and not no_model)
        session.greet()
        for line in lines():
            if not session.take(line):
                break
        session.leave()
