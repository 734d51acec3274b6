package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.Look;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Publishes edge changes as a new version. */
@Command(
    name = "delta",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes edge changes as a new version of a graph and prints it.",
      "FILE holds lines '+ FROM TO' and '- FROM TO', with tabs between where names hold blanks;"
          + " - is standard input. Vertices of a graph that was published with names have names here,"
          + " and names that are new become vertices."
    })
public final class DeltaCommand implements Callable<Integer> {
  @Mixin private BrokerOptions broker;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Parameters(index = "1", paramLabel = "FILE")
  private Path file;

  @Option(
      names = "--base",
      required = true,
      paramLabel = "N",
      description = "The version that the changes apply to.")
  private long base;

  @Option(
      names = "--graph-version",
      paramLabel = "N",
      description = "The new version; the present time in milliseconds when not given.")
  private Long version;

  @Option(
      names = "--ids",
      defaultValue = "auto",
      converter = GraphFileOptions.IdKindConverter.class,
      paramLabel = "KIND",
      description =
          "What vertices are called by: numbers, names, or auto for numbers where every one is"
              + " (${DEFAULT-VALUE}); names says it where all of a graph's names look like numbers.")
  private IdKind ids;

  @Option(
      names = "--unchecked",
      description = "Do not look first whether the base lies in the topic; for large partitions.")
  private boolean unchecked;

  @Option(
      names = "--tenant",
      defaultValue = "",
      paramLabel = "NAME",
      description = "On whose account the version goes, where tenants have quotas.")
  private String tenant;

  @Option(
      names = "--look",
      defaultValue = "30s",
      paramLabel = "DURATION",
      description = "Longest search for the base in the topic (${DEFAULT-VALUE}).")
  private Duration look;

  @Override
  public Integer call() {
    try (DeltaFile delta = DeltaFile.read(file, ids);
        CliquestreamClient client = broker.connect()) {
      if (!unchecked) {
        Look found = client.lookForVersion(graphId, base, look);
        if (found != Look.FOUND) {
          return refuse(found);
        }
      }
      long number = version == null ? System.currentTimeMillis() : version;
      if (delta.areNames()) {
        client.publishNamedDelta(
            DeltaPlan.of(graphId, base, number, Integer.BYTES).withTenant(tenant),
            delta.named(delta.inserted()),
            delta.named(delta.deleted()));
      } else {
        client.publishDelta(
            DeltaPlan.of(graphId, base, number, Long.BYTES).withTenant(tenant),
            new EdgeArraySource(delta.inserted()),
            new EdgeArraySource(delta.deleted()));
      }
      spec.commandLine().getOut().println(number);
      return ExitCode.OK.number();
    }
  }

  private int refuse(Look found) {
    String name = "version " + Long.toUnsignedString(base) + " of graph " + graphId;
    PrintWriter err = spec.commandLine().getErr();
    boolean absent = found == Look.ABSENT;
    err.println(
        "cliquestream: "
            + (absent
                ? "VERSION_UNKNOWN: " + name + " does not lie in the graphs topic"
                : "DEADLINE_EXCEEDED: whether " + name + " is there was not seen in time (--look)")
            + "; nothing was published (--unchecked does)");
    err.flush();
    return (absent ? ExitCode.NOT_FOUND : ExitCode.STOPPED).number();
  }
}
