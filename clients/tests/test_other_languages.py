"""The example in each language names the largest clique, against the same broker and worker."""

import os
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from cliquestream.checksum import crc32c
from cliquestream.partitioner import partition_of
from cliquestream.snapshot import _listed
from conftest import HOME

TARGET = HOME / "clients/target"
GO_PATH = Path("/usr/share/gocode")
GO = {"GO111MODULE": "off", "GOPATH": str(GO_PATH), "GOCACHE": str(TARGET / "go")}
#: Of every length modulo four.
NAMES = ("facebook", "a", "wiki-Vote", "ab", "abc", "from-node", "0.1_X-y", "z" * 127, "z" * 128)

#: By name, out of a graph of four.
CLIQUE = "ann bob cy"

CLIENTS = {"go": "cliquestream.go", "node": "cliquestream.js", "shell": "cliquestream.sh"}
MOST_LINES = 40
WIDEST_LINE = 140

#: How docs/clients.md runs each.
COMMANDS = {
    language: next(line for line in (HOME / "docs/clients.md").read_text().splitlines() if re.match(beginning, line))
    for language, beginning in {"go": "GO111MODULE=", "node": "node clients/", "shell": "clients/shell/"}.items()
}


def counted_lines(*command, **environment):
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=240, cwd=HOME
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def last_line_of(language, service, **environment):
    return counted_lines("bash", "-c", COMMANDS[language], BOOTSTRAP=service.bootstrap, **environment)[-1]


def need(*tools):
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.skip("missing: " + ", ".join(missing))


def lines_of_code(path):
    lines = [line.strip() for line in path.read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("#" if path.suffix == ".sh" else "//")]


@pytest.mark.parametrize("language", CLIENTS)
def test_a_client_is_read_in_a_minute(language):
    client = HOME / "clients" / language / CLIENTS[language]
    assert "/*" not in client.read_text().replace("/*.proto", ""), "comments are counted by the line"
    assert 20 < len(lines_of_code(client)) <= MOST_LINES
    assert max(map(len, client.read_text().expandtabs(4).splitlines())) <= WIDEST_LINE, "40 lines, and not by width"


@pytest.mark.parametrize("language", CLIENTS)
def test_a_snippet_says_what_it_must_agree_with(language):
    client = HOME / "clients" / language / CLIENTS[language]
    for snippet in ("partitioner", "checksum", "payload"):
        assert re.search("(?i)must agree with", client.with_stem(snippet).read_text())


def test_kcat_and_protoc(service):
    need("kcat", "protoc")
    assert last_line_of("shell", service) == CLIQUE


def expected_of_snippets():
    """What the library for Python, which the golden records hold, says of each name."""
    for name in NAMES:
        text = name.encode()
        ids = [0, len(text), 0x01020304, 0xFFFFFFFF]
        listed = _listed("bøb".encode()) + _listed(text)
        payloads = struct.pack("<4I", *ids).hex(), listed.hex()
        yield " ".join(map(str, (partition_of(name, 12), crc32c(text), *payloads)))


def test_the_snippets_of_the_shell_agree_with_the_contract():
    need("bash")
    code = """set -eu
    for snippet in partitioner checksum payload; do source "clients/shell/$snippet.sh"; done
    bytes() { od -v -A n -t u1; }
    hex() { printf %02x "$@"; }
    for name; do
      size=$(printf %s "$name" | wc -c)
      echo $(partition_of "$name" 12) $(crc32c $(printf %s "$name" | bytes)) \
        $(hex $(pairs 0 "$size" 16909060 4294967295)) $(hex $(name_list bøb "$name"))
    done
    # As protoc reads it.
    text_of 0 1 255
    """
    *said, text = counted_lines("bash", "-c", code, "snippets", *NAMES)
    assert said == list(expected_of_snippets())
    assert text == r"\000\001\377"


def test_the_snippets_of_node_agree_with_the_contract():
    need("node")
    code = """
    const { crc32c } = require("./clients/node/checksum.js"), { partitionOf } = require("./clients/node/partitioner.js");
    const { nameList, pairs } = require("./clients/node/payload.js");
    for (const name of process.argv.slice(1)) {
      const text = Buffer.from(name);
      console.log(partitionOf(name, 12), crc32c(text), pairs(0, text.length, 0x01020304, 0xffffffff).toString("hex"),
        nameList("bøb", name).toString("hex"));
    }
    """
    assert counted_lines("node", "-e", code, *NAMES) == list(expected_of_snippets())


GO_SNIPPETS = """package main

import (
	"fmt"
	"os"
)

func main() {
	for _, name := range os.Args[1:] {
		edges := pairs(0, uint32(len(name)), 0x01020304, 0xffffffff)
		fmt.Printf("%d %d %x %x\\n", partitionOf(name, 12), crc32c([]byte(name)), edges, nameList("bøb", name))
	}
}
"""


def test_the_snippets_of_go_were_compared_with_nothing(tmp_path):
    need("go")
    # By themselves, as somebody copies them, without the client's libraries.
    for snippet in ("partitioner.go", "checksum.go", "payload.go"):
        shutil.copy(HOME / "clients/go" / snippet, tmp_path)
    (tmp_path / "main.go").write_text(GO_SNIPPETS)
    program = map(str, sorted(tmp_path.glob("*.go")))
    assert counted_lines("go", "run", *program, *NAMES, **GO) == list(expected_of_snippets())


def test_go(service):
    need("go", "protoc")
    # Where Debian's packages of Go's libraries lie.
    if not GO_PATH.joinpath("src/github.com/Shopify/sarama").is_dir():
        pytest.skip("missing: sarama for Go (golang-github-shopify-sarama-dev, golang-google-protobuf-dev)")
    assert last_line_of("go", service, GOCACHE=GO["GOCACHE"]) == CLIQUE


@pytest.fixture(scope="module")
def node_modules():
    """The libraries that the example asks for, fetched once."""
    need("node", "npm")
    folder = TARGET / "node"
    if not (folder / "node_modules").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / "clients/node/package.json", folder)
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
        try:
            installed = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            shutil.rmtree(folder)
            pytest.skip("npm install took too long")
        if installed.returncode != 0:
            pytest.skip("npm install failed: " + installed.stderr.strip().splitlines()[-1])
    return str(folder / "node_modules")


def test_node(service, node_modules):
    assert last_line_of("node", service, NODE_PATH=node_modules) == CLIQUE
