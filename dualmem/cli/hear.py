"""``dualmem hear``: one message, from the text to the committed reply."""

import click

from dualmem.cli.app import App, examples, read_input, with_app

CONVERSATION = "cli"


@click.command(
    epilog=examples(
        "dualmem hear 总预算控制在五十万以内",
        "dualmem hear 确认",
        "dualmem hear 'remember my email is dev@abc.com'",
        "echo 预算是多少 | dualmem hear -",
        "dualmem hear --channel tool 'price: 80万'        data: proposes nothing",
    )
)
@click.argument("text")
@click.option("--conversation", "-c", default=CONVERSATION, show_default=True, help="Which conversation it belongs to.")
@click.option("--speaker", help="Who speaks, where several people talk.")
@click.option("--channel", default="user", show_default=True, help="user, or tool or document for text that is data.")
@click.option("--operation-id", help="Repeating a message with the same id returns the first result.")
@click.option("--model", "use_model", is_flag=True, help="Let the configured model answer.")
@with_app
def hear(
    app: App,
    *,
    text: str,
    conversation: str,
    speaker: str | None,
    channel: str,
    operation_id: str | None,
    use_model: bool,
) -> None:
    """Give it one message TEXT (- reads the standard input) and print the reply.

    What the reply shows can be confirmed by the next message of the same conversation.
    """
    from dualmem.cli.exchange import Message, hear_once

    message = Message(
        text=read_input("-").rstrip("\r\n") if text == "-" else text,
        conversation=conversation,
        speaker=speaker,
        channel=channel,
        operation=operation_id,
    )
    hear_once(app, message, use_model=use_model)
