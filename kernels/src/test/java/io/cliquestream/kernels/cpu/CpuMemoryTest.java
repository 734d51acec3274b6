package io.cliquestream.kernels.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.maxclique.RandomGraphs;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.memory.LargeArena;
import io.cliquestream.kernels.memory.LiveMemory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What jobs are predicted to take is never less than what they take: off the heap by what arenas
 * allocate, on it by what the collector finds alive again and again while the job runs.
 */
final class CpuMemoryTest {
  private static final int THREADS = 2;
  private static final long PAGE_BYTES = 1L << 20;
  private static final Duration LONGEST = Duration.ofMillis(100);

  /** Large blocks are aligned within what is asked of the C library. */
  private static final long ALIGNMENT = 1 << 10;

  /** What the test and the JVM have on the heap that no job allocated. */
  private static final long OTHERS = 1 << 20;

  private static List<Job> jobs() {
    Pattern pattern = Pattern.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 0, 3);
    List<Job> jobs = new ArrayList<>();
    jobs.add(TriangleCount.total());
    jobs.add(new TriangleCount(true, true, true, Optional.empty()));
    jobs.add(KCliqueCount.of(5));
    jobs.add(KCliqueCount.all());
    jobs.add(KCliqueCount.local(4, true, true));
    for (KCliqueMethod method : KCliqueMethod.values()) {
      jobs.add(new KCliqueCount(6, 6, false, Optional.of(method), Optional.empty()));
    }
    jobs.add(MaximumClique.one());
    jobs.add(MaximumClique.all(1_000));
    jobs.add(MaximalCliques.count());
    jobs.add(new MaximalCliques(1, true, 100_000));
    jobs.add(new MotifCensus(4, Optional.empty()));
    jobs.add(new MotifCensus(5, Optional.empty()));
    jobs.add(new MotifCensus(4, Optional.of(MotifMethod.PLANS)));
    jobs.add(PatternMatch.count(pattern, Induced.EDGE));
    jobs.add(new PatternMatch(pattern, Induced.VERTEX, true, 10_000));
    jobs.add(new CliqueListing(4, 100_000));
    jobs.add(new CoreDecomposition(true));
    jobs.add(CoreDecomposition.count());
    jobs.add(new CliqueEstimate(3, 40, 100_000, 0.95, 1));
    return jobs;
  }

  private static Map<String, Graph> graphs() {
    return Map.of(
        "dense",
        RandomGraphs.uniform(new Random(1), 400, 0.6),
        "sparse",
        RandomGraphs.uniform(new Random(2), 2_500, 0.02),
        "multipartite",
        RandomGraphs.where(300, (a, b) -> a % 75 != b % 75),
        "hub",
        RandomGraphs.where(4_000, (a, b) -> Math.min(a, b) < 40 || a == b + 1 || b == a + 1));
  }

  @Test
  void noJobTakesMoreThanPredicted() throws Exception {
    try (var engine = new CpuEngine(THREADS)) {
      for (Map.Entry<String, Graph> named : graphs().entrySet()) {
        try (var prepared = PreparedGraph.of(named.getValue())) {
          var _ = prepared.oriented(Ordering.DEGREE);
          var _ = prepared.oriented(Ordering.DEGENERACY);
          for (Job job : jobs()) {
            JobBytes predicted = engine.hostBytes(GraphShape.of(named.getValue()), job, PAGE_BYTES);
            JobControl control = JobControl.within(LONGEST);
            control.memory().measureHeap();
            JobBytes measured = measure(engine, prepared, job, control);
            JobOutcome.Memory told = control.memoryTaken();
            assertThat(told.offHeapBytes())
                .as("told of what is off the heap, %s on %s", job, named.getKey())
                .isBetween(
                    measured.offHeap() - answerBytes(job, named.getValue()) - ALIGNMENT,
                    measured.offHeap());
            assertThat(told.allocatedHeapBytes())
                .as("told of the heap, %s on %s", job, named.getKey())
                .isGreaterThanOrEqualTo(measured.heap() - OTHERS);
            assertThat(measured.offHeap())
                .as("off the heap, %s on %s", job, named.getKey())
                .isLessThanOrEqualTo(predicted.offHeap());
            assertThat(measured.heap())
                .as("on the heap, %s on %s", job, named.getKey())
                .isLessThanOrEqualTo(predicted.heap());
          }
        }
      }
    }
  }

  /** What is told is working memory; the other jobs end before they have an answer. */
  private static long answerBytes(Job job, Graph graph) {
    return job.equals(new CoreDecomposition(true)) ? (long) Long.BYTES * graph.vertexCount() : 0;
  }

  /** Runs a job, perhaps not to its end, with a collection every few milliseconds. */
  private static JobBytes measure(
      CpuEngine engine, PreparedGraph graph, Job job, JobControl control)
      throws InterruptedException {
    long heapBefore = liveAfterCollection();
    long before = LiveMemory.settledBytes();
    var _ = LargeArena.takePeak();
    AtomicBoolean ended = new AtomicBoolean();
    long[] offHeap = new long[1];
    control.pageBytes(PAGE_BYTES);
    Thread runs =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    long then = control.memory().heapNow();
                    try {
                      var _ = engine.run(graph, job, control, ListingSink.NONE);
                    } finally {
                      control.memory().allocatedSince(then);
                    }
                  } catch (StoppedException e) {
                    // It had time enough to take what it takes.
                  } finally {
                    offHeap[0] = LargeArena.takePeak();
                    ended.set(true);
                  }
                });
    long heap = 0;
    while (!ended.get()) {
      heap = Math.max(heap, liveAfterCollection());
    }
    runs.join();
    return new JobBytes(Math.max(0, heap - heapBefore), Math.max(0, offHeap[0] - before));
  }

  /** What the collector leaves, by its own account. */
  private static long liveAfterCollection() {
    System.gc();
    long live = 0;
    long last = -1;
    for (var bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof GarbageCollectorMXBean collector) {
        GcInfo info = collector.getLastGcInfo();
        if (info != null && info.getEndTime() >= last) {
          last = info.getEndTime();
          live =
              info.getMemoryUsageAfterGc().entrySet().stream()
                  .filter(pool -> isHeap(pool.getKey()))
                  .mapToLong(pool -> pool.getValue().getUsed())
                  .sum();
        }
      }
    }
    return live;
  }

  private static boolean isHeap(String pool) {
    return pool.contains("Eden") || pool.contains("Survivor") || pool.contains("Old");
  }
}
