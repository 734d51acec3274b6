package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.standing.Advance;
import io.cliquestream.kernels.change.standing.Recount;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.Motif;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Times of following changes: random edges of a graph are deleted and come back, in batches of
 * given sizes, and an answer follows.
 *
 * <p>Arguments: a file of the format u32 (or its .zst), threads, repeats, the jobs, the batch
 * sizes, each a list with commas; then any of {@code --expect} (the answers are compared with
 * counting anew, without which nothing is), {@code --incremental} and {@code --recount} (the way is
 * given, not chosen), {@code --cuda} (the GPU in its own process counts anew, and may follow) and
 * {@code --device} (that it follows is given). A job is {@code triangles}, {@code local} (triangles
 * of vertices and edges), {@code K} (K-cliques), {@code maximum}, {@code maximal}, {@code cores},
 * {@code motifs4}, or the name of a motif of up to five vertices.
 *
 * <p>Prints one tab-separated line for each job and batch size: median milliseconds of a deletion
 * and of an insertion, from the batch in memory to the answer, the structure updated; of that the
 * medians of making the version; how many of the runs followed the changes on the host, and how
 * many on the GPU; what was predicted of the last one; and whether the answer was the expected one.
 */
public final class ChangeBenchmarkMain {
  private static final long WARM_NANOS = 1_500_000_000L;

  private final Graph graph;
  private final Engine engine;
  private final int threads;
  private final int repeats;
  private final Set<String> options;
  private final SplittableRandom random = new SplittableRandom(1);

  private ChangeBenchmarkMain(
      Graph graph, Engine engine, int threads, int repeats, Set<String> options) {
    this.graph = graph;
    this.engine = engine;
    this.threads = threads;
    this.repeats = repeats;
    this.options = options;
  }

  /** Runs it. */
  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    int repeats = Integer.parseInt(arguments[2]);
    List<String> jobs = List.of(arguments[3].split(",", -1));
    List<String> batches = List.of(arguments[4].split(",", -1));
    Set<String> options = Set.of(Arrays.copyOfRange(arguments, 5, arguments.length));
    try (Graph graph =
            GraphFiles.readGraph(
                file, GraphFileFormat.U32, ReadLimits.defaults(), JobControl.unbounded());
        Engine engine = open(options, threads)) {
      System.out.printf(
          "# %s: %d vertices, %d edges, %d threads, %d repeats%n",
          file.getFileName(), graph.vertexCount(), graph.edgeCount(), threads, repeats);
      System.out.println(
          "job\tbatch\tdelete-ms\tinsert-ms\tdelete-apply-ms\tinsert-apply-ms\tfollowed\tdevice\tpredicted-host-device-recount-ms\tanswer");
      var benchmark = new ChangeBenchmarkMain(graph, engine, threads, repeats, options);
      for (String job : jobs) {
        for (String batch : batches) {
          benchmark.measure(job, Integer.parseInt(batch));
        }
      }
    }
  }

  /** The GPU in a process of its own, where it is asked for. */
  private static Engine open(Set<String> options, int threads) {
    return options.contains("--cuda")
        ? Engines.openSupervised(EngineChoice.CUDA, EngineOptions.DEFAULT.withThreads(threads))
        : new CpuEngine(threads);
  }

  private static Job job(String name) {
    if (name.matches("[0-9]+")) {
      return KCliqueCount.of(Integer.parseInt(name));
    }
    return switch (name) {
      case "cores" -> new CoreDecomposition(true);
      case "triangles" -> TriangleCount.total();
      case "local" -> new TriangleCount(true, true, false, Optional.empty());
      case "maximum" -> MaximumClique.one();
      case "maximal" -> MaximalCliques.count();
      case "motifs3" -> new MotifCensus(3);
      case "motifs4" -> new MotifCensus(4);
      case "motifs5" -> new MotifCensus(5);
      default -> PatternMatch.count(pattern(name), Induced.EDGE);
    };
  }

  private static Pattern pattern(String name) {
    return Arrays.stream(Motif.values())
        .filter(motif -> motif.label().equals(name))
        .findAny()
        .map(Motif::pattern)
        .orElseGet(() -> Pattern.parse(name));
  }

  private StandingJob follower(String name, GraphVersion version) {
    Recount recount =
        (whole, wanted, control) -> engine.run(whole, wanted, control, ListingSink.NONE).answer();
    return StandingJob.start(job(name), version, recount, engine.changes(), JobControl.unbounded());
  }

  private Optional<Advance.Method> forced() {
    return options.contains("--incremental")
        ? Optional.of(Advance.Method.INCREMENTAL)
        : options.contains("--recount")
            ? Optional.of(Advance.Method.RECOUNTED)
            : options.contains("--device") ? Optional.of(Advance.Method.DEVICE) : Optional.empty();
  }

  private static String text(Answer answer) {
    return switch (answer) {
      case Answer.Triangles triangles -> triangles.triangles().toString();
      case Answer.KCliques cliques -> cliques.counts().toString();
      case Answer.Maximum maximum -> Integer.toString(maximum.cliqueNumber());
      case Answer.CoreNumbers cores -> cores.byCore().toString();
      default -> answer.toString();
    };
  }

  private void measure(String name, int size) {
    ChangePolicy policy = ChangePolicy.DEFAULT.withThreads(threads);
    PreparedGraph.Owned base = PreparedGraph.of(graph);
    try (EvolvingGraph evolving =
        EvolvingGraph.of(base, base::releaseOrientations, policy, Optional.empty())) {
      GraphVersion first = evolving.latest();
      StandingJob follower = follower(name, first);
      first.close();
      double[][] millis = new double[4][repeats];
      int followed = 0;
      int onDevice = 0;
      SortedMap<String, String> plan = new TreeMap<>();
      long warmUntil = System.nanoTime() + WARM_NANOS;
      int warm = 3;
      int run = 0;
      String wrong = "";
      while (run < repeats) {
        EdgeBatch deletions = EdgeBatch.withRoom(size);
        EdgeBatch insertions = EdgeBatch.withRoom(size);
        draw(size, deletions, insertions);
        for (int way = 0; way < 2; way++) {
          long start = System.nanoTime();
          try (GraphVersion version = evolving.apply(way == 0 ? deletions : insertions).version()) {
            long applied = System.nanoTime();
            Advance advance = follower.advance(version, JobControl.unbounded(), forced());
            long end = System.nanoTime();
            millis[way][run] = (end - start) / 1e6;
            millis[2 + way][run] = (applied - start) / 1e6;
            boolean counts = warm <= 0 && System.nanoTime() > warmUntil;
            followed += counts && advance.method() == Advance.Method.INCREMENTAL ? 1 : 0;
            onDevice += counts && advance.method() == Advance.Method.DEVICE ? 1 : 0;
            if (counts) {
              plan = advance.plan();
            }
            if (counts && run == repeats - 1 && options.contains("--expect")) {
              wrong += check(name, version, follower);
            }
          }
        }
        warm--;
        run += warm < 0 && System.nanoTime() > warmUntil ? 1 : 0;
      }
      for (double[] each : millis) {
        Arrays.sort(each);
      }
      System.out.printf(
          Locale.ROOT,
          "%s\t%d\t%.4f\t%.4f\t%.4f\t%.4f\t%d/%d\t%d\t%s\t%s%n",
          name,
          size,
          millis[0][repeats / 2],
          millis[1][repeats / 2],
          millis[2][repeats / 2],
          millis[3][repeats / 2],
          followed,
          2 * repeats,
          onDevice,
          predicted(plan),
          options.contains("--expect") ? wrong.isEmpty() ? "as expected" : wrong : "not compared");
      follower.close();
    }
  }

  private static String predicted(SortedMap<String, String> plan) {
    return "%s %s %s"
        .formatted(
            plan.getOrDefault("predicted-incremental-ms", "-"),
            plan.getOrDefault("predicted-device-ms", "-"),
            plan.getOrDefault("predicted-recount-ms", "-"));
  }

  private String check(String name, GraphVersion version, StandingJob follower) {
    String wanted = text(engine.run(version.prepared(), job(name)).answer());
    String found = text(follower.answer());
    return wanted.equals(found) ? "" : "WRONG: " + found + " for " + wanted + " ";
  }

  /** Draws different edges, each as likely as any other. */
  private void draw(int size, EdgeBatch deletions, EdgeBatch insertions) {
    Set<Long> drawn = new HashSet<>();
    while (drawn.size() < size) {
      long arc = random.nextLong(2 * graph.edgeCount());
      int low = 0;
      int high = graph.vertexCount() - 1;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (graph.offset(middle) <= arc) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      int other = graph.neighbor(arc);
      if (drawn.add((long) Math.min(low, other) << 32 | Math.max(low, other))) {
        deletions.delete(graph.originalId(low), graph.originalId(other));
        insertions.insert(graph.originalId(other), graph.originalId(low));
      }
    }
  }
}
