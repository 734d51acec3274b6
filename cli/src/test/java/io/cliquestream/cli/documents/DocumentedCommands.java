package io.cliquestream.cli.documents;

import io.cliquestream.cli.documents.DocumentedBlocks.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commands that the documents show: the lines of every block without a language or with {@code
 * sh} that begin with a program. What cannot run beside a test is named here with the reason; what
 * a block leaves open, such as a file's name, is filled in here.
 */
final class DocumentedCommands {
  private static final Set<String> PROGRAMS =
      Set.of(
          "./cliquestream",
          "CLIQUESTREAM_TRACES_OTLP_ENDPOINT=http://collector:4318/v1/traces",
          "GO111MODULE=off",
          "awk",
          "clients/shell/cliquestream.sh",
          "curl",
          "docker",
          "generate",
          "helm",
          "java",
          "jdeps",
          "kafka-acls.sh",
          "kafka-configs.sh",
          "load",
          "mvn",
          "node",
          "nvcc",
          "openssl",
          "printf",
          "python3",
          "source",
          "zcat");

  /** Pages whose commands another test runs. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "docs/api.md", "ApiPageTest of worker runs every line",
          "docs/clients.md", "clients/tests/test_documents.py and its neighbours run every block",
          "clients/python/README.md", "clients/tests/test_documents.py runs every block");

  private static final Pattern HERE = Pattern.compile("<<'([A-Z]+)'$");

  /** What blocks hold that show something else: pictures, files, what a program says. */
  private static final List<String> NO_COMMANDS =
      List.of(
          // Pictures of what goes where.
          "GPU 0, its process",
          "host: rows ──────► up, chunk by chunk",
          "Kafka in  jobs.v1   ─┼─►",
          "add each part once (bitmap)",
          "plan: model, choice, classes",
          "send jobs.v1                     whoever sent it",
          "JobCoordinator -> JobRuns",
          "GraphTopicPoller -> GraphIntakeVerticle",
          // Files; DocumentedFilesTest reads them.
          "security.protocol=SASL_SSL",
          "# who    role      what they show",
          "# who   rights         whose key it is",
          // What is said.
          "rings alert 1  social@3  APPEARED",
          "rate      wanted 20.0/s",
          "match 0-1,0-2,0-4,1-2,2-3,3-4, edge-induced",
          "cliquestream: FILE_LINE_INVALID: edges.txt line 7",
          "WARN  JobService - not connected to");

  /** The reason of commands that run where there is a GPU. */
  private static final String GPU = "needs a GPU";

  /** Beginnings of lines that are not run, and why. */
  private static final Map<String, String> SKIPPED = skipped();

  private static Map<String, String> skipped() {
    var skipped = new LinkedHashMap<String, String>();
    skipped.put("./cliquestream demo", "DemoCommandTest runs it");
    skipped.put("./cliquestream test", "this is one of its tests");
    skipped.put("./cliquestream serve", "the worker of this test answers in its place");
    skipped.put("CLIQUESTREAM_TRACES_OTLP_ENDPOINT", "needs a collector; TracesTest has one");
    skipped.put("./cliquestream compute triangles --graph FILE --engine cuda", GPU);
    skipped.put("./cliquestream compute triangles --graph FILE --method hash", GPU);
    skipped.put("./cliquestream compute k-cliques --k 8 --graph FILE --engine cuda", "needs GPUs");
    skipped.put(
        "./cliquestream submit k-cliques --k 8 --graph-id social --engine cuda",
        "needs workers with GPUs");
    skipped.put("./cliquestream bench devices", "needs GPUs");
    skipped.put("./cliquestream bench triangles", GPU);
    skipped.put("./cliquestream bench systems", GPU);
    skipped.put("./cliquestream bench whole", GPU);
    skipped.put("./cliquestream compute triangles --allow-url", "needs the internet");
    skipped.put("./cliquestream load-stream", "StreamCommandTest runs a shorter one");
    skipped.put("./cliquestream campaign", "CampaignTest runs a smaller one");
    skipped.put("./cliquestream distribution", "DistributionTest puts it together and runs it");
    skipped.put("docker", "needs Docker; ContainersTest of deploy reads the files");
    skipped.put("./cliquestream publish social FILE --bootstrap localhost:9094", "docker's broker");
    skipped.put(
        "./cliquestream submit triangles --graph-id social --wait --bootstrap localhost:9094",
        "docker's broker");
    skipped.put("helm install", "needs a cluster; the chart's own tests render it");
    skipped.put("kafka-", "needs Kafka's own tools; MinimalRightsTest grants the same rights");
    skipped.put("mvn", "builds");
    skipped.put("./cliquestream train", "the launcher's own word, which every build uses");
    skipped.put("java", "follows a build");
    skipped.put("jdeps", "follows a build");
    skipped.put("nvcc", "needs a CUDA toolkit; the build compiles the same program");
    return skipped;
  }

  private DocumentedCommands() {}

  /**
   * A page and the commands on it, in order.
   *
   * @param onGpu those that run where there is a GPU
   */
  record Page(String name, List<String> commands, List<String> onGpu, List<String> notRun) {
    Page(String name) {
      this(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private void add(String command) {
      Optional<String> reason = reason(command);
      if (reason.isEmpty()) {
        commands.add(command);
      } else if (reason.get().equals(GPU)) {
        onGpu.add(command);
      } else {
        notRun.add(command);
      }
    }
  }

  /** Every page of the repository that shows commands, but for those that other tests run. */
  static List<Page> pages() throws IOException {
    Map<String, Page> pages = new LinkedHashMap<>();
    for (Block block : DocumentedBlocks.all()) {
      if (isShell(block) && !ELSEWHERE.containsKey(block.page())) {
        for (String command : commands(block.lines())) {
          pages.computeIfAbsent(block.page(), Page::new).add(command);
        }
      }
    }
    return List.copyOf(pages.values());
  }

  private static boolean isShell(Block block) {
    return block.language().isEmpty() || block.language().equals("sh");
  }

  /** Blocks that hold no command and are not named as something else; by page and line. */
  static List<String> unexplained() throws IOException {
    return DocumentedBlocks.all().stream()
        .filter(DocumentedCommands::isShell)
        .filter(block -> !ELSEWHERE.containsKey(block.page()))
        .filter(block -> commands(block.lines()).isEmpty())
        .filter(block -> NO_COMMANDS.stream().noneMatch(block.text()::contains))
        .map(Block::where)
        .toList();
  }

  /** Entries of the list of things that are no commands that stand in no block. */
  static List<String> unusedExplanations() throws IOException {
    List<Block> blocks = DocumentedBlocks.all();
    return NO_COMMANDS.stream()
        .filter(text -> blocks.stream().noneMatch(block -> block.text().contains(text)))
        .toList();
  }

  /** Why a command is not run everywhere, if it is not. */
  static Optional<String> reason(String command) {
    return SKIPPED.entrySet().stream()
        .filter(entry -> command.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Entries of the list above that no command begins with. */
  static List<String> unusedReasons() throws IOException {
    List<String> explained = new ArrayList<>();
    for (Page page : pages()) {
      explained.addAll(page.notRun());
      explained.addAll(page.onGpu());
    }
    return SKIPPED.keySet().stream()
        .filter(start -> explained.stream().noneMatch(command -> command.startsWith(start)))
        .toList();
  }

  private static List<String> commands(List<String> lines) {
    List<String> commands = new ArrayList<>();
    StringBuilder command = new StringBuilder();
    String end = "";
    for (String line : lines) {
      if (!end.isEmpty()) {
        // What a command is given on its standard input.
        command.append('\n').append(line);
        if (line.equals(end)) {
          commands.add(command.toString());
          command.setLength(0);
          end = "";
        }
      } else if (!command.isEmpty() || PROGRAMS.contains(line.split("\\s", 2)[0])) {
        var here = HERE.matcher(line);
        if (here.find()) {
          command.append(line);
          end = here.group(1);
        } else if (line.endsWith("\\")) {
          command.append(line, 0, line.length() - 1);
        } else {
          commands.add(command.append(line).toString());
          command.setLength(0);
        }
      }
    }
    return commands;
  }
}
