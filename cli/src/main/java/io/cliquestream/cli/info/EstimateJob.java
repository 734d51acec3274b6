package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.compute.LabelOptions;
import io.cliquestream.cli.compute.ListingOptions;
import io.cliquestream.cli.job.JobChoice;
import io.cliquestream.cli.kafka.GraphSources;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineAvailability;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.survey.DeviceEstimate;
import io.cliquestream.kernels.survey.JobEstimate;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Says what a job would take, and runs nothing. */
@Command(mixinStandardHelpOptions = true)
public final class EstimateJob extends PrintingCommand {
  private static final double MEBIBYTE = 1 << 20;

  private final JobChoice choice;

  private final LabelOptions labels = new LabelOptions();

  private final ListingOptions listing = new ListingOptions();

  @Mixin private GraphSources files;

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description = "CPU threads; 0 for one per core.")
  private int threads;

  @Option(names = "--json", description = "Print one JSON object (docs/answers.md).")
  private boolean json;

  private EstimateJob(JobChoice choice) {
    this.choice = choice;
  }

  /** The command that estimates a job of this kind, without the job's own options. */
  public static CommandSpec specification(JobChoice choice) {
    EstimateJob estimate = new EstimateJob(choice);
    CommandSpec command = CommandSpec.forAnnotatedObject(estimate);
    if (choice.kind() == JobKind.MATCH) {
      command.addMixin("labels", CommandSpec.forAnnotatedObject(estimate.labels));
      command.addMixin("listing", CommandSpec.forAnnotatedObject(estimate.listing));
    }
    return command;
  }

  /**
   * Memory that a job takes on the GPU's engine.
   *
   * @param host of the host's memory
   * @param device of the GPU's, the graph included; empty for a job without kernels
   * @param budget of the GPU; a job that needs more is run in parts
   */
  private record DeviceBytes(long host, OptionalLong device, long budget) {
    String text() {
      String onDevice =
          device.isEmpty()
              ? "; no kernels for this job"
              : "; device memory at most "
                  + memory(Math.min(device.getAsLong(), budget))
                  + (device.getAsLong() > budget
                      ? ", in parts: whole it would take " + memory(device.getAsLong())
                      : "");
      return "; host memory at most " + memory(host) + onDevice;
    }
  }

  /**
   * What is known of the GPU.
   *
   * @param time by the host's model
   * @param bytes of memory, where there is a GPU
   * @param why there is none
   */
  private record OnDevice(DeviceEstimate time, Optional<DeviceBytes> bytes, String why) {
    OptionalDouble seconds() {
      return time.seconds();
    }

    String basis() {
      return bytes.isPresent() ? time.basis() : why + "; " + time.basis();
    }
  }

  @Override
  protected void run(PrintWriter out) {
    Job job = labels.apply(choice.options().job());
    WatchedWork work = WatchedWork.begin("estimate " + choice.kind().text());
    var _ =
        work.run(
            () -> {
              estimate(job, work, out);
              return true;
            });
  }

  /** The graph that was read, and the labels that were. */
  private record Labelled(PreparedGraph read, Optional<VertexLabels> labels)
      implements PreparedGraph {
    @Override
    public Graph graph() {
      return read.graph();
    }

    @Override
    public OrientedGraph oriented(Ordering ordering, StopCheck stop) {
      return read.oriented(ordering, stop);
    }
  }

  private void estimate(Job job, WatchedWork work, PrintWriter out) {
    JobControl control = work.control();
    try (OpenGraph open = OpenGraph.of(files, files.names(), work);
        Engine cpu = Engines.open(EngineChoice.CPU, threads)) {
      int used = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
      Optional<VertexLabels> known =
          work.show(() -> labels.read(open.graph(), open.reading(), control));
      PreparedGraph graph = new Labelled(open.prepared(), known);
      JobEstimate.Both both = work.show(() -> JobEstimate.both(graph, job, cpu, used, control));
      JobEstimate host = work.show(() -> withCount(both.host(), job, graph, cpu, used, control));
      EngineAvailability cuda =
          Engines.survey().stream()
              .filter(engine -> engine.kind() == EngineKind.CUDA)
              .findFirst()
              .orElse(new EngineAvailability(EngineKind.CUDA, false, "not in this build"));
      DeviceEstimate listed = both.device();
      OnDevice device =
          new OnDevice(
              host.equals(both.host())
                  ? listed
                  : new DeviceEstimate(
                      listed.seconds(), listed.basis() + "; without the count of all behind it"),
              cuda.available() ? Optional.of(device(open, job)) : Optional.empty(),
              cuda.description());
      if (json) {
        out.println(render(open, host, rows(host, job), used, device));
      } else {
        print(open, host, rows(host, job), used, device, out);
      }
    }
  }

  /** What {@code compute} does: it counts the matches that are not listed, unless told not to. */
  private JobEstimate withCount(
      JobEstimate list, Job job, PreparedGraph graph, Engine cpu, int used, JobControl control) {
    Optional<Job> counting = listing.countBehind(job);
    if (counting.isEmpty() || rows(list, job).equals(list.found())) {
      return list;
    }
    JobEstimate count = JobEstimate.of(graph, counting.get(), cpu, used, control);
    return new JobEstimate(
        OptionalDouble.of(list.seconds().orElseThrow() + count.seconds().orElseThrow()),
        list.basis() + "; then a count of all, which --list-only leaves out: " + count.basis(),
        list.jobBytes(),
        list.graphBytes(),
        list.found());
  }

  /** What a list holds: what there is, up to its limit. */
  private static OptionalDouble rows(JobEstimate estimate, Job job) {
    double limit =
        switch (job) {
          case PatternMatch match -> (double) match.limit();
          case CliqueListing cliques -> (double) cliques.limit();
          case MaximalCliques cliques -> (double) cliques.limit();
          default -> Double.POSITIVE_INFINITY;
        };
    return estimate.found().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(limit, estimate.found().getAsDouble()));
  }

  private DeviceBytes device(OpenGraph open, Job job) {
    try (Engine engine = Engines.open(EngineChoice.CUDA, threads)) {
      JobBytes host = engine.hostBytes(GraphShape.of(open.graph()), job, Long.MAX_VALUE);
      return new DeviceBytes(
          host.heap() + host.offHeap(),
          engine.deviceBytes(open.prepared(), job),
          engine.device().orElseThrow().budgetBytes());
    }
  }

  private void print(
      OpenGraph open,
      JobEstimate host,
      OptionalDouble rows,
      int used,
      OnDevice device,
      PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s on %,d vertices, %,d edges%n",
        choice.kind().text(),
        open.graph().vertexTotal(),
        open.graph().edgeCount());
    rows.ifPresent(
        listed ->
            out.printf(
                Locale.ROOT,
                "list  about %,.0f rows, of some %,.0f in all%n",
                rounded(listed),
                rounded(host.found().orElseThrow())));
    out.printf(
        Locale.ROOT,
        "cpu   %s on %d threads (%s); memory at most %s and %s of the graph%n",
        host.seconds().isPresent() ? time(host.seconds().getAsDouble()) : "no prediction",
        used,
        host.basis(),
        memory(host.jobBytes().heap() + host.jobBytes().offHeap()),
        memory(host.graphBytes()));
    String time =
        device.seconds().isPresent()
            ? time(device.seconds().getAsDouble()) + " (" + device.time.basis() + ")"
            : device.time.basis();
    out.println(
        device
            .bytes
            .map(needs -> "cuda  " + time + needs.text())
            .orElse(
                "cuda  unavailable: "
                    + device.why
                    + (device.seconds().isPresent() ? "; with one, " : "; ")
                    + time));
  }

  private static String time(double seconds) {
    if (seconds < 1) {
      return String.format(Locale.ROOT, "%.1f ms", seconds * 1e3);
    }
    if (seconds < 600) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    return seconds < 86_400 * 2
        ? String.format(Locale.ROOT, "%.1f h", seconds / 3_600)
        : seconds < 86_400 * 1_000.0
            ? String.format(Locale.ROOT, "%.0f days", seconds / 86_400)
            : String.format(Locale.ROOT, "%.1g years", seconds / 86_400 / 365);
  }

  /** To two digits: the sample tells no more. */
  private static BigDecimal rounded(double rows) {
    return BigDecimal.valueOf(rows).round(new MathContext(2));
  }

  private static String memory(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MiB", bytes / MEBIBYTE);
  }

  private String render(
      OpenGraph open, JobEstimate host, OptionalDouble rows, int used, OnDevice device) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("question", "estimate");
    root.put("job", choice.kind().text());
    open.describe(root);
    ObjectNode result = root.putObject("result");
    rows.ifPresent(listed -> result.put("rows", listed));
    host.found().ifPresent(found -> result.put("found", found));
    ArrayNode engines = result.putArray("engines");
    ObjectNode cpu = engines.addObject();
    cpu.put("engine", "cpu");
    cpu.put("available", true);
    cpu.put("threads", Integer.toString(used));
    host.seconds().ifPresent(seconds -> cpu.put("seconds", seconds));
    cpu.put("basis", host.basis());
    cpu.put("jobBytes", Long.toString(host.jobBytes().heap() + host.jobBytes().offHeap()));
    cpu.put("graphBytes", Long.toString(host.graphBytes()));
    ObjectNode gpu = engines.addObject();
    gpu.put("engine", "cuda");
    gpu.put("available", device.bytes.isPresent());
    device.seconds().ifPresent(seconds -> gpu.put("seconds", seconds));
    gpu.put("basis", device.basis());
    device.bytes.ifPresent(
        needs -> {
          gpu.put("jobBytes", Long.toString(needs.host));
          needs.device.ifPresent(bytes -> gpu.put("deviceBytes", Long.toString(bytes)));
          gpu.put("deviceBudgetBytes", Long.toString(needs.budget));
        });
    return root.toString();
  }
}
