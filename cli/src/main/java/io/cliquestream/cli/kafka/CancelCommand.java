package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks for the end of a job. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Asks for the end of a queued, running or standing job.")
public final class CancelCommand implements Callable<Integer> {
  @Mixin private BrokerOptions broker;

  @Parameters(index = "0", paramLabel = "JOB_ID")
  private String jobId;

  @Option(
      names = "--reason",
      defaultValue = "cancelled from the command line",
      paramLabel = "TEXT",
      description = "Repeated in the job's result.")
  private String reason;

  @Override
  public Integer call() {
    try (CliquestreamClient client = broker.connect()) {
      client.cancel(jobId, reason);
      return ExitCode.OK.number();
    }
  }
}
