"""Patterns by name are the command line's."""

import json
import re
import subprocess

import pytest
from cliquestream import InputError, compute, match
from cliquestream.patterns import FAMILIES, MOTIFS, OTHER_NAMES, edges_of
from conftest import HOME, LAUNCHER

NAMED_PATTERNS = HOME / "kernels/src/main/java/io/cliquestream/kernels/survey/NamedPatterns.java"


def command_line(*names):
    """Name and edges of the patterns that the command line knows, or of these."""
    done = subprocess.run([LAUNCHER, "patterns", "--json", *names], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return {entry["name"]: sorted_edges(entry["edges"]) for entry in json.loads(done.stdout)["result"]["patterns"]}


def sorted_edges(pattern):
    return sorted(tuple(sorted(edge)) for edge in edges_of(pattern))


def test_names_of_patterns_were_known_to_the_command_line_alone():
    assert compute(match("house"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]).answer.matches == 1
    assert match("house").arguments == match(MOTIFS["house"]).arguments
    assert match(" House ").options == match("house").options


def test_both_know_the_same_names_for_the_same_edges():
    assert command_line() == {name: sorted_edges(edges) for name, edges in MOTIFS.items()}
    source = NAMED_PATTERNS.read_text()
    # Entries of the two maps: "claw", Motif.STAR_3 and "clique", NamedPatterns::clique.
    assert set(re.findall(r'"([^"]+)", Motif\.', source)) == set(OTHER_NAMES)
    assert set(re.findall(r'"([^"]+)", NamedPatterns::', source)) == set(FAMILIES)
    others = [*OTHER_NAMES, "edge"]
    largest = {"star": 7, "wheel": 7}
    families = [f"{n}-{family}" for family in FAMILIES for n in range(3, largest.get(family, 8) + 1)]
    said = command_line(*others, *families)
    assert said == {name: sorted_edges(name) for name in others + families}


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("hose", "did you mean house"),
        ("zzz", "cliquestream patterns"),
        ("2-clique", "names no pattern"),
        ("10-cycle", "names no pattern"),
        ("clique", "names no pattern"),
        ("", "or a name such as house"),
        ("0-1,2", "or a name such as house"),
        ([(0, 1, 2)], "or a name such as house"),
    ],
)
def test_what_is_no_pattern_says_so(pattern, sentence):
    with pytest.raises(InputError, match=sentence) as refused:
        match(pattern)
    assert refused.value.code == "PATTERN_INVALID"


def test_a_pattern_of_too_many_vertices_is_refused_by_whoever_computes():
    with pytest.raises(InputError) as refused:
        compute(match("9-clique"), [(0, 1)])
    assert refused.value.code == "PATTERN_INVALID"
