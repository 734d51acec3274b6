package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks for the end of a job. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Asks for the end of a queued, running or standing job.")
public final class CancelCommand implements Callable<Integer> {
  @Mixin private BrokerOptions broker;
  @Mixin private SecretOptions secret;
  @Spec private CommandSpec spec;

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
      client.cancel(jobId, reason, secret.secret());
      if (client.hasJob(jobId)) {
        return ExitCode.OK.number();
      }
      // Sent all the same: the request may be older than what the topic keeps, or still to come.
      PrintWriter err = spec.commandLine().getErr();
      err.println("cliquestream: no request of job " + jobId + " lies in the jobs topic");
      return ExitCode.NOT_FOUND.number();
    }
  }
}
