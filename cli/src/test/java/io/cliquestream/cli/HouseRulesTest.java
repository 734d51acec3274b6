package io.cliquestream.cli;

import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What a newcomer may rely on in the sources of every module. */
final class HouseRulesTest {
  private static final int MOST_LINES = 500;
  private static final int MOST_FILES = 25;

  /** Public packages whose names programs use: files of them cannot move. */
  private static final Map<String, Integer> LARGER =
      Map.of("io/cliquestream/client", 36, "io/cliquestream/contract", 44);

  private static final List<String> MODULES =
      List.of(
          "proto",
          "kernels",
          "formats",
          "broker",
          "client",
          "loadgen",
          "worker",
          "benchmarks",
          "cli",
          "deploy",
          "clients",
          "distribution");

  /**
   * Names that two classes have; the list may only shrink. Programs use both by that name: the
   * compute library's outcome of a job, and the client's.
   */
  private static final Set<String> TAKEN_TWICE = Set.of("JobOutcome");

  /**
   * The launcher and the image build with {@code -Dmaven.test.skip}: there are no jars of tests.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "proto",
        "kernels",
        "formats",
        "broker",
        "client",
        "loadgen",
        "worker",
        "benchmarks",
        "cli"
      })
  void aBuildWithoutTestsAskedForTheTestsOfAnotherModule(String module) throws Exception {
    Element project =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(Path.of("..", module, "pom.xml").toFile())
            .getDocumentElement();
    NodeList types = project.getElementsByTagName("type");
    for (int i = 0; i < types.getLength(); i++) {
      if (types.item(i).getTextContent().equals("test-jar")) {
        Element profile = enclosing(types.item(i), "profile");
        assertThat(profile).as("a jar of tests in %s is for builds with tests", module).isNotNull();
        assertThat(((Element) profile.getElementsByTagName("activation").item(0)).getTextContent())
            .contains("!maven.test.skip");
      }
    }
  }

  private static Element enclosing(Node node, String name) {
    Node parent = node.getParentNode();
    while (parent != null && !parent.getNodeName().equals(name)) {
      parent = parent.getParentNode();
    }
    return (Element) parent;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"proto", "formats", "broker", "client", "loadgen", "worker", "benchmarks", "cli"})
  void everyPackageSaysWhatItIsAndIsSmall(String module) {
    Path root = Path.of("..", module, "src", "main", "java");
    Map<String, List<String>> packages =
        sources(root)
            .collect(
                Collectors.groupingBy(
                    file -> root.relativize(file.getParent()).toString(),
                    TreeMap::new,
                    Collectors.mapping(
                        file -> file.getFileName().toString(), Collectors.toList())));
    assertThat(packages)
        .isNotEmpty()
        .allSatisfy(
            (name, files) -> {
              assertThat(files)
                  .as("%s says what it owns, on which thread, and who may call it", name)
                  .contains("package-info.java");
              assertThat(files)
                  .as("%s holds one concept", name)
                  .hasSizeLessThanOrEqualTo(1 + LARGER.getOrDefault(name, MOST_FILES));
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "proto",
        "kernels",
        "formats",
        "broker",
        "client",
        "loadgen",
        "worker",
        "benchmarks",
        "cli"
      })
  void noFileHoldsTwoConcepts(String module) {
    assertThat(sources(Path.of("..", module, "src")))
        .isNotEmpty()
        .allSatisfy(
            file ->
                assertThat(lines(file))
                    .as("%s is to be split by concept", file)
                    .isLessThanOrEqualTo(MOST_LINES));
  }

  @Test
  void noNameStandsForTwoClasses() {
    Map<String, List<Path>> byName =
        MODULES.stream()
            .map(module -> Path.of("..", module, "src", "main", "java"))
            .filter(Files::isDirectory)
            .flatMap(HouseRulesTest::sources)
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(Collectors.groupingBy(HouseRulesTest::simpleName, TreeMap::new, toList()));
    assertThat(byName).hasSizeGreaterThan(1_000);
    byName.values().removeIf(files -> files.size() == 1);
    assertThat(byName.keySet())
        .as("who reads one of these names has to look which class is meant: %s", byName)
        .isEqualTo(TAKEN_TWICE);
  }

  private static String simpleName(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static Stream<Path> sources(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
