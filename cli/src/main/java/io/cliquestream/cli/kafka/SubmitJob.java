package io.cliquestream.cli.kafka;

import io.cliquestream.cli.job.JobChoice;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.AnswerOutput;
import io.cliquestream.cli.output.ProgressLine;
import io.cliquestream.cli.output.RecordNames;
import io.cliquestream.cli.report.HtmlReport;
import io.cliquestream.cli.report.ReportFile;
import io.cliquestream.cli.report.ReportOption;
import io.cliquestream.cli.report.ReportRows;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.client.ClientException;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.CancelSecrets;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.v1.CliqueBounds;
import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.translation.JobRequests;
import io.opentelemetry.context.Scope;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Submits a job through Kafka. */
@Command(mixinStandardHelpOptions = true)
public final class SubmitJob implements Callable<Integer> {
  private enum Engine {
    auto(EnginePreference.ENGINE_PREFERENCE_AUTO),
    cpu(EnginePreference.ENGINE_PREFERENCE_CPU),
    cuda(EnginePreference.ENGINE_PREFERENCE_CUDA);

    private final EnginePreference preference;

    Engine(EnginePreference preference) {
      this.preference = preference;
    }
  }

  private final JobChoice choice;

  @Mixin private BrokerOptions broker;
  @Mixin private AnswerOptions answer;
  @Mixin private ReportOption report;
  @Mixin private SecretOptions secret;
  @Spec private CommandSpec spec;

  @Option(names = "--graph-id", required = true, paramLabel = "ID", description = "The graph.")
  private String graphId;

  @Option(
      names = "--graph-version",
      defaultValue = "latest",
      paramLabel = "V",
      description = "latest, a version, or at-least:N (${DEFAULT-VALUE}).")
  private String version;

  @Option(
      names = "--job-id",
      paramLabel = "ID",
      description = "Idempotency key; a fresh one when not given.")
  private String jobId;

  @Option(
      names = "--priority",
      defaultValue = "4",
      paramLabel = "P",
      description = "0 (lowest) to 9 (${DEFAULT-VALUE}).")
  private int priority;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION",
      description = "Time from now by which the job must have ended, such as 30s.")
  private Duration deadline;

  @Option(names = "--tenant", defaultValue = "", paramLabel = "NAME", description = "For shares.")
  private String tenant;

  @Option(
      names = "--engine",
      defaultValue = "auto",
      paramLabel = "ENGINE",
      description = "${COMPLETION-CANDIDATES}.")
  private Engine engine;

  @Option(
      names = "--split",
      defaultValue = "auto",
      paramLabel = "HOW",
      description =
          "Whether the job is split over the workers: auto (if it takes long), off, or about how many parts to cut"
              + " it into (${DEFAULT-VALUE}).")
  private String split;

  @Option(names = "--every-version", description = "Run on every new version until cancelled.")
  private boolean everyVersion;

  @Option(
      names = "--coalesce",
      description =
          "With --every-version: of several versions that wait for their run only the latest gets one.")
  private boolean coalesce;

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      description = "Run every so often until cancelled, such as 10s.")
  private Duration every;

  @Option(names = "--wait", description = "Wait for the (first) result and print it.")
  private boolean wait;

  @Option(
      names = "--timeout",
      defaultValue = "10m",
      paramLabel = "DURATION",
      description = "Longest wait (${DEFAULT-VALUE}).")
  private Duration timeout;

  /** Submits a job of this kind. */
  public SubmitJob(JobChoice choice) {
    this.choice = choice;
  }

  @Override
  public Integer call() {
    JobRequest request = request();
    RowLayout layout = RowLayout.of(JobRequests.job(request));
    answer.check(layout);
    if (!wait && (answer.hasFile() || report.isWanted())) {
      throw new ParameterException(spec.commandLine(), "--output and --report need --wait");
    }
    try (SubmitTraces traces = SubmitTraces.fromEnvironment(System.getenv());
        Scope _ = traces.parent().makeCurrent();
        CliquestreamClient client = traces.connect(broker)) {
      if (!wait) {
        client.submit(request);
        spec.commandLine().getOut().println(request.getJobId());
        return ExitCode.OK.number();
      }
      RecordNames names = new RecordNames();
      try (AnswerOutput output = answer.open(choice.kind(), layout, names);
          ReportFile page = report.open()) {
        output.observe(page.rows());
        JobOutcome outcome = await(client, request);
        int exitCode = print(outcome, output, names);
        page.write(rows -> page(request, outcome.result(), names, rows));
        return exitCode;
      }
    } catch (ClientException e) {
      if (e.code() == FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED) {
        StopNote.write(spec.commandLine().getErr(), request.getJobId(), broker.given());
      }
      throw e;
    }
  }

  private JobOutcome await(CliquestreamClient client, JobRequest request) {
    try (ProgressLine line = new ProgressLine(choice.kind().text());
        Subscription _ =
            client.followProgress(
                request.getJobId(),
                StartFrom.END,
                p ->
                    line.show(
                        phase(p),
                        p.getFraction(),
                        p.getRemainingMillis() == 0
                            ? OptionalLong.empty()
                            : OptionalLong.of(p.getRemainingMillis())));
        var _ =
            new StopNote(line, spec.commandLine().getErr(), request.getJobId(), broker.given())) {
      // Whoever has read this and stops the command is told how to end the job.
      PrintWriter err = spec.commandLine().getErr();
      err.println("job " + request.getJobId());
      err.flush();
      if (jobId == null) {
        return client.run(request, timeout);
      }
      // An id that was used before was perhaps answered before, and is not answered again.
      client.submit(request);
      return client.await(jobId, timeout);
    }
  }

  private static String phase(JobProgress progress) {
    String phase = JobPhases.text(progress.getPhase());
    CliqueBounds bounds = progress.getCliqueBounds();
    return progress.hasCliqueBounds()
        ? ProgressLine.phase(
            phase, bounds.getLower(), bounds.getUpper(), bounds.getCandidatesLeft())
        : phase;
  }

  private int print(JobOutcome outcome, AnswerOutput output, RecordNames names) {
    outcome.pages().forEach(page -> names.add(page.getNames()));
    names.add(outcome.result().getNames());
    outcome.pages().forEach(output);
    output.finish(
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        outcome.result(),
        Optional.empty());
    return outcome.succeeded()
        ? ExitCode.OK.number()
        : ExitCode.of(outcome.result().getFailure().getCode()).number();
  }

  private HtmlReport page(
      JobRequest request, JobResult result, RecordNames names, ReportRows rows) {
    return new HtmlReport(
        choice.kind(),
        result,
        "%s, version %s".formatted(graphId, Long.toUnsignedString(result.getGraphVersion())),
        Optional.empty(),
        names,
        JobRequests.job(request) instanceof PatternMatch match
            ? Optional.of(match.pattern())
            : Optional.empty(),
        rows,
        Optional.empty(),
        spec.root().commandLine().getParseResult().originalArgs());
  }

  private JobRequest request() {
    JobRequest.Builder request =
        JobRequest.newBuilder()
            .setJobId(jobId == null ? UUID.randomUUID().toString() : jobId)
            .setGraphId(graphId)
            .setVersion(selector())
            .setPriority(priority)
            .setTenant(tenant)
            .setEngine(engine.preference)
            .setCancelSecretSha256(CancelSecrets.hash(secret.secret()));
    if (deadline != null) {
      request.setDeadlineEpochMillis(System.currentTimeMillis() + deadline.toMillis());
    }
    if (everyVersion && every != null) {
      throw new ParameterException(
          spec.commandLine(), "--every-version and --every exclude each other");
    }
    if (everyVersion) {
      request.setTrigger(Trigger.newBuilder().setEveryVersion(true));
    } else if (every != null) {
      request.setTrigger(Trigger.newBuilder().setEveryMillis(every.toMillis()));
    }
    split(request);
    choice.options().apply(request);
    boolean evolves =
        request.hasAlert() || request.getResultScope() != ResultScope.RESULT_SCOPE_WHOLE;
    if (evolves && !request.hasTrigger()) {
      request.setTrigger(Trigger.newBuilder().setEveryVersion(true));
    }
    if (coalesce) {
      if (!request.getTrigger().getEveryVersion()) {
        throw new ParameterException(
            spec.commandLine(), "--coalesce goes with --every-version: it is about versions");
      }
      request.getTriggerBuilder().setCoalesce(true);
    }
    return request.build();
  }

  private void split(JobRequest.Builder request) {
    switch (split) {
      case "auto" -> {}
      case "off" -> request.setSplit(Split.newBuilder().setOff(true));
      default -> request.setSplit(Split.newBuilder().setParts(parts()));
    }
  }

  private int parts() {
    try {
      int parts = Integer.parseInt(split);
      if (parts >= 1 && parts <= Bounds.SPLIT_PARTS) {
        return parts;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new ParameterException(
        spec.commandLine(),
        "--split takes auto, off, or a number of parts between 1 and " + Bounds.SPLIT_PARTS);
  }

  private VersionSelector selector() {
    try {
      if (version.equals("latest")) {
        return VersionSelector.newBuilder().setLatest(true).build();
      }
      return version.startsWith("at-least:")
          ? VersionSelector.newBuilder()
              .setAtLeast(Long.parseUnsignedLong(version.substring("at-least:".length())))
              .build()
          : VersionSelector.newBuilder().setExact(Long.parseUnsignedLong(version)).build();
    } catch (NumberFormatException e) {
      throw new ParameterException(
          spec.commandLine(), "--graph-version takes latest, a number, or at-least:N", e);
    }
  }
}
