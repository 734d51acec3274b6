package io.cliquestream.cli.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.cli.job.DurationText;
import io.cliquestream.cli.job.JobChoice;
import io.cliquestream.cli.job.JobCommands;
import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.AnswerOutput;
import io.cliquestream.cli.output.RecordNames;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.formats.GraphData;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.translation.JobRequests;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A job as compute takes it, which a service is to answer: its file is to be published first. */
@Command
final class ServedJob {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JobChoice choice;

  @Mixin private GraphFileOptions files;
  @Mixin private AnswerOptions answer;

  @Option(names = "--graph", required = true)
  private List<String> sources;

  @Option(names = "--engine", defaultValue = "auto")
  private EngineChoice engine;

  private ServedJob(JobChoice choice) {
    this.choice = choice;
  }

  /**
   * Reads a command line of compute.
   *
   * @param words of it, the kind of job first
   * @throws WorkerException OPTION_INVALID when they are none, or ask for what a service has not
   */
  static ServedJob parse(List<String> words) {
    List<String> all = new ArrayList<>(words);
    all.add("--json");
    CommandSpec kinds =
        JobCommands.of(
            "compute",
            "",
            words.getFirst(),
            choice -> CommandSpec.forAnnotatedObject(new ServedJob(choice)));
    CommandLine line =
        new CommandLine(kinds)
            .registerConverter(Duration.class, new DurationText())
            .setCaseInsensitiveEnumValuesAllowed(true);
    try {
      var parsed = line.parseArgs(all.toArray(String[]::new));
      if (parsed.hasSubcommand()) {
        return (ServedJob) parsed.subcommand().commandSpec().userObject();
      }
    } catch (ParameterException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          String.join(" ", words) + ": " + e.getMessage(),
          e);
    }
    throw WorkerException.optionInvalid("'" + words.getFirst() + "' is no kind of job");
  }

  /** Reads the files; the caller closes what was read. */
  GraphData read() {
    return files.readData(sources, JobControl.unbounded());
  }

  /** What a worker's setting {@code engine.kind} takes. */
  String engineKind() {
    return engine.name().toLowerCase(Locale.ROOT);
  }

  /** The request for this job on a version of a graph that may still have to come. */
  JobRequest request(String jobId, String graphId, long version) {
    JobRequest.Builder request =
        JobRequest.newBuilder()
            .setJobId(jobId)
            .setGraphId(graphId)
            .setVersion(VersionSelector.newBuilder().setAtLeast(version))
            .setEngine(
                switch (engine) {
                  case AUTO -> EnginePreference.ENGINE_PREFERENCE_AUTO;
                  case CPU -> EnginePreference.ENGINE_PREFERENCE_CPU;
                  case CUDA -> EnginePreference.ENGINE_PREFERENCE_CUDA;
                });
    choice.options().apply(request);
    return request.build();
  }

  /** What compute prints of an answer. */
  JsonNode json(JobRequest request, JobOutcome outcome) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try (AnswerOutput output =
        answer.open(choice.kind(), RowLayout.of(JobRequests.job(request)), new RecordNames())) {
      outcome.pages().forEach(output);
      output.finish(out, out, outcome.result(), Optional.empty());
    }
    try {
      return MAPPER.readTree(text.toString());
    } catch (JsonProcessingException e) {
      throw WholeRun.failure("an answer is no JSON: " + e.getOriginalMessage());
    }
  }
}
