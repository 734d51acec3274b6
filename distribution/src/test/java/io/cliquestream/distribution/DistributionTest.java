package io.cliquestream.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder that is handed out, as a stranger's machine sees it. */
final class DistributionTest {
  private static final long LARGEST_ARCHIVE = 55_000_000;
  private static final long LONGEST_RUN_SECONDS = 120;
  private static final Path IMAGE = Path.of(System.getProperty("distribution.image", ""));
  private static final String ARCHIVE = System.getProperty("distribution.archive", "");

  @TempDir private Path elsewhere;

  @BeforeAll
  static void onlyWhereItIsMade() {
    assumeThat(IMAGE.resolve("lib")).as("the distribution is for Linux on x86-64").isDirectory();
  }

  @Test
  void everyPartIsThere() throws IOException {
    assertThat(IMAGE.resolve("cliquestream")).isExecutable();
    assertThat(IMAGE.resolve("runtime/bin/java")).isExecutable();
    assertThat(IMAGE.resolve("runtime/legal/java.base/LICENSE")).exists();
    assertThat(IMAGE.resolve("README.md")).isNotEmptyFile();
    assertThat(names(IMAGE.resolve("lib")))
        .anyMatch(name -> name.startsWith("cliquestream-worker"))
        .anyMatch(name -> name.startsWith("kafka-clients"))
        .noneMatch(name -> name.contains("junit") || name.contains("jmh"))
        .noneMatch(name -> name.startsWith("jcuda-natives"));
  }

  @Test
  void everyComponentHasALicenceWithItsText() throws IOException {
    Path licenses = IMAGE.resolve("licenses");
    String index = Files.readString(licenses.resolve("README.md"));
    for (String jar : names(IMAGE.resolve("lib"))) {
      if (jar.endsWith(".jar")) {
        assertThat(index).contains("| " + jar + " |");
      }
    }
    index
        .lines()
        .filter(line -> line.endsWith(".txt` |"))
        .map(line -> line.substring(line.lastIndexOf("| `") + 3, line.length() - 3))
        .forEach(text -> assertThat(licenses.resolve(text)).isNotEmptyFile());
    assertThat(licenses.resolve("NVIDIA.txt")).isNotEmptyFile();
    assertThat(licenses.resolve("CUB.txt")).isNotEmptyFile();
  }

  @Test
  void theCudaFilesLieOutsideTheJars() throws IOException {
    Path natives = IMAGE.resolve("lib/native");
    assumeThat(natives).as("there was no nvcc where this was built").isDirectory();
    assertThat(names(natives))
        .contains("libcliquestream_cuda.so", "cliquestream.fatbin", "natives.properties")
        .anyMatch(name -> name.startsWith("libJCudaDriver-"))
        .hasSize(4);
  }

  @Test
  void manualPagesAndCompletionAreThoseOfTheseCommands() throws IOException {
    Path share = IMAGE.resolve("share");
    assertThat(share.resolve("man/man1/cliquestream.1")).content().contains("compute");
    assertThat(names(share.resolve("man/man1"))).hasSizeGreaterThan(30);
    assertThat(share.resolve("bash-completion/completions/cliquestream"))
        .content()
        .contains("--per-vertex");
    assertThat(share.resolve("fish/vendor_completions.d/cliquestream.fish"))
        .content()
        .contains("complete -c cliquestream");
  }

  @Test
  void itRunsWithoutJavaOnThePathFromAnywhere() throws Exception {
    Path graph = elsewhere.resolve("graph.txt");
    Files.writeString(graph, "1 2\n2 3\n1 3\n3 4\n2 4\n");
    assertThat(run("compute", "triangles", "--graph", graph.toString(), "--json"))
        .containsPattern("\"triangles\"\\s*:\\s*\"?2\\b");
    assertThat(run("engines")).contains("cpu");
  }

  @Test
  void anotherCollectorOnceStoppedTheVirtualMachine() throws Exception {
    assertThat(runWith("-Xmx512m -XX:+UseSerialGC", "engines")).contains("cpu");
  }

  @Test
  void aReleaseIsSmallAndNamesNoPlaceOfTheBuild() throws IOException {
    assumeThat(ARCHIVE).as("only mvn -P distribution makes an archive").isNotEmpty();
    assertThat(Files.size(Path.of(ARCHIVE))).isLessThan(LARGEST_ARCHIVE);
    assertThat(IMAGE.resolve("bill-of-materials.json")).isNotEmptyFile();
    String home = System.getProperty("user.home");
    String repository = Path.of("").toAbsolutePath().getParent().toString();
    try (Stream<Path> files = Files.walk(IMAGE)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(content.contains(repository)).as("%s names %s", file, repository).isFalse();
        assertThat(content.contains(home + "/.")).as("%s names the home %s", file, home).isFalse();
      }
    }
  }

  /** Runs the launcher with nothing but the system's own commands in reach. */
  private String run(String... arguments) throws Exception {
    return runWith("-Xmx512m", arguments);
  }

  private String runWith(String javaOptions, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(IMAGE.resolve("cliquestream").toString());
    command.addAll(List.of(arguments));
    Path output = elsewhere.resolve("output");
    var builder =
        new ProcessBuilder(command)
            .directory(elsewhere.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("CLIQUESTREAM_JAVA_OPTIONS", javaOptions);
    Process process = builder.start();
    boolean ended = process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(ended).as("it ended: %s", text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
