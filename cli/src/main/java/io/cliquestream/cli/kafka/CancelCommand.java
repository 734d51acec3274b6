package io.cliquestream.cli.kafka;

import io.cliquestream.client.ClientException;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.Look;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.time.Duration;
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
  @Mixin private PrincipalOptions principal;
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

  @Option(
      names = "--look",
      defaultValue = "30s",
      paramLabel = "DURATION",
      description = "Longest search for the job in the topic (${DEFAULT-VALUE}).")
  private Duration look;

  @Override
  public Integer call() {
    try (CliquestreamClient client = principal.connect(broker)) {
      client.cancel(jobId, reason, secret.secret());
      return switch (lookFor(client)) {
        case FOUND -> ExitCode.OK.number();
        case ABSENT -> {
          // Sent all the same: the request may be older than what the topic keeps, or still to
          // come.
          say(
              "JOB_UNKNOWN: no request of job "
                  + jobId
                  + " lies in the jobs topic; the cancel was sent all the same");
          yield ExitCode.NOT_FOUND.number();
        }
        case UNDECIDED -> {
          say("the cancel was sent; whether there is a job " + jobId + " was not seen");
          yield ExitCode.OK.number();
        }
      };
    }
  }

  /** The cancel is on its way: not being allowed to look does not undo it. */
  private Look lookFor(CliquestreamClient client) {
    try {
      return client.lookForJob(jobId, look);
    } catch (ClientException refused) {
      say(refused.getMessage());
      return Look.UNDECIDED;
    }
  }

  private void say(String what) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("cliquestream: " + what);
    err.flush();
  }
}
