package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RealGraphs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long jobs live on after they are cancelled: every kind of job, orientations included, stopped
 * at many random moments.
 *
 * <p>Arguments: threads, cancels for each kind, the longest a job is left running in seconds,
 * {@code all} or job names joined by commas, then graphs (names of the collection, or files of u32
 * pairs). Moments are spread evenly over what the job takes, or that limit. Prints a line for each
 * graph and kind: milliseconds from the cancel to the return of the engine (which grow with
 * whatever else the machine does), and the most processor time that the process took meanwhile.
 * Where a job is still running 90 ms after its cancel, the threads at work are shown on the error
 * stream.
 */
public final class CancelLatencyMain {
  private static final long LATE_MILLIS = 90;

  private CancelLatencyMain() {}

  /** Something that a control stops. */
  private interface Stoppable {
    void run(JobControl control);
  }

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[0]);
    int cancels = Integer.parseInt(arguments[1]);
    double limit = Double.parseDouble(arguments[2]);
    System.out.println("graph\tjob\tseconds\tcancels\tp50\tp99\tmost\tprocessor");
    try (CpuEngine engine = new CpuEngine(threads)) {
      for (String name : Arrays.copyOfRange(arguments, 4, arguments.length)) {
        Path file =
            Files.exists(Path.of(name))
                ? Path.of(name)
                : RealGraphs.folder().orElseThrow().resolve(name + ".el32.zst");
        if (wanted(arguments[3], "read and build")) {
          measure(name, "read and build", cancels, limit, control -> read(file, control).close());
        }
        try (var graph = PreparedGraph.of(read(file, JobControl.unbounded()))) {
          for (Map.Entry<String, Job> job : jobs().entrySet()) {
            if (wanted(arguments[3], job.getKey())) {
              measure(
                  name,
                  job.getKey(),
                  cancels,
                  limit,
                  control -> {
                    try {
                      engine.run(graph, job.getValue(), control, ListingSink.NONE);
                    } finally {
                      afterwards = graph::releaseOrientations;
                    }
                  });
            }
          }
        }
      }
    }
  }

  private static double mostProcessorMillis;

  /** Set by a run: what to tidy up outside the measured time. */
  private static Runnable afterwards = () -> {};

  private static boolean wanted(String list, String name) {
    return list.equals("all") || Arrays.asList(list.split(",")).contains(name);
  }

  private static Graph read(Path file, JobControl control) {
    return GraphFiles.readGraph(file, GraphFileFormat.U32, ReadLimits.defaults(), control);
  }

  private static Map<String, Job> jobs() {
    Map<String, Job> jobs = new LinkedHashMap<>();
    jobs.put("triangles", new TriangleCount(true, true, true, Optional.empty()));
    jobs.put("cliques all", KCliqueCount.all());
    jobs.put("cliques 3..20 orientation", cliques(3, 20, false, KCliqueMethod.ORIENTATION));
    jobs.put("cliques 8 pivoting vertex", cliques(8, 8, true, KCliqueMethod.PIVOTING));
    jobs.put("cliques 6 orientation vertex", cliques(6, 6, true, KCliqueMethod.ORIENTATION));
    jobs.put("maximum clique", MaximumClique.one());
    jobs.put("maximum cliques", MaximumClique.all(1_000));
    jobs.put("maximal cliques", MaximalCliques.count());
    jobs.put("maximal cliques list", new MaximalCliques(3, true, Long.MAX_VALUE));
    jobs.put("motifs 5", new MotifCensus(5));
    Pattern eight = Pattern.parse("0-1,1-2,2-3,3-0,2-4,4-5,5-6,6-7,7-4,0-4");
    jobs.put("match 8", PatternMatch.count(eight, Induced.EDGE));
    jobs.put("match 8 list", new PatternMatch(eight, Induced.VERTEX, true, Long.MAX_VALUE));
    jobs.put("list cliques 5", new CliqueListing(5, Long.MAX_VALUE));
    return jobs;
  }

  private static Job cliques(int from, int to, boolean perVertex, KCliqueMethod method) {
    return new KCliqueCount(from, to, perVertex, Optional.of(method), Optional.empty());
  }

  private static void measure(
      String graph, String job, int cancels, double limit, Stoppable stoppable) {
    long whole = (long) (limit * 1e9);
    long start = System.nanoTime();
    if (cancelled(stoppable, whole) < 0) {
      whole = System.nanoTime() - start;
    }
    Random random = new Random(1);
    mostProcessorMillis = 0;
    double[] millis = new double[cancels];
    int taken = 0;
    for (int i = 0; i < cancels; i++) {
      double latency = cancelled(stoppable, (long) (whole * (i + random.nextDouble()) / cancels));
      if (latency >= 0) {
        millis[taken++] = latency;
      }
    }
    Arrays.sort(millis, 0, taken);
    if (taken > 0) {
      System.out.printf(
          Locale.ROOT,
          "%s\t%s\t%.2f\t%d\t%.1f\t%.1f\t%.1f\t%.1f%n",
          Path.of(graph).getFileName(),
          job,
          whole / 1e9,
          taken,
          millis[taken / 2],
          millis[(int) Math.ceil(0.99 * taken) - 1],
          millis[taken - 1],
          mostProcessorMillis);
    }
  }

  /** Milliseconds from the cancel to the end; -1 when the job was done first. */
  private static double cancelled(Stoppable stoppable, long afterNanos) {
    JobControl control = JobControl.unbounded();
    CountDownLatch ended = new CountDownLatch(1);
    long[] cancelledAt = new long[2];
    Thread main = Thread.currentThread();
    long begin = System.nanoTime();
    Thread canceller =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (System.nanoTime() - begin < afterNanos && ended.getCount() > 0) {
                    LockSupport.parkNanos(
                        Math.min(1_000_000, afterNanos - (System.nanoTime() - begin)));
                  }
                  cancelledAt[1] = CliqueBenchmarkMain.processCpuNanos();
                  cancelledAt[0] = System.nanoTime();
                  control.cancel("measured");
                  watch(main, ended);
                });
    long stoppedAt = 0;
    try {
      stoppable.run(control);
    } catch (StoppedException e) {
      stoppedAt = System.nanoTime();
    }
    long processor = CliqueBenchmarkMain.processCpuNanos();
    ended.countDown();
    try {
      canceller.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    afterwards.run();
    afterwards = () -> {};
    if (stoppedAt == 0) {
      return -1;
    }
    mostProcessorMillis = Math.max(mostProcessorMillis, (processor - cancelledAt[1]) / 1e6);
    return (stoppedAt - cancelledAt[0]) / 1e6;
  }

  private static void watch(Thread main, CountDownLatch ended) {
    try {
      if (ended.await(LATE_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              boolean ours = thread.equals(main) || thread.getName().startsWith("cliquestream");
              if (ours && frames.length > 0 && thread.getState() == Thread.State.RUNNABLE) {
                System.err.println("late: " + thread.getName());
                Arrays.stream(frames).limit(8).forEach(frame -> System.err.println("  " + frame));
              }
            });
  }
}
