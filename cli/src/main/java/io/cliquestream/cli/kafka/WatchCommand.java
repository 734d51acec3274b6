package io.cliquestream.cli.kafka;

import io.cliquestream.cli.output.ResultText;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.v1.JobResult;
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

/** Prints results as they are committed. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = "Prints every committed result, one line each, until interrupted.")
public final class WatchCommand implements Callable<Integer> {
  @Mixin private BrokerOptions broker;
  @Spec private CommandSpec spec;

  @Option(names = "--from-beginning", description = "Start with the oldest result kept.")
  private boolean fromBeginning;

  @Option(names = "--job-id", paramLabel = "ID", description = "Only results of this job.")
  private String jobId;

  @Option(names = "--count", paramLabel = "N", description = "End after so many results.")
  private Long count;

  @Option(names = "--timeout", paramLabel = "DURATION", description = "End after this time.")
  private Duration timeout;

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch left =
        new CountDownLatch(count == null ? Integer.MAX_VALUE : (int) (long) count);
    try (CliquestreamClient client = broker.connect();
        Subscription _ =
            client.followResults(
                fromBeginning ? StartFrom.BEGINNING : StartFrom.END, r -> print(r, left))) {
      if (timeout == null) {
        left.await();
      } else if (!left.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return ExitCode.STOPPED.number();
      }
      return ExitCode.OK.number();
    }
  }

  private void print(ResultRecord record, CountDownLatch left) {
    if (!record.hasResult() || left.getCount() == 0) {
      return;
    }
    JobResult result = record.getResult();
    if (jobId != null && !jobId.equals(result.getJobId())) {
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s run %d  %s@%d  %s  %s%n",
        result.getJobId(),
        result.getRun(),
        result.getGraphId(),
        result.getGraphVersion(),
        result.getStatus().name().substring("JOB_STATUS_".length()),
        String.join("; ", ResultText.figures(result)));
    out.flush();
    left.countDown();
  }
}
