"""``dualmem rules``: check, test and try extraction rules."""

import difflib
from collections import Counter
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.output import Row
from dualmem.cli.times import moment
from dualmem.errors import NotFound
from dualmem.specs import Specs, load_specs


@click.group()
def rules() -> None:
    """Check, test and try extraction rules."""


@rules.command(
    epilog=examples(
        "dualmem rules check                                    the project's",
        "dualmem rules check rules/mine.yaml --schema schemas/mine.yaml",
    )
)
@click.argument("files", nargs=-1)
@with_app
def check(app: App, files: tuple[str, ...]) -> None:
    """Check rules FILES and list every fault as file:line:column.

    Exits with 2 where a file has faults.
    """
    specs = _specs(app, files)
    rows = [
        {"rule": r.id, "field": r.field, "patterns": len(r.patterns), "examples": len(r.match + r.no_match)}
        for rule_set in specs.rules
        for r in rule_set.rules
    ]
    app.out.rows(rows, {"rule": "rule", "field": "field", "patterns": "patterns", "examples": "examples"})
    app.out.line(f"\n{len(rows)} rules for {specs.schema.id}, no faults")


@rules.command(
    epilog=examples(
        "dualmem rules test                                     the project's",
        "dualmem rules test project_assistant                   the shipped ones",
    )
)
@click.argument("files", nargs=-1)
@click.option("--all", "is_all", is_flag=True, help="List the passed examples too.")
@with_app
def test(app: App, files: tuple[str, ...], *, is_all: bool) -> None:
    """Run the match and no_match examples of every rule, and of your own lexicons.

    A rule fails where it reads another value, fires on a no_match text, or another rule fires that the example does not
    list under `also`. Exits with 1 where an example fails.
    """
    from dualmem.cli.rule_tests import run_examples, run_lexicon_examples

    specs = _specs(app, files)
    outcomes = [*run_examples(specs, moment(None)), *run_lexicon_examples(specs.lexicon)]
    counts = Counter(outcome.status for outcome in outcomes)
    rows: list[Row] = [
        {"status": o.status, "rule": o.rule, "text": o.text, "why": o.why, "place": o.place}
        for o in outcomes
        if is_all or o.status != "passed"
    ]
    if app.out.is_json:
        app.out.data({"passed": counts["passed"], "failed": counts["failed"], "todo": counts["todo"], "examples": rows})
    else:
        if rows:
            app.out.rows(rows, {"status": "status", "rule": "rule", "text": "text", "why": "why", "place": "place"})
        app.out.line(f"{counts['passed']} passed, {counts['failed']} failed, {counts['todo']} known gaps")
    if counts["failed"]:
        raise click.exceptions.Exit(1)


@rules.command(
    "try",
    epilog=examples(
        "dualmem rules try 总预算控制在五十万以内",
        "dualmem rules try 'the budget is $600k' --now 2026-11-29",
        "dualmem rules try B方案总成本为85万 --speaker assistant",
    ),
)
@click.argument("text")
@click.option("--now", help="The moment relative dates are read from (default: now).")
@click.option("--speaker", type=click.Choice(["user", "assistant"]), default="user", help="Whose text it is.")
@with_app
def try_rules(app: App, text: str, *, now: str | None, speaker: str) -> None:
    """Show which rules fire on TEXT, what they read, and what keeps a match from proposing."""
    from dualmem.extract.match import match
    from dualmem.model.reading import ReadingContext
    from dualmem.values.codec import to_json

    found = match(_specs(app, ()).compiled, text, context=ReadingContext(now=moment(now)), speaker=speaker)
    proposing = set(map(id, found.proposals(speaker)))
    rows: list[Row] = [
        {
            "rule": c.rule,
            "field": c.field,
            "value": None if c.value is None else to_json(c.value),
            "quote": c.quote,
            "start": c.span.start,
            "end": c.span.end,
            "proposes": id(c) in proposing and c.value is not None,
            "because": c.refusal.reason if c.refusal else "shut out by unless" if c.is_blocked else c.mood,
        }
        for c in found.candidates
    ]
    columns = ("rule", "field", "value", "quote", "proposes", "because")
    app.out.rows(rows, {name: name for name in columns}, empty="no rule fires")


@rules.command(
    epilog=examples(
        "dualmem rules words                                    the sections of the lexicons",
        "dualmem rules words act.yes_bare                       the words of one of them, and where each stands",
    )
)
@click.argument("section", required=False)
@with_app
def words(app: App, section: str | None) -> None:
    """List the sections of the lexicons, or the patterns of one SECTION.

    These are the words of answers, commands, questions and doubts; your own lexicons add to them.
    """
    lexicon = _specs(app, ()).lexicon
    if section is None:
        rows: list[Row] = [
            {"section": name, "patterns": len(one.patterns), "like": ", ".join(entry.text for entry in one.match[:3])}
            for name, one in sorted(lexicon.sections.items())
        ]
        app.out.rows(rows, {"section": "section", "patterns": "patterns", "like": "like"})
        return
    known = lexicon.sections.get(section)
    if known is None:
        near = difflib.get_close_matches(section, lexicon.sections, n=1)
        step = f"Did you mean {near[0]}?" if near else "`dualmem rules words` lists them."
        raise NotFound(f"the lexicons have no section {section!r}", next_step=step)
    rows = [
        {"pattern": entry.text, "place": f"{'/'.join(Path(entry.file).parts[-2:])}:{entry.line}"}
        for entry in known.patterns
    ]
    app.out.rows(rows, {"pattern": "pattern", "place": "place"})


def _specs(app: App, files: tuple[str, ...]) -> Specs:
    """Load the named rules files, with the schema of the config or, for one shipped name, its own."""
    from dualmem.schema.shipped import shipped_names

    schema = app.config.schema
    if len(files) == 1 and files[0] in shipped_names() and not Path(files[0]).is_file():
        schema = files[0]
    return load_specs(schema, files or app.config.rules, app.config.lexicons)
