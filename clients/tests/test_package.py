"""The package as it is installed."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest
from conftest import HOME

PACKAGE = HOME / "clients/target/python/cliquestream"


def test_it_holds_its_types_and_the_contract_and_no_generated_code():
    names = {file.name for file in PACKAGE.iterdir()}
    assert {"py.typed", "contract.binpb"} <= names
    assert not any(name.endswith("_pb2.py") for name in names)


def test_it_is_typed_throughout():
    pytest.importorskip("mypy")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", HOME / "clients/python/pyproject.toml",
         "--cache-dir", HOME / "clients/target/mypy", "-p", "cliquestream"],
        capture_output=True,
        text=True,
        cwd=PACKAGE.parent,
        env={"PATH": "/usr/bin:/bin", "MYPYPATH": str(PACKAGE.parent)},
    )
    assert run.returncode == 0, run.stdout + run.stderr


def setup_py(folder, *arguments, **environment):
    run = subprocess.run(
        [sys.executable, "setup.py", "-q", *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_source_distribution_builds_without_the_checkout_and_without_protoc(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(HOME / "clients/python", source)
    protos = str(HOME / "proto/src/main/proto")
    setup_py(source, "sdist", "--formats=zip", "-d", str(tmp_path), CLIQUESTREAM_PROTO=protos)
    (packed,) = tmp_path.glob("*.zip")
    zipfile.ZipFile(packed).extractall(tmp_path / "unpacked")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    setup_py(unpacked, "build", PROTOC="/nonexistent", CLIQUESTREAM_PROTO="/nonexistent")
    built = unpacked / "build/lib/cliquestream/contract.binpb"
    assert built.read_bytes() == (PACKAGE / "contract.binpb").read_bytes()
