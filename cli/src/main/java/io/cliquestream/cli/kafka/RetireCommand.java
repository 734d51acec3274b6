package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Retires a version of a graph. */
@Command(
    name = "retire",
    mixinStandardHelpOptions = true,
    description = {
      "Retires a version: jobs no longer find it, and compaction frees its records.",
      "A version that deltas build on is refused; retire those first, or publish a snapshot."
    })
public final class RetireCommand implements Callable<Integer> {
  @Mixin private BrokerOptions broker;
  @Mixin private PrincipalOptions principal;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Parameters(index = "1", paramLabel = "VERSION")
  private long version;

  @Override
  public Integer call() {
    try (CliquestreamClient client = principal.connect(broker)) {
      int records = client.retire(graphId, version);
      spec.commandLine().getOut().println("retired " + records + " records");
      return ExitCode.OK.number();
    }
  }
}
