package io.cliquestream.loadgen.cli;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.load.GivenGraph;
import io.cliquestream.loadgen.load.StreamLoad;
import io.cliquestream.loadgen.load.StreamLoadPlan;
import io.cliquestream.loadgen.load.StreamLoadReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code load-stream}: edge events at a rate, with every answer checked. */
@Command(
    name = "load-stream",
    mixinStandardHelpOptions = true,
    description = {
      "Sends edge events of a new graph at a given rate, has its triangles counted on every version"
          + " that is not skipped, compares each count, and reports the time from an event to its"
          + " answer. The graph stays until it is retired.",
      "",
      "Exit code 0 only when every event was answered and every answer was right; 6 when some were not"
          + " answered in time; 7 when an answer was wrong.",
      ""
    })
public final class StreamLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private BrokerOptions broker;
  @Mixin private final GivenGraphFiles files;

  @Option(
      names = "--graph-id",
      paramLabel = "ID",
      description = "The new graph; a random name when not given")
  private String graphId;

  @Option(
      names = "--rate",
      paramLabel = "PER_SECOND",
      defaultValue = "20000",
      description = "Events due each second (default: ${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Events in all (default: ${DEFAULT-VALUE})")
  private long events;

  @Option(
      names = "--version-events",
      paramLabel = "N",
      defaultValue = "0",
      description = "A version after exactly so many events; 0 for the worker's time (default)")
  private int perVersion;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "A graph to begin with, in any format that publish takes: its edges leave and come back; an"
              + " empty one when not given")
  private Path graph;

  @Option(
      names = "--alerts",
      description = "The standing job tells of every triangle that appears or vanishes")
  private boolean alerts;

  @Option(
      names = "--vertices",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Vertices of the graph (default: ${DEFAULT-VALUE})")
  private int vertices;

  @Option(
      names = "--edges",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Edges of it at a time, at most (default: ${DEFAULT-VALUE})")
  private int edges;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the changes (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Wait for answers after the last event (default: ${DEFAULT-VALUE})")
  private long drainSeconds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Events due in so many first seconds are sent and checked like the rest, and left out of"
              + " the latency (default: ${DEFAULT-VALUE})")
  private long warmUpSeconds;

  @Option(names = "--json", description = "Report one JSON object")
  private boolean json;

  /**
   * @param files reads the graph to begin with; its options become the command's
   */
  public StreamLoadCommand(GivenGraphFiles files) {
    this.files = files;
  }

  @Override
  public Integer call() {
    return CommandFailures.report(command, this::run);
  }

  private ExitCode run() throws InterruptedException, IOException {
    var plan =
        new StreamLoadPlan(
            graphId == null ? "load-" + UUID.randomUUID() : graphId,
            rate,
            events,
            perVersion,
            vertices,
            edges,
            seed,
            alerts,
            Duration.ofSeconds(drainSeconds),
            Duration.ofSeconds(warmUpSeconds));
    // Read first: a file that cannot be read has no need of a broker.
    try (GivenGraph given = graph == null ? null : files.read(graph);
        var client = broker.connect()) {
      StreamLoadReport report = new StreamLoad(client, plan, Optional.ofNullable(given)).run();
      PrintWriter out = command.commandLine().getOut();
      out.println(json ? report.json() : report.text());
      out.flush();
      if (report.mismatched() > 0) {
        return ExitCode.INTERNAL;
      }
      return report.isRight() ? ExitCode.OK : ExitCode.STOPPED;
    }
  }
}
