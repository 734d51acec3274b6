package io.cliquestream.cli.campaign;

import io.cliquestream.cli.job.SizeText;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.worker.config.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code campaign}: is every job answered once and rightly, whatever goes wrong? */
@Command(
    name = "campaign",
    mixinStandardHelpOptions = true,
    description =
        "Starts a real broker and workers, sends jobs whose answers are known, kills and poisons in"
            + " the middle of them, and says what was lost, doubled or wrong.")
public final class CampaignCommand implements Callable<Integer> {
  /** Parts of a split job. */
  private static final int USUAL_PARTS = 40;

  @Option(names = "--jobs", defaultValue = "5000", description = "Short jobs (${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--outstanding",
      defaultValue = "1000",
      description = "Jobs sent and not yet answered, at most (${DEFAULT-VALUE}).")
  private int outstanding;

  @Option(names = "--workers", defaultValue = "2", description = "Worker processes.")
  private int workers;

  @Option(names = "--worker-kills", defaultValue = "6", description = "SIGKILL of a worker.")
  private int workerKills;

  @Option(names = "--broker-kills", defaultValue = "1", description = "SIGKILL of the broker.")
  private int brokerKills;

  @Option(names = "--broker-stops", defaultValue = "0", description = "Times without a broker.")
  private int brokerStops;

  @Option(
      names = "--broker-stop",
      defaultValue = "90s",
      paramLabel = "DURATION",
      description = "How long each of them lasts (${DEFAULT-VALUE}).")
  private Duration brokerStop;

  @Option(names = "--poison", defaultValue = "50", description = "Unusable records.")
  private int poison;

  @Option(
      names = "--bombs",
      defaultValue = "0",
      description = "Records of 300 MiB of zeros, compressed.")
  private int bombs;

  @Option(
      names = "--split",
      defaultValue = "0",
      paramLabel = "PARTS",
      description = "Cut every third short job into so many parts for all workers; 0: none.")
  private int splitParts;

  @Option(
      names = "--split-jobs",
      defaultValue = "0",
      paramLabel = "JOBS",
      description = {
        "A campaign of so many split jobs of all kinds instead, each cut into --split parts (40):",
        "a worker is killed in the middle of every tenth, the broker in the middle of"
            + " --broker-kills, and one worker stands still for --standstill. Other options: --workers,"
            + " --long-jobs (each twice, the second time with a kill), --seed, --set, --folder."
      })
  private int splitJobs;

  @Option(
      names = "--standstill",
      defaultValue = "60s",
      paramLabel = "DURATION",
      description = "SIGSTOP of a worker in a campaign of split jobs (${DEFAULT-VALUE}).")
  private Duration standstill;

  @Option(
      names = "--long-jobs",
      defaultValue = "4",
      description = "Jobs of one tenant that would take very long.")
  private int longJobs;

  @Option(
      names = "--device-faults",
      defaultValue = "0",
      description = "Jobs that break the worker's GPU (${DEFAULT-VALUE}).")
  private int deviceFaults;

  @Option(
      names = "--device-kills",
      defaultValue = "0",
      description = "SIGKILL of the process of a worker's GPU (${DEFAULT-VALUE}).")
  private int deviceKills;

  @Option(names = "--seed", defaultValue = "1", description = "Of graphs, jobs and faults.")
  private long seed;

  @Option(
      names = "--worker-heap",
      defaultValue = "512m",
      description = "Java heap of each worker (${DEFAULT-VALUE}).")
  private String workerHeap;

  @Option(
      names = "--worker-memory",
      defaultValue = "1GiB",
      paramLabel = "SIZE",
      converter = SizeText.class,
      description = {
        "Memory of each worker (${DEFAULT-VALUE}), its memory.limit.",
        "One that is seen to take more fails the campaign."
      })
  private ByteSize workerMemory;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of every worker; may be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--patience",
      defaultValue = "5m",
      paramLabel = "DURATION",
      description = "How long to wait without any answer (${DEFAULT-VALUE}).")
  private Duration patience;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "For logs and the broker's data; a temporary folder when not given.")
  private Path folder;

  @Option(names = "--report", paramLabel = "FILE", description = "Also write the report here.")
  private Path report;

  @Spec private CommandSpec spec;

  private final Class<?> commandLine;

  /**
   * @param commandLine main class of the command line, which every worker is a process of
   */
  public CampaignCommand(Class<?> commandLine) {
    this.commandLine = commandLine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path place =
        folder == null
            ? Files.createTempDirectory("cliquestream-campaign-")
            : Files.createDirectories(folder);
    PrintWriter err = spec.commandLine().getErr();
    if (splitJobs > 0) {
      SplitCampaignReport result = new SplitCampaign(commandLine, splitPlan(place), err).run();
      return end(result.text(), result.findings().passed(), place);
    }
    var plan =
        new CampaignPlan(
            jobs,
            outstanding,
            workers,
            workerKills,
            brokerKills,
            brokerStops,
            brokerStop,
            poison,
            bombs,
            splitParts,
            longJobs,
            deviceFaults,
            deviceKills,
            seed,
            workerHeap,
            workerMemory,
            settings,
            patience,
            place);
    CampaignReport result = new Campaign(commandLine, plan, err).run();
    return end(result.text(), result.passed(), place);
  }

  private SplitCampaignPlan splitPlan(Path place) {
    return new SplitCampaignPlan(
        splitJobs,
        splitParts == 0 ? USUAL_PARTS : splitParts,
        workers,
        longJobs,
        standstill,
        brokerKills,
        seed,
        workerHeap,
        workerMemory,
        settings,
        patience,
        place);
  }

  private int end(String text, boolean passed, Path place) throws IOException {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    spec.commandLine().getErr().println("the logs are in " + place);
    if (report != null) {
      Files.writeString(report, text);
    }
    return (passed ? ExitCode.OK : ExitCode.INTERNAL).number();
  }
}
