"""What a release hands out has what a public repository asks for.

Made by the profile ``release`` out of the classes that the build has compiled, and signed by a key of this test's own.
"""

import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as Xml
import zipfile
from pathlib import Path

import pytest
from conftest import HOME

REPOSITORY = Path(os.environ.get("MAVEN_REPOSITORY") or Path.home() / ".m2/repository")
LIBRARIES = ("proto", "kernels", "formats", "client")
RELEASE = HOME / "clients/target/release"
POM = "{http://maven.apache.org/POM/4.0.0}"
#: Skips what the build has done: compiling, tests, the format, the CUDA library.
DONE = ("maven.main.skip", "maven.test.skip", "spotless.check.skip", "exec.skip", "cyclonedx.skip", "fuzz.exploration.skip")


def pom(folder):
    return Xml.parse(HOME / folder / "pom.xml").getroot()


def test_a_library_s_address_was_its_parent_s_with_the_artifact_behind_it():
    parent = pom(".")
    for wanted in ("url", "licenses/license/url", "developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url"):
        assert parent.findtext("/".join(POM + step for step in wanted.split("/"))), wanted
    # Maven would append it to what a module inherits.
    assert parent.get("child.project.url.inherit.append.path") == "false"
    scm = parent.find(POM + "scm")
    for place in ("connection", "developerConnection", "url"):
        assert scm.get(f"child.scm.{place}.inherit.append.path") == "false"
    for library in LIBRARIES:
        own = pom(library)
        assert own.findtext(POM + "name") and own.findtext(POM + "description")
        assert own.findtext(f"{POM}parent/{POM}artifactId") == "cliquestream"
        for inherited in ("url", "licenses", "developers", "scm"):
            assert own.find(POM + inherited) is None


@pytest.fixture(scope="module")
def keys():
    """A folder with a key without a passphrase, and nothing that is the machine's; None without gpg."""
    if shutil.which("gpg") is None or shutil.which("gpg-agent") is None:
        yield None
        return
    # Short: the agent's socket lies in it.
    with tempfile.TemporaryDirectory(prefix="gpg-", dir="/tmp") as folder:
        environment = os.environ | {"GNUPGHOME": folder}
        key = ["--quick-generate-key", "Test of a release <release@example.org>", "ed25519", "sign", "never"]
        subprocess.run(["gpg", "--batch", "--passphrase", "", *key], env=environment, check=True, capture_output=True, timeout=60)
        yield environment
        subprocess.run(["gpgconf", "--kill", "all"], env=environment, timeout=60)


@pytest.fixture(scope="module")
def released(keys):
    if shutil.which("mvn") is None:
        pytest.skip("missing: mvn")
    if not all((HOME / library / "target/classes").is_dir() for library in LIBRARIES):
        pytest.skip("missing: the libraries' classes; 'mvn package' makes them")
    shutil.rmtree(RELEASE, ignore_errors=True)
    for library in LIBRARIES:
        # Javadoc leaves pages of what is gone.
        shutil.rmtree(HOME / library / "target/reports/apidocs", ignore_errors=True)
    command = ["mvn", "-B", "-q", "-P", "release", "deploy", "-pl", "formats,client", "-am"]
    command += [f"-D{step}=true" for step in DONE] + [f"-DaltDeploymentRepository=release::{RELEASE.as_uri()}"]
    # As the build was told, or the jar would be made anew with another.
    built = zipfile.ZipFile(next((HOME / "cli/target/runtime").glob("cliquestream-kernels-*.jar"))).read("META-INF/MANIFEST.MF")
    commit = re.search(rb"Implementation-Commit: (\S*)", built)
    command += ["-T", "1C", f"-Dgpg.skip={str(keys is None).lower()}", f"-Dcliquestream.commit={commit[1].decode() if commit else ''}"]
    options = "--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
    environment = (keys or os.environ) | {"MAVEN_OPTS": os.environ.get("MAVEN_OPTS", options)}
    done = subprocess.run(command, cwd=HOME, env=environment, capture_output=True, text=True, timeout=400)
    said = done.stdout[-4000:] + done.stderr[-2000:]
    if "PluginResolutionException" in said and "transfer" in said:
        pytest.skip("missing: Maven's plugins of a release, which could not be fetched")
    assert done.returncode == 0, said
    return RELEASE / "io/cliquestream"


def names(archive):
    with zipfile.ZipFile(archive) as opened:
        return set(opened.namelist())


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_release_has_jar_sources_javadoc_and_pom_of_each_library(released, library):
    (folder,) = (place for place in (released / f"cliquestream-{library}").iterdir() if place.is_dir())
    (jar,) = folder.glob("*[0-9T].jar")
    sources, javadoc, described = (jar.with_name(jar.stem + ending) for ending in ("-sources.jar", "-javadoc.jar", ".pom"))
    for file in (jar, sources, javadoc, described):
        assert file.with_name(file.name + ".sha1").read_text().strip() and file.with_name(file.name + ".md5").exists()
    classes = {re.sub(r"(\$.*)?\.class$", ".java", name) for name in names(jar) if name.endswith(".class")}
    missing = {name for name in classes if name not in names(sources)}
    assert not missing, sorted(missing)[:5]
    pages = names(javadoc)
    assert "index.html" in pages
    public = {"kernels": "kernels/engine/Engine", "formats": "formats/GraphReader", "client": "client/CliquestreamClient"}
    shown = f"io/cliquestream/{public.get(library, 'contract/Topics')}.html"
    # Behind the module's name, where there is one.
    assert any(page == shown or page.endswith("/" + shown) for page in pages)
    folders = {page.rpartition("/")[0].removesuffix("/class-use") for page in pages if page.endswith(".html")}
    internal = pom(library).findtext(f"{POM}properties/{POM}internal.packages") or ""
    for package in filter(None, internal.split(":")):
        place = package.removesuffix(".*").replace(".", "/")
        assert not any(folder.startswith(place + "/") if package.endswith(".*") else folder == place for folder in folders)


@pytest.mark.parametrize("library", ("", *LIBRARIES))
def test_no_signature_was_ever_made(released, keys, library):
    if keys is None:
        pytest.skip("missing: gpg and its agent, so nothing is signed")
    (folder,) = (place for place in (released / f"cliquestream-{library}".rstrip("-")).iterdir() if place.is_dir())
    signed = [file for file in folder.iterdir() if file.suffix in (".jar", ".pom")]
    assert len(signed) == (4 if library else 1)
    for file in signed:
        asc = file.with_name(file.name + ".asc")
        done = subprocess.run(["gpg", "--batch", "--verify", asc, file], env=keys, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and "Good signature" in done.stderr, done.stderr
    # A signature is of these bytes alone.
    changed = folder / "changed"
    changed.write_bytes(signed[0].read_bytes() + b" ")
    asc = signed[0].with_name(signed[0].name + ".asc")
    done = subprocess.run(["gpg", "--batch", "--verify", asc, changed], env=keys, capture_output=True, text=True, timeout=60)
    changed.unlink()
    assert done.returncode != 0 and "BAD signature" in done.stderr


def test_a_release_of_the_libraries_alone_lacked_a_module_that_their_tests_need(released):
    assert list((released / "cliquestream").glob("*/*.pom"))
    assert {place.name for place in released.iterdir()} == {"cliquestream", *map("cliquestream-{}".format, LIBRARIES)}


def test_what_stays_is_compared_with_the_last_release_by_the_same_list():
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \| (.*) \|$", (HOME / "docs/library.md").read_text()))
    for library in ("kernels", "formats"):
        told = [f"io.cliquestream.{library}.{name}" for name in re.findall(r"`([^`]+)`", rows[library])]
        assert pom(library).findtext(f"{POM}properties/{POM}held.packages").split(";") == told


def jdk(tool):
    """Of the JDK that the launcher runs: the first one of the path may be too old."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", tool)) if home else tool


@pytest.fixture
def last_release(released, tmp_path):
    """Makes a release of ``kernels``, with a method more than there is now where that is said; gives what Maven said."""
    version = "0.0.0-of-a-test"
    place = REPOSITORY / "io/cliquestream/cliquestream-kernels" / version
    (now,) = (released / "cliquestream-kernels").glob("*/*[0-9T].jar")
    shutil.copy(now, HOME / "kernels/target" / re.sub(r"-\d{8}\.\d+-\d+", "-SNAPSHOT", now.name))

    def compared(more):
        place.mkdir(parents=True, exist_ok=True)
        then = place / f"cliquestream-kernels-{version}.jar"
        shutil.copy(now, then)
        then.with_suffix(".pom").write_text((HOME / "kernels/pom.xml").read_text())
        if more:
            source = tmp_path / "Parallelism.java"
            text = (HOME / "kernels/src/main/java/io/cliquestream/kernels/control/Parallelism.java").read_text()
            source.write_text(text[: text.rindex("}")] + f"\n  public int {more}() {{ return 1; }}\n}}\n")
            subprocess.run([jdk("javac"), "-cp", now, "-d", tmp_path, source], check=True, timeout=120)
            subprocess.run([jdk("jar"), "uf", then, "-C", tmp_path, "io"], check=True, timeout=120)
        command = ["mvn", "-B", "japicmp:cmp@compare", "-pl", "kernels", f"-Dlast.release={version}"]
        done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, timeout=400)
        said = done.stdout + done.stderr
        if "PluginResolutionException" in said or "NoPluginFoundForPrefix" in said:
            pytest.skip("missing: japicmp-maven-plugin, which could not be fetched")
        return done.returncode, said

    yield compared
    shutil.rmtree(place, ignore_errors=True)


def test_a_method_that_went_since_the_last_release_fails_the_release(last_release):
    status, said = last_release("")
    assert status == 0, said[-4000:]
    status, said = last_release("gone")
    assert status != 0 and "Parallelism.gone()" in said and "METHOD_REMOVED" in said, said[-4000:]
