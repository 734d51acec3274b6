"""The example in each language names the largest clique, against the same broker and worker."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cliquestream.checksum import crc32c
from cliquestream.partitioner import partition_of
from conftest import HOME

TARGET = HOME / "clients/target"
GO_PATH = Path("/usr/share/gocode")
GO = {"GO111MODULE": "off", "GOPATH": str(GO_PATH), "GOCACHE": str(TARGET / "go")}
#: Of every length modulo four.
NAMES = ("facebook", "a", "wiki-Vote", "ab", "abc", "from-node", "0.1_X-y", "z" * 128)

#: By name, out of a graph of four.
CLIQUE = "ann bob cy"


def counted_lines(*command, **environment):
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=240, cwd=HOME
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def need(*tools):
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.skip("missing: " + ", ".join(missing))


def test_kcat_and_protoc(service):
    need("kcat", "protoc")
    assert counted_lines("clients/shell/cliquestream.sh", service.bootstrap)[-1] == CLIQUE


def test_the_snippets_of_the_shell_agree_with_the_contract():
    need("bash")
    text = (HOME / "clients/shell/cliquestream.sh").read_text()
    functions = text[text.index("partition_of() {") : text.index("# send TOPIC")]
    for name in NAMES:
        said = counted_lines("bash", "-c", f"{functions}\npartition_of {name} 12; crc32c {' '.join(map(str, name.encode()))}")
        assert said == [str(partition_of(name, 12)), str(crc32c(name.encode()))]


def test_the_snippets_of_node_agree_with_the_contract(node_modules):
    code = "const c = require('./clients/node/cliquestream.js'); for (const name of process.argv.slice(1))"
    code += " console.log(c.partitionOf(name, 12), c.crc32c(Buffer.from(name)))"
    said = counted_lines("node", "-e", code, *NAMES, NODE_PATH=node_modules)
    assert said == [f"{partition_of(name, 12)} {crc32c(name.encode())}" for name in NAMES]


GO_SNIPPETS = """package main

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
)

%s
func main() {
	for _, name := range os.Args[1:] {
		fmt.Println(partitionOf(name, 12), crc32c([]byte(name)))
	}
}
"""


def test_the_snippets_of_go_were_compared_with_nothing(tmp_path):
    need("go")
    text = (HOME / "clients/go/cliquestream.go").read_text()
    program = tmp_path / "snippets.go"
    program.write_text(GO_SNIPPETS % text[text.index("// Kafka's murmur2") : text.index("func must[")])
    said = counted_lines("go", "run", str(program), *NAMES, **GO)
    assert said == [f"{partition_of(name, 12)} {crc32c(name.encode())}" for name in NAMES]


def test_go(service):
    need("go", "protoc")
    # Where Debian's packages of Go's libraries lie.
    if not GO_PATH.joinpath("src/github.com/Shopify/sarama").is_dir():
        pytest.skip("missing: sarama for Go (golang-github-shopify-sarama-dev, golang-google-protobuf-dev)")
    assert counted_lines("go", "run", "clients/go/cliquestream.go", service.bootstrap, **GO)[-1] == CLIQUE


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
    assert counted_lines("node", "clients/node/cliquestream.js", service.bootstrap, NODE_PATH=node_modules)[-1] == CLIQUE
