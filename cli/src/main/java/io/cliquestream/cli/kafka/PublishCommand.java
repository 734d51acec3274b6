package io.cliquestream.cli.kafka;

import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.PublishedVersion;
import io.cliquestream.client.ZstdCompressor;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.formats.GraphData;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Publishes a graph file as a snapshot. */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes a graph file as a snapshot and prints its version.",
      "Names of vertices go with it, and come back in every answer."
    })
public final class PublishCommand extends PrintingCommand {
  /** The library's usual level: fast, and most of the gain. */
  private static final int ZSTD_LEVEL = 3;

  @Mixin private BrokerOptions broker;
  @Mixin private GraphFileOptions files;

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "The graph file, - for standard input, or a URL; several are one graph.")
  private List<String> sources;

  @Option(
      names = "--graph-version",
      paramLabel = "N",
      description = "The snapshot's version; the present time in milliseconds when not given.")
  private Long version;

  @Option(names = "--zstd", description = "Compress the chunks.")
  private boolean compress;

  @Option(
      names = "--tenant",
      defaultValue = "",
      paramLabel = "NAME",
      description = "On whose account the version goes, where tenants have quotas.")
  private String tenant;

  @Override
  protected void run(PrintWriter out) {
    WatchedWork work =
        WatchedWork.begin("publish")
            .leaving("what was sent is no whole version, and workers take none of it");
    out.println(work.run(() -> published(work)).version());
  }

  private PublishedVersion published(WatchedWork work) {
    JobControl control = work.control();
    try (GraphData data = work.show(() -> files.readData(sources, control));
        CliquestreamClient client = broker.connect()) {
      long number = version == null ? System.currentTimeMillis() : version;
      control.beginPhase(Phase.COMPUTING, 0);
      return work.show(
          () ->
              publish(
                  client,
                  graphId,
                  number,
                  tenant,
                  data,
                  compress ? new ZstdCompressor(ZSTD_LEVEL) : PayloadCompressor.NONE,
                  control));
    }
  }

  /** Publishes what was read as a snapshot, on nobody's account. */
  public static PublishedVersion publish(
      CliquestreamClient client,
      String graphId,
      long version,
      GraphData data,
      PayloadCompressor compressor) {
    return publish(client, graphId, version, "", data, compressor, StopCheck.NEVER);
  }

  private static PublishedVersion publish(
      CliquestreamClient client,
      String graphId,
      long version,
      String tenant,
      GraphData data,
      PayloadCompressor compressor,
      StopCheck stop) {
    EdgeArraySource source = new EdgeArraySource(data.edges(), stop);
    return client.publishSnapshot(
        SnapshotPlan.pairs(graphId, version, source.vertexBound()).withTenant(tenant),
        compressor,
        source,
        names -> data.forEachName(names::accept));
  }
}
