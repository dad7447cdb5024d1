"""The schemas and rules that come with dualmem: in a checkout, an editable install and a wheel."""

from pathlib import Path

from dualmem.errors import NotFound

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_names() -> tuple[str, ...]:
    """Give the names of the shipped schemas, in alphabetical order."""
    return tuple(sorted(path.stem for path in _folder("schemas").glob("*.yaml")))


def schema_path(name: str) -> Path:
    """Give the file of a shipped schema.

    Raises:
        NotFound: Names the shipped ones.
    """
    return _file("schemas", name)


def rules_path(name: str) -> Path:
    """Give the rules file of a shipped schema.

    Raises:
        NotFound: Names the shipped ones.
    """
    return _file("rules", name)


def _folder(kind: str) -> Path:
    """Give the folder: inside the package in a wheel, beside it in a checkout or an editable install."""
    packed = _PACKAGE / "_shipped" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind


def _file(kind: str, name: str) -> Path:
    names = shipped_names()
    if name not in names:
        raise NotFound(f"no schema called {name!r} comes with dualmem; there are: {', '.join(names)}", name=name)
    return _folder(kind) / f"{name}.yaml"
