package io.cliquestream.cli.kafka;

import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Retires a version of a graph. */
@Command(
    name = "retire",
    mixinStandardHelpOptions = true,
    description = {
      "Retires a version: jobs no longer find it, and compaction frees its records.",
      "A version that deltas build on is refused; retire those first, or publish a snapshot."
    })
public final class RetireCommand extends PrintingCommand {
  @Mixin private BrokerOptions broker;
  @Mixin private PrincipalOptions principal;

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Parameters(index = "1", paramLabel = "VERSION")
  private long version;

  @Override
  protected void run(PrintWriter out) {
    try (CliquestreamClient client = principal.connect(broker)) {
      int records = client.retire(graphId, version);
      out.println("retired " + records + " records");
    }
  }
}
