package io.cliquestream.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.cli.Main;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Runs every documented command as it stands, in a folder of its own beside a real broker and
 * worker, page by page; the shell stops at the first one that fails.
 */
@Tag("long")
@Tag("seam")
final class DocumentedCommandsTest {
  private static final long PAGE_SECONDS = 300;
  private static final int VERTICES = 12;

  /** What the pages leave open. FILE and LABELS are words of their own. */
  private static final Map<String, String> FILLED_IN =
      Map.of(
          "\\bFILE\\b", "graph.txt",
          "\\bLABELS\\b", "labels.txt",
          "--base VERSION\\b", "--base \"\\$version\"",
          "HOST:PORT|localhost:9092", "\"\\$BOOTSTRAP\"",
          // Ends when it is told to.
          "^(\\./cliquestream watch .*)$", "until_it_follows $1",
          // Twenty seconds of waiting for the clock.
          "--rate 20 ", "--rate 200 ",
          // As much as a test may take.
          "--jobs 10000 ", "--jobs 100 ",
          "rmat 20 16 ", "rmat 12 16 ",
          // The launcher's own words, without the launcher.
          "^(generate|load) ", "./cliquestream $1 ");

  /** Pages whose graph is one of their own, because others count on what {@code social} holds. */
  private static final Map<String, String> OWN_GRAPH =
      Map.of(
          "docs/alerts.md",
          "circle",
          "docs/evolving.md",
          "network",
          "docs/graph-files.md",
          "table",
          "docs/scale-out.md",
          "crowd");

  /** What the reader of a page has done before. */
  private static final Map<String, String> BEFORE =
      Map.of(
          "docs/alerts.md",
          "version=$(./cliquestream publish circle graph.txt)\n",
          "docs/graph-files.md",
          "version=$(./cliquestream publish table graph.txt)\n",
          "docs/scale-out.md",
          "./cliquestream generate rmat 9 8 0.57 0.19 0.19 7 --publish crowd\n",
          "docs/standing-jobs.md",
          "version=$(./cliquestream publish social graph.txt)\n",
          "loadgen/README.md",
          "./cliquestream publish facebook graph.txt\n");

  private static final String PREAMBLE =
      """
      set -euo pipefail
      shopt -s expand_aliases
      # The manual's pages are looked at where there is a reader for them.
      command -v man >/dev/null || man() { test -s "man/man1/$3.1"; }
      until_it_follows() { timeout --preserve-status -s TERM 6 "$@" || [ $? -eq 143 ]; }
      """;

  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static WorkerService worker;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start();
    Files.writeString(folder.resolve("cliquestream"), launcher(), StandardCharsets.UTF_8);
    assertThat(folder.resolve("cliquestream").toFile().setExecutable(true)).isTrue();
    files();
    assertThat(shell("./cliquestream topics create --partitions 2").text()).contains("graphs.v1");
    Configuration configuration =
        WorkerSchema.schema()
            .load(
                null,
                Map.of(),
                Map.of("kafka.bootstrap", broker.bootstrapServers(), "http.port", "0"));
    worker = WorkerService.start(configuration);
    // As docs/load-test.md does, which counts on it.
    Ended published =
        shell(
            "./cliquestream generate rmat 14 16 0.57 0.19 0.19 7 --publish social --graph-version 1\n"
                + "./cliquestream submit triangles --graph-id social --wait");
    assertThat(published.code()).as(published.text()).isZero();
  }

  @AfterAll
  static void stop() {
    worker.close();
    broker.close();
  }

  /** The launcher of this class path; every command finds the broker of this test. */
  private static String launcher() {
    return """
        #!/usr/bin/env bash
        words=("$@")
        case "${1:-}" in
          publish | submit | cancel | retire | delta | stream | watch | topics | load | generate)
            case " $* " in
              *" --bootstrap "*) ;;
              *" --help "*) ;;
              " generate "*) [[ " $* " != *" --publish "* ]] || words+=(--bootstrap "$BOOTSTRAP") ;;
              *) words+=(--bootstrap "$BOOTSTRAP") ;;
            esac ;;
        esac
        exec "%s" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx${HEAP:-1g} --enable-native-access=ALL-UNNAMED \
          --sun-misc-unsafe-memory-access=allow -cp "%s" %s "${words[@]}"
        """
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            Main.class.getName());
  }

  private static void files() throws IOException {
    StringBuilder edges = new StringBuilder();
    StringBuilder labels = new StringBuilder();
    for (int u = 0; u < VERTICES; u++) {
      labels.append(u).append(' ').append(u % 2 == 0 ? 4 : 7).append('\n');
      for (int v = u + 1; v < VERTICES; v++) {
        if (areAdjacent(u, v)) {
          edges.append(u).append(' ').append(v).append('\n');
        }
      }
    }
    write("graph.txt", edges.toString());
    write("labels.txt", labels.toString());
    write(
        "known.txt",
        "facebook triangles " + cliques(3) + "\nfacebook k-cliques:4 " + cliques(4) + "\n");
    write("people.csv", "person,friend,since\nann,bob,2001\nbob,cy,2002\ncy,ann,2003\n");
    write("trust.dat", "1::2::978300760\n2::3::978302109\n3::1::956704746\n");
    write("export.tsv", "ann\tbob\\\t2\nbob\\\t2\tC:\\\\temp\n");
    write("2024.csv", "from,to\nann,bob\nbob,cy\n");
    write("client.properties", "security.protocol=PLAINTEXT\n");
    try (var gzip = new GZIPOutputStream(Files.newOutputStream(folder.resolve("edges.csv.gz")))) {
      gzip.write(
          "source,target,weight\n1,2,0.5\n2,3,0.5\n3,1,0.5\n".getBytes(StandardCharsets.UTF_8));
    }
    try (var xz =
        new XZOutputStream(
            Files.newOutputStream(folder.resolve("2025.csv.xz")), new LZMA2Options())) {
      xz.write("from,to\ncy,ann\n".getBytes(StandardCharsets.UTF_8));
    }
    Files.createDirectories(folder.resolve(".config/fish/completions"));
  }

  private static boolean areAdjacent(int u, int v) {
    return (u + v) % 4 != 0;
  }

  /** Cliques of so many vertices in the graph, by looking at every set of vertices. */
  private static long cliques(int size) {
    long count = 0;
    for (int set = 0; set < 1 << VERTICES; set++) {
      int candidate = set;
      if (Integer.bitCount(candidate) == size
          && IntStream.range(0, VERTICES)
              .filter(v -> ((candidate >> v) & 1) == 1)
              .allMatch(
                  v ->
                      IntStream.range(0, v)
                          .filter(u -> ((candidate >> u) & 1) == 1)
                          .allMatch(u -> areAdjacent(u, v)))) {
        count++;
      }
    }
    return count;
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private record Ended(int code, String text) {}

  private static Ended shell(String script) throws IOException, InterruptedException {
    Path log = Files.createTempFile(folder, "shell", ".log");
    var builder =
        new ProcessBuilder("bash", "-c", PREAMBLE + script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("BOOTSTRAP", broker.bootstrapServers());
    builder.environment().put("HOME", folder.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(PAGE_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Ended(process.waitFor(), Files.readString(log));
  }

  @TestFactory
  Stream<DynamicTest> everyCommandOfEveryPageWorks() throws IOException {
    return DocumentedCommands.pages().stream()
        .filter(page -> !page.commands().isEmpty())
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page)));
  }

  /** As they stand, at the size that they name: a GPU is quick, and some say what must come out. */
  @TestFactory
  @Tag("gpu")
  Stream<DynamicTest> everyCommandForAGpuWorksWhereThereIsOne() throws IOException {
    return DocumentedCommands.pages().stream()
        .filter(page -> !page.onGpu().isEmpty())
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> runOnGpu(page)));
  }

  private static void runOnGpu(DocumentedCommands.Page page)
      throws IOException, InterruptedException {
    var installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    var script = new StringBuilder("export HEAP=8g\n");
    if (page.onGpu().stream().anyMatch(command -> command.contains("rmat20.el32"))) {
      append(script, "./cliquestream generate rmat 20 16 0.57 0.19 0.19 7 rmat20.el32");
    }
    for (String command : page.onGpu()) {
      append(
          script,
          command
              .replaceAll("\\bFILE\\b", "graph.txt")
              .replace("triangles=COUNT", "triangles=" + cliques(3)));
    }
    requireSuccess(script);
  }

  private static void run(DocumentedCommands.Page page) throws IOException, InterruptedException {
    var script = new StringBuilder(BEFORE.getOrDefault(page.name(), ""));
    for (String command : page.commands()) {
      String filled =
          command.replaceAll("\\bsocial\\b", OWN_GRAPH.getOrDefault(page.name(), "social"));
      for (Map.Entry<String, String> open : FILLED_IN.entrySet()) {
        filled = filled.replaceAll(open.getKey(), open.getValue());
      }
      append(script, filled);
    }
    requireSuccess(script);
  }

  private static void append(StringBuilder script, String command) {
    script.append("echo '=== '").append(quoted(command)).append('\n').append(command).append('\n');
  }

  private static void requireSuccess(StringBuilder script)
      throws IOException, InterruptedException {
    Ended ended = shell(script.toString());
    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(ended.text()).doesNotContain("Exception in thread", "\tat java.base");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  @TestFactory
  Stream<DynamicTest> everyJavaBlockOfEveryPageWorks() throws IOException {
    return DocumentedJava.blocks().stream()
        .map(
            block ->
                DynamicTest.dynamicTest(
                    block.where(),
                    () -> DocumentedJava.run(block, folder, broker.bootstrapServers())));
  }

  @Test
  void everyBlockIsRunOrSaidToBeSomethingElse() throws IOException {
    assertThat(DocumentedCommands.unexplained()).isEmpty();
    assertThat(DocumentedBlocks.all())
        .extracting(DocumentedBlocks.Block::language)
        .containsOnly("", "sh", "java", "python", "xml", "cuda");
  }

  /** Asked for its help, each shows it, with the options that are named. */
  @TestFactory
  Stream<DynamicTest> everyCommandThatASentenceNamesIsThere() throws IOException {
    Map<String, String> named = NamedCommands.all();
    assertThat(named).hasSizeGreaterThan(25);
    return named.entrySet().stream()
        .map(
            command ->
                DynamicTest.dynamicTest(
                    command.getValue() + ": " + command.getKey(),
                    () -> showsItself(command.getKey())));
  }

  private static void showsItself(String command) {
    List<String> words = List.of(command.split(" "));
    CommandLineRun run =
        CommandLineRun.of(
            Stream.concat(words.stream(), Stream.of("--help")).toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(words.stream().filter(word -> word.startsWith("--")))
        .allMatch(option -> run.out().contains(option));
  }

  /** Blocks are fenced: nothing looks for commands among lines that are indented instead. */
  @Test
  void noCommandIsShownOutsideOfABlock() throws IOException {
    for (Path page : DocumentedBlocks.pages()) {
      assertThat(Files.readString(page).replaceAll("(?ms)^```.*?^```$", ""))
          .as(page.toString())
          .doesNotContainPattern("(?m)^( {4}|\\t)\\./[a-z]");
    }
  }

  @Test
  void theDependencyIsWhatTheBuildMakes() throws IOException {
    String pom = Files.readString(DocumentedBlocks.HOME.resolve("kernels/pom.xml"));
    for (DocumentedBlocks.Block block : DocumentedBlocks.all()) {
      if (block.language().equals("xml")) {
        for (String line : block.lines().subList(1, block.lines().size() - 1)) {
          assertThat(pom).as(block.where()).contains(line.strip());
        }
      }
    }
  }

  @Test
  void theEnumerationIsTheOneThatIsCompiledAndTested() throws IOException {
    String tested =
        withoutComments(
            Files.readString(
                DocumentedBlocks.HOME.resolve(
                    "kernels/src/test/cuda/enumerate/quasi_clique_kernels.cu")));
    for (DocumentedBlocks.Block block : DocumentedBlocks.all()) {
      if (block.language().equals("cuda")) {
        assertThat(tested).as(block.where()).isEqualTo(withoutComments(block.text()));
      }
    }
  }

  private static String withoutComments(String source) {
    return source.replaceAll("//[^\n]*", "").replaceAll("\\s+", " ").strip();
  }

  @Test
  void nothingIsSkippedThatIsNotDocumented() throws IOException {
    assertThat(DocumentedCommands.unusedReasons()).isEmpty();
    assertThat(DocumentedCommands.unusedExplanations()).isEmpty();
  }

  @Test
  void commandsForAGpuWereFound() throws IOException {
    assertThat(DocumentedCommands.pages())
        .filteredOn(page -> !page.onGpu().isEmpty())
        .extracting(DocumentedCommands.Page::name)
        .contains("docs/cuda-engine.md", "docs/walks.md", "docs/benchmarks/whole.md");
  }

  @Test
  void commandsWereFound() throws IOException {
    List<String> found =
        DocumentedCommands.pages().stream().flatMap(page -> page.commands().stream()).toList();
    assertThat(found).hasSizeGreaterThan(35);
  }
}
