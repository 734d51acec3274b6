package io.cliquestream.cli.kafka;

import io.cliquestream.client.ClientException;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.ResultRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints results and alerts as they are committed. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = "Prints every committed result and alert, one line each, until interrupted.")
public final class WatchCommand implements Callable<Integer> {
  private enum Show {
    all,
    results,
    alerts
  }

  @Mixin private BrokerOptions broker;
  @Spec private CommandSpec spec;

  @Option(names = "--from-beginning", description = "Start with the oldest result kept.")
  private boolean fromBeginning;

  @Option(names = "--job-id", paramLabel = "ID", description = "Only what is of this job.")
  private String jobId;

  @Option(
      names = "--show",
      defaultValue = "all",
      paramLabel = "WHAT",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Show show;

  @Option(names = "--json", description = "One JSON object on each line.")
  private boolean json;

  @Option(names = "--count", paramLabel = "N", description = "End after so many lines.")
  private Long count;

  @Option(names = "--timeout", paramLabel = "DURATION", description = "End after this time.")
  private Duration timeout;

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch left =
        new CountDownLatch(count == null ? Integer.MAX_VALUE : (int) (long) count);
    StartFrom start = fromBeginning ? StartFrom.BEGINNING : StartFrom.END;
    try (CliquestreamClient client = broker.connect();
        Subscription _ =
            show == Show.alerts
                ? null
                : client.followResults(start, record -> print(record, left));
        Subscription _ = show == Show.results ? null : alerts(client, start, left)) {
      if (timeout == null) {
        left.await();
      } else if (!left.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return ExitCode.STOPPED.number();
      }
      return ExitCode.OK.number();
    }
  }

  /** Null where there is no topic of alerts and results are shown, too. */
  private Subscription alerts(CliquestreamClient client, StartFrom start, CountDownLatch left) {
    try {
      return client.followAlerts(start, alert -> print(alert, left));
    } catch (ClientException missing) {
      if (show == Show.alerts) {
        throw missing;
      }
      return null;
    }
  }

  private void print(ResultRecord record, CountDownLatch left) {
    if (record.hasResult() && isWanted(record.getResult().getJobId())) {
      print(json ? WatchedJson.of(record.getResult()) : WatchedText.of(record.getResult()), left);
    }
  }

  private void print(Alert alert, CountDownLatch left) {
    if (isWanted(alert.getJobId())) {
      print(json ? WatchedJson.of(alert) : WatchedText.of(alert), left);
    }
  }

  private boolean isWanted(String job) {
    return jobId == null || jobId.equals(job);
  }

  /** From the threads that follow the two topics. */
  private synchronized void print(String line, CountDownLatch left) {
    if (left.getCount() > 0) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(line);
      out.flush();
      left.countDown();
    }
  }
}
