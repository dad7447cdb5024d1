"""``dualmem completion``: the script that completes commands in a shell."""

import click
from click.shell_completion import get_completion_class

from dualmem.cli.app import examples


@click.command(
    epilog=examples(
        'eval "$(dualmem completion bash)"              in ~/.bashrc',
        'eval "$(dualmem completion zsh)"               in ~/.zshrc',
        "dualmem completion fish > ~/.config/fish/completions/dualmem.fish",
    )
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a SHELL."""
    from dualmem.cli.main import cli

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(cli, {}, "dualmem", "_DUALMEM_COMPLETE").source())
