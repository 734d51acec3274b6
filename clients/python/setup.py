"""Puts the contract's descriptors into the package.

The package holds no generated Python code: code that protoc generates is bound to the protobuf
runtime of its own version. A descriptor set is data that every runtime reads.
"""

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
NAME = "cliquestream/contract.binpb"


def protoc() -> str:
    """The compiler that PROTOC names, that of the PATH, or the newest one that Maven has fetched."""
    found = os.environ.get("PROTOC") or shutil.which("protoc")
    if found:
        return found
    fetched = sorted(Path.home().glob(".m2/repository/com/google/protobuf/protoc/*/protoc-*.exe"))
    if fetched:
        return str(fetched[-1])
    raise SystemExit("cliquestream: building needs protoc (package protobuf-compiler), or PROTOC set to one")


def write_descriptors(target: Path) -> None:
    """Compiles the contract; a source distribution brings the compiled one along."""
    target.parent.mkdir(parents=True, exist_ok=True)
    brought = HERE / "src" / NAME
    protos = Path(os.environ.get("CLIQUESTREAM_PROTO", HERE.parents[1] / "proto/src/main/proto"))
    if not protos.is_dir() and brought.is_file():
        shutil.copyfile(brought, target)
        return
    files = sorted(str(file) for file in protos.glob("cliquestream/v1/*.proto"))
    if not files:
        raise SystemExit(f"cliquestream: no contract in {protos}; set CLIQUESTREAM_PROTO to its folder")
    command = [protoc(), f"--proto_path={protos}", f"--descriptor_set_out={target}", "--include_imports"]
    subprocess.run(command + files, check=True)


class BuildWithContract(build_py):
    def run(self) -> None:
        super().run()
        write_descriptors(Path(self.build_lib) / NAME)


class SourcesWithContract(sdist):
    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        write_descriptors(Path(base_dir) / "src" / NAME)


setup(cmdclass={"build_py": BuildWithContract, "sdist": SourcesWithContract})
