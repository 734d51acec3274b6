package io.cliquestream.cli.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The commands that the documents show: the lines of every block without a language or with {@code
 * sh} that begin with a program. What cannot run beside a test is named here with the reason; what
 * a block leaves open, such as a file's name, is filled in here.
 */
final class DocumentedCommands {
  /** Where the repository lies, from this module. */
  static final Path HOME = Path.of("..").toAbsolutePath().normalize();

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
          "docs/alerts.md", "AlertTest and KafkaCommandsTest run the same on graphs of their own",
          "docs/evolving.md", "StreamCommandTest runs the same on a stream of its own",
          "docs/scale-out.md", "SplitJobTest runs the same on a group of its own",
          "deploy/README.md", "needs Docker; the tests of deploy read the files");

  /** Beginnings of lines that are not run, and why. */
  private static final Map<String, String> SKIPPED = skipped();

  private static Map<String, String> skipped() {
    var skipped = new LinkedHashMap<String, String>();
    skipped.put("./cliquestream demo", "DemoCommandTest runs it");
    skipped.put("./cliquestream test", "this is one of its tests");
    skipped.put("./cliquestream serve", "the worker of this test answers in its place");
    skipped.put("CLIQUESTREAM_TRACES_OTLP_ENDPOINT", "needs a collector; TracesTest has one");
    skipped.put("./cliquestream compute triangles --graph FILE --engine cuda", "needs a GPU");
    skipped.put("./cliquestream compute triangles --graph FILE --method hash", "needs a GPU");
    skipped.put("./cliquestream bench", "needs a GPU");
    skipped.put("./cliquestream compute triangles --allow-url", "needs the internet");
    skipped.put("./cliquestream load-stream", "StreamCommandTest runs a shorter one");
    skipped.put("./cliquestream campaign", "CampaignTest runs a smaller one");
    skipped.put("helm install", "needs a cluster; the chart's own tests render it");
    skipped.put("kafka-", "needs Kafka's own tools; MinimalRightsTest grants the same rights");
    skipped.put("mvn", "builds");
    skipped.put("java", "follows a build");
    skipped.put("nvcc", "needs a CUDA toolkit; the build compiles the same program");
    return skipped;
  }

  private DocumentedCommands() {}

  /** A page and the commands on it, in order. */
  record Page(String name, List<String> commands, List<String> notRun) {}

  /** Every page of the repository that shows commands, but for those that other tests run. */
  static List<Page> pages() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (Path file : files()) {
      String name = HOME.relativize(file).toString();
      if (ELSEWHERE.containsKey(name)) {
        continue;
      }
      List<String> commands = new ArrayList<>();
      List<String> notRun = new ArrayList<>();
      for (String command : commands(Files.readAllLines(file))) {
        Optional<String> reason = reason(command);
        (reason.isPresent() ? notRun : commands).add(command);
      }
      if (!commands.isEmpty() || !notRun.isEmpty()) {
        pages.add(new Page(name, commands, notRun));
      }
    }
    return pages;
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> documents = Files.walk(HOME.resolve("docs"))) {
      return Stream.concat(
              Stream.of(
                      "README.md",
                      "CONTRIBUTING.md",
                      "kernels/README.md",
                      "proto/README.md",
                      "loadgen/README.md",
                      "worker/README.md",
                      "deploy/README.md",
                      "distribution/README.md")
                  .map(HOME::resolve),
              documents.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  /** Why a command is not run here, if it is not. */
  static Optional<String> reason(String command) {
    return SKIPPED.entrySet().stream()
        .filter(entry -> command.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Entries of the list above that no command begins with. */
  static List<String> unusedReasons() throws IOException {
    List<String> notRun = new ArrayList<>();
    pages().forEach(page -> notRun.addAll(page.notRun()));
    return SKIPPED.keySet().stream()
        .filter(start -> notRun.stream().noneMatch(command -> command.startsWith(start)))
        .toList();
  }

  private static List<String> commands(List<String> lines) {
    List<String> commands = new ArrayList<>();
    boolean inside = false;
    boolean shell = false;
    StringBuilder continued = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith("```")) {
        inside = !inside;
        shell = inside && (line.equals("```") || line.equals("```sh"));
        continue;
      }
      if (!shell || (continued.isEmpty() && !PROGRAMS.contains(line.split("\\s", 2)[0]))) {
        continue;
      }
      if (line.endsWith("\\")) {
        continued.append(line, 0, line.length() - 1);
      } else {
        commands.add(continued.append(line).toString());
        continued.setLength(0);
      }
    }
    return commands;
  }
}
