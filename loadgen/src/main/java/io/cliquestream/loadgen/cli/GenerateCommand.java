package io.cliquestream.loadgen.cli;

import io.cliquestream.client.PublishedVersion;
import io.cliquestream.client.ZstdCompressor;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.loadgen.generate.EdgeFileWriter;
import io.cliquestream.loadgen.generate.GeneratedGraph;
import io.cliquestream.loadgen.generate.GeneratorLimits;
import io.cliquestream.loadgen.generate.GraphModel;
import io.cliquestream.loadgen.generate.GraphModelParser;
import io.cliquestream.loadgen.generate.Permuted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generate}: a graph of a model into a file or onto the topic. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Generates a graph: the same bytes for the same words, on any machine.",
      "",
      "Models:",
      "  rmat SCALE EDGEFACTOR A B C SEED",
      "  ba VERTICES EDGES_PER_VERTEX SEED",
      "  ws VERTICES NEIGHBOURS REWIRING SEED",
      "  er VERTICES DRAWS SEED",
      "  grid3d WIDTH HEIGHT DEPTH [6|26]",
      "  planted VERTICES DRAWS CLIQUE_SIZE CLIQUES SEED",
      "",
      "The file holds each undirected edge once, smaller id first, ascending, as little-endian"
          + " 32-bit pairs without a header (format u32).",
      ""
    })
public final class GenerateCommand implements Callable<Integer> {
  private enum Encoding {
    pairs,
    rows
  }

  @Spec private CommandSpec command;
  @Mixin private BrokerOptions broker;

  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL NUMBERS... [FILE]",
      description = "Model, its numbers, and the file unless --publish is given")
  private List<String> words;

  @Option(
      names = {"-p", "--permute"},
      description = "Permute the ids by the seed (an rmat always is)")
  private boolean permute;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all processors)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--memory",
      paramLabel = "MIB",
      defaultValue = "1024",
      description = "MiB for drawn edges; more rounds beyond (default: ${DEFAULT-VALUE})")
  private long memoryMebibytes;

  @Option(
      names = "--publish",
      paramLabel = "GRAPH_ID",
      description = "Publish as this graph instead of writing a file")
  private String graphId;

  @Option(
      names = "--graph-version",
      paramLabel = "N",
      description = "Version to publish; the present time in milliseconds when not given")
  private Long givenVersion;

  @Option(
      names = "--encoding",
      defaultValue = "rows",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Encoding encoding;

  @Option(
      names = "--zstd",
      paramLabel = "LEVEL",
      defaultValue = "0",
      description = "Compress chunks, 1 to 19; 0 leaves them (default: ${DEFAULT-VALUE})")
  private int zstdLevel;

  @Override
  public Integer call() {
    return CommandFailures.report(command, this::run);
  }

  private ExitCode run() throws IOException {
    boolean publish = graphId != null;
    List<String> modelWords = publish ? words : words.subList(0, words.size() - 1);
    GraphModel drawn = GraphModelParser.parse(modelWords);
    GraphModel model = permute ? new Permuted(drawn) : drawn;
    var limits = new GeneratorLimits(threads, Math.multiplyExact(memoryMebibytes, 1L << 20));
    try (var graph = GeneratedGraph.open(model, limits)) {
      return publish ? publish(graph) : write(graph, Path.of(words.getLast()));
    }
  }

  private ExitCode write(GeneratedGraph graph, Path file) throws IOException {
    long edges = EdgeFileWriter.write(graph, file);
    answer(graph, edges, "file " + file);
    return ExitCode.OK;
  }

  private ExitCode publish(GeneratedGraph graph) {
    long version = givenVersion == null ? System.currentTimeMillis() : givenVersion;
    long bound = graph.model().vertices();
    SnapshotPlan plan =
        switch (encoding) {
          case pairs -> SnapshotPlan.pairs(graphId, version, bound);
          case rows -> SnapshotPlan.rows(graphId, version, bound);
        };
    PayloadCompressor compressor =
        zstdLevel == 0 ? PayloadCompressor.NONE : new ZstdCompressor(zstdLevel);
    try (var client = broker.connect()) {
      PublishedVersion published = client.publishSnapshot(plan, compressor, graph);
      answer(
          graph,
          published.totals().edgeCount(),
          "published as graph " + graphId + " version " + Long.toUnsignedString(version));
    }
    return ExitCode.OK;
  }

  private void answer(GeneratedGraph graph, long edges, String where) {
    command
        .commandLine()
        .getOut()
        .println(
            graph.model().name()
                + " vertices "
                + graph.model().vertices()
                + " edges "
                + edges
                + " "
                + where);
  }
}
