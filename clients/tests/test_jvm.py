"""Programs of users, as the documents show them, built against the installed artifacts and run.

The artifacts that the build made are installed into a repository of their own, the way ``mvn install``
does; third-party libraries and Maven's plugins come from the repository that the build used.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import HOME

TARGET = HOME / "clients/target/jvm"
REPOSITORY = TARGET / "repository"
RUNTIME = HOME / "cli/target/runtime"
BUILT_FROM = Path(os.environ.get("MAVEN_REPOSITORY") or Path.home() / ".m2/repository")
ROOT_POM = (HOME / "pom.xml").read_text()
VERSION = re.search(r"<version>([^<]+)</version>", ROOT_POM)[1]

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>example</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>25</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>%s</dependencies>
  <build><plugins>%s</plugins></build>
</project>
"""
PLUGINS = {"compiler": "maven-compiler-plugin", "resources": "maven-resources-plugin", "dependency": "maven-dependency-plugin"}


def plugin(name):
    version = re.search(rf"<{name}-plugin.version>([^<]+)<", ROOT_POM)[1]
    return f"<plugin><artifactId>{PLUGINS[name]}</artifactId><version>{version}</version></plugin>"


def maven(folder, *arguments):
    command = ["mvn", "-B", "-q", "-s", TARGET / "settings.xml", f"-Dmaven.repo.local={REPOSITORY}", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.fixture(scope="module")
def installed():
    if shutil.which("mvn") is None or not BUILT_FROM.is_dir():
        pytest.skip("missing: mvn, or the repository that it built from (MAVEN_REPOSITORY)")
    shutil.rmtree(TARGET, ignore_errors=True)
    REPOSITORY.mkdir(parents=True)
    mirror = f"<mirror><id>built-from</id><mirrorOf>*</mirrorOf><url>{BUILT_FROM.as_uri()}</url></mirror>"
    (TARGET / "settings.xml").write_text(f"<settings><mirrors>{mirror}</mirrors></settings>")
    place = REPOSITORY / "io/cliquestream"
    jars = {jar.name.removesuffix(f"-{VERSION}.jar"): jar for jar in RUNTIME.glob(f"cliquestream-*-{VERSION}.jar")}
    for artifact in ("cliquestream", *jars):
        lies = place / artifact / VERSION
        lies.mkdir(parents=True)
        folder = HOME / artifact.removeprefix("cliquestream").removeprefix("-")
        shutil.copy(folder / "pom.xml", lies / f"{artifact}-{VERSION}.pom")
        if artifact in jars:
            shutil.copy(jars[artifact], lies)


def project(name, document, needle, dependency):
    """A project of the document's program and dependency, compiled; its class path."""
    folder = TARGET / name
    text = (HOME / document).read_text()
    (program,) = [code for code in re.findall(r"```java\n(.*?)```", text, re.S) if needle in code]
    source = folder / "src/main/java" / (needle + ".java")
    source.parent.mkdir(parents=True)
    source.write_text(program)
    plugins = "".join(map(plugin, PLUGINS))
    (folder / "pom.xml").write_text(POM % (dependency, plugins))
    listed = folder / "classpath"
    maven(folder, "compile", "dependency:build-classpath", f"-Dmdep.outputFile={listed}")
    return [str(folder / "target/classes"), *listed.read_text().strip().split(":")]


def java(class_path, *arguments):
    home = os.environ.get("JAVA_HOME")
    command = [str(Path(home, "bin/java")) if home else "java", "-Xmx512m"]
    command += ["--enable-native-access=ALL-UNNAMED", "-cp", ":".join(class_path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_program_with_the_library_alone(installed, tmp_path):
    text = (HOME / "docs/library.md").read_text()
    dependency = re.search(r"<dependency>.*?</dependency>", text, re.S)[0]
    class_path = project("library", "docs/library.md", "CountCliques", dependency)
    assert [Path(entry).name for entry in class_path[1:]] == [f"cliquestream-kernels-{VERSION}.jar"]
    graph = tmp_path / "graph.txt"
    graph.write_text("0 1\n1 2\n2 0\n2 3\n")
    assert java(class_path, "CountCliques", str(graph)).split("\n")[:3] == ["1 4", "2 4", "3 1"]


def test_a_table_could_not_be_read_without_a_module_that_no_document_named(installed, tmp_path):
    dependency = f"""<dependency><groupId>io.cliquestream</groupId>
      <artifactId>cliquestream-formats</artifactId><version>{VERSION}</version></dependency>"""
    class_path = project("formats", "docs/library.md", "CountOfTable", dependency)
    table = tmp_path / "payments.csv"
    table.write_text("payer,payee,amount\nann,bob,9.5\nbob,cy,3\ncy,ann,7\n")
    assert java(class_path, "CountOfTable", str(table)).strip() == "1 triangles of ann and others"


def test_a_program_with_the_kafka_client(installed, service):
    dependency = f"""<dependency><groupId>io.cliquestream</groupId>
      <artifactId>cliquestream-client</artifactId><version>{VERSION}</version></dependency>"""
    class_path = project("client", "docs/clients.md", "CountTriangles", dependency)
    assert java(class_path, "CountTriangles", service.bootstrap).split()[-1] == "1"
