"""Canonical JSON against the oracle."""

import hashlib

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from dualmem.canonical import canonical, digest
from dualmem.errors import InvalidValue

TEXT = st.text(st.characters(exclude_categories=("Cs",)))
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(DATA)
def test_bytes_are_those_of_rfc_8785(data):
    assert canonical(data) == rfc8785.dumps(data)


def test_keys_stand_in_order_of_their_utf_16_units():
    data = {"\U0001f600": 1, "\ufb33": {"\U0001f600": 1, "\uffff": 2}, "a": []}
    assert canonical(data) == rfc8785.dumps(data)


def test_the_digest_is_sha256_of_the_bytes():
    assert digest({"b": 1, "a": 2}) == hashlib.sha256(b'{"a":2,"b":1}').hexdigest()


@pytest.mark.parametrize("data", [1.5, {"a": [2.0]}, 2**53, {1: 2}, "\ud800", {"\ud800": 1}, b"x", {"a": object()}])
def test_what_has_no_canonical_form_is_refused(data):
    with pytest.raises(InvalidValue):
        canonical(data)
