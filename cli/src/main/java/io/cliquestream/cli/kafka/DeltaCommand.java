package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
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
      "FILE holds lines '+ FROM TO' and '- FROM TO'."
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
      names = "--unchecked",
      description = "Do not look first whether the base lies in the topic; for large partitions.")
  private boolean unchecked;

  @Option(
      names = "--tenant",
      defaultValue = "",
      paramLabel = "NAME",
      description = "On whose account the version goes, where tenants have quotas.")
  private String tenant;

  @Override
  public Integer call() {
    try (DeltaFile delta = DeltaFile.read(file);
        CliquestreamClient client = broker.connect()) {
      if (!unchecked && !client.hasVersion(graphId, base)) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(
            "cliquestream: VERSION_UNKNOWN: version "
                + Long.toUnsignedString(base)
                + " of graph "
                + graphId
                + " does not lie in the graphs topic; nothing was published (--unchecked does)");
        return ExitCode.NOT_FOUND.number();
      }
      long number = version == null ? System.currentTimeMillis() : version;
      client.publishDelta(
          DeltaPlan.of(graphId, base, number, Long.BYTES).withTenant(tenant),
          new EdgeArraySource(delta.inserted()),
          new EdgeArraySource(delta.deleted()));
      spec.commandLine().getOut().println(number);
      return ExitCode.OK.number();
    }
  }
}
