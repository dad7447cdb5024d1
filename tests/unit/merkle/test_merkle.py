"""Merkle: the tree hashes of RFC 6962, and checkpoints that only their own key vouches for."""

import base64
import hashlib

import pytest

from dualmem import merkle
from dualmem.errors import InvalidInput

# The leaves and roots that the implementations of Certificate Transparency test with.
LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
KEY = bytes(range(32))
HERE = merkle.Checkpoint(origin="dualmem/heads/1/x", size=7, root=bytes.fromhex(ROOTS[7]))
ROOT = base64.b64encode(HERE.root).decode()
SIGNATURE = b"\xff" * 64


@pytest.mark.parametrize("size", range(9))
def test_the_tree_hash_of_so_many_leaves_is_that_of_the_standard(size: int) -> None:
    hashes = [merkle.leaf_hash(leaf) for leaf in LEAVES[:size]]
    assert merkle.root(hashes).hex() == ROOTS[size]
    assert len(hashes) == size


def test_a_checkpoint_is_three_lines() -> None:
    assert HERE.body() == f"dualmem/heads/1/x\n7\n{ROOT}\n"


def test_a_key_is_named_by_the_hash_of_its_name_algorithm_and_bytes() -> None:
    assert merkle.key_id("dualmem", KEY) == hashlib.sha256(b"dualmem\n\x01" + KEY).digest()[:4]


def test_a_signed_note_is_the_checkpoint_an_empty_line_and_the_signature() -> None:
    blob = base64.b64encode(merkle.key_id("dualmem", KEY) + SIGNATURE).decode()
    assert merkle.note(HERE, "dualmem", KEY, SIGNATURE) == f"{HERE.body()}\n— dualmem {blob}\n"


def test_a_note_gives_back_what_was_signed() -> None:
    assert merkle.parse_note(merkle.note(HERE, "dualmem", KEY, SIGNATURE), "dualmem", KEY) == (HERE, SIGNATURE)


def test_lines_of_an_extension_do_not_hide_the_checkpoint() -> None:
    text = merkle.note(HERE, "dualmem", KEY, SIGNATURE).replace("\n\n", "\nan extension\n\n")
    assert merkle.parse_note(text, "dualmem", KEY) == (HERE, SIGNATURE)


def test_the_signature_of_a_witness_before_ours_is_passed_over() -> None:
    theirs = merkle.note(HERE, "witness", bytes(32), b"\x01" * 64)
    ours = merkle.note(HERE, "dualmem", KEY, SIGNATURE).partition("\n\n")[2]
    assert merkle.parse_note(theirs + ours, "dualmem", KEY) == (HERE, SIGNATURE)


@pytest.mark.parametrize(
    ("name", "key", "mark"),
    [("another", KEY, "—"), ("dualmem", bytes(32), "—"), ("dualmem", KEY, "-")],
    ids=["by another name", "by another key", "with another mark"],
)
def test_a_note_that_is_signed_otherwise_is_refused_by_name(name: str, key: bytes, mark: str) -> None:
    text = merkle.note(HERE, name, key, SIGNATURE).replace("—", mark)
    with pytest.raises(InvalidInput, match=r"^the checkpoint is not signed by dualmem$"):
        merkle.parse_note(text, "dualmem", KEY)


def test_a_note_that_is_signed_by_a_key_of_our_name_only_is_refused() -> None:
    blob = base64.b64encode(merkle.key_id("dualmem", bytes(32)) + SIGNATURE).decode()
    with pytest.raises(InvalidInput, match="not signed by dualmem"):
        merkle.parse_note(f"{HERE.body()}\n— dualmem {blob}\n", "dualmem", KEY)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "x\n\n",
        "x\n7\n\n— dualmem AAAA\n",
        f"x\n-7\n{ROOT}\n\n— dualmem AAAA\n",
        f"x\n７\n{ROOT}\n\n— dualmem AAAA\n",
        f"x\n7\n{ROOT}\n",
        f"x\n7\n{ROOT}\n\n— dualmem A\n",
    ],
    ids=["nothing", "one line", "no root", "size below 0", "size in wide digits", "no signatures", "no base64"],
)
def test_what_is_no_signed_checkpoint_is_refused(body: str) -> None:
    with pytest.raises(InvalidInput, match=r"^this is no signed checkpoint$"):
        merkle.parse_note(body, "dualmem", KEY)


def test_a_root_with_a_stray_character_is_refused() -> None:
    text = merkle.note(HERE, "dualmem", KEY, SIGNATURE).replace(ROOT, f"{ROOT[:8]}*{ROOT[8:]}")
    with pytest.raises(InvalidInput, match=r"^this is no signed checkpoint$"):
        merkle.parse_note(text, "dualmem", KEY)


def test_a_log_may_have_blanks_in_its_name() -> None:
    here = merkle.Checkpoint(origin="the log of acme", size=1, root=HERE.root)
    assert merkle.parse_note(merkle.note(here, "dualmem", KEY, SIGNATURE), "dualmem", KEY) == (here, SIGNATURE)


def test_an_empty_line_behind_the_signatures_is_no_part_of_the_checkpoint() -> None:
    text = merkle.note(HERE, "dualmem", KEY, SIGNATURE)
    assert merkle.parse_note(f"{text}\n\n", "dualmem", KEY) == (HERE, SIGNATURE)


def test_a_signature_is_one_word() -> None:
    text = merkle.note(HERE, "dualmem", KEY, SIGNATURE).replace("— dualmem ", "— dualmem again ")
    with pytest.raises(InvalidInput, match=r"^this is no signed checkpoint$"):
        merkle.parse_note(text, "dualmem", KEY)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 13])
def test_a_tree_goes_on_from_the_peaks_of_another(size: int) -> None:
    leaves = [merkle.leaf_hash(bytes([n])) for n in range(size + 5)]
    first = merkle.Tree()
    for leaf in leaves[:size]:
        first.add(leaf)
    second = merkle.Tree(first.peaks)
    for leaf in leaves[size:]:
        second.add(leaf)
    assert (second.size, second.root()) == (size + 5, merkle.root(leaves))
    assert [peak for peak, _ in first.peaks] == [1 << bit for bit in range(8, -1, -1) if size >> bit & 1]
