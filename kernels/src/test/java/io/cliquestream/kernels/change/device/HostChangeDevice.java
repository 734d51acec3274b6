package io.cliquestream.kernels.change.device;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stands for a device: graphs as sets of edges, counted whole before and after a batch. It refuses
 * what a device would: batches that insert what is there, ids past the bound, steps out of turn.
 */
public final class HostChangeDevice implements ChangeDevice, AutoCloseable {
  private static final DeviceCosts COSTS =
      new DeviceCosts(1, 1, 1e-3, 1, 1e12, 6, WholeCosts.NEVER);

  private final DeviceCosts costs;
  private final CpuEngine engine = new CpuEngine(1);
  private final Map<Long, Copy> copies = new HashMap<>();
  private boolean ready = true;
  private int failing;
  private int loads;
  private int counts;

  private static final class Copy {
    private Set<Long> edges = new TreeSet<>();
    private Set<Long> before = Set.of();
    private int mostIds;
    private long batches;
  }

  /** One that takes next to nothing. */
  public HostChangeDevice() {
    this(COSTS);
  }

  /** One that is expected to take so much. */
  public HostChangeDevice(DeviceCosts costs) {
    this.costs = costs;
  }

  @Override
  public synchronized boolean isReady() {
    return ready;
  }

  /** Whether it takes calls from now on. */
  public synchronized void ready(boolean whether) {
    ready = whether;
  }

  /** The next so many calls fail. */
  public synchronized void failNext(int calls) {
    failing = calls;
  }

  /** All copies are gone, as with a process. */
  public synchronized void forgetAll() {
    copies.clear();
  }

  /** Copies there. */
  public synchronized int held() {
    return copies.size();
  }

  /** Graphs loaded so far. */
  public synchronized int loads() {
    return loads;
  }

  /** Counts so far. */
  public synchronized int counts() {
    return counts;
  }

  @Override
  public DeviceCosts costs() {
    return costs;
  }

  private void failIfToldTo() {
    if (failing > 0) {
      failing--;
      throw new ComputeException(FailureCode.DEVICE_FAULT, "it was told to fail");
    }
  }

  private static long key(int first, int second) {
    return (long) Math.min(first, second) << 32 | Math.max(first, second);
  }

  @Override
  public synchronized void load(
      long copy, PreparedGraph prepared, int mostIds, JobControl control) {
    failIfToldTo();
    Copy loaded = new Copy();
    loaded.mostIds = mostIds;
    Graph graph = prepared.graph();
    for (int v = 0; v < graph.vertexCount(); v++) {
      for (long at = graph.offset(v); at < graph.offset(v + 1); at++) {
        loaded.edges.add(key(v, graph.neighbor(at)));
      }
    }
    if (copies.put(copy, loaded) != null) {
      throw new IllegalStateException("two copies have a number");
    }
    loads++;
  }

  @Override
  public synchronized Optional<ChangeCounts> count(
      long number, ChangeStep step, JobControl control) {
    failIfToldTo();
    Copy copy = copies.get(number);
    if (copy == null || copy.batches != step.expected()) {
      return Optional.empty();
    }
    for (int[] batch : step.batches()) {
      apply(copy, batch);
    }
    counts++;
    BigInteger more =
        total(copy.edges, step.question()).subtract(total(copy.before, step.question()));
    return Optional.of(
        new ChangeCounts(
            more.max(BigInteger.ZERO).longValueExact(),
            more.negate().max(BigInteger.ZERO).longValueExact()));
  }

  private static void apply(Copy copy, int[] batch) {
    copy.before = new TreeSet<>(copy.edges);
    copy.batches++;
    for (int i = 0; i < batch.length; i += 2) {
      int first = batch[i] & ~ChangeStep.DELETION;
      if (Math.max(first, batch[i + 1]) >= copy.mostIds || first == batch[i + 1]) {
        throw new IllegalStateException("no pair of ids");
      }
      boolean changed =
          batch[i] < 0
              ? copy.edges.remove(key(first, batch[i + 1]))
              : copy.edges.add(key(first, batch[i + 1]));
      if (!changed) {
        throw new IllegalStateException("a change that changes nothing");
      }
    }
  }

  private BigInteger total(Set<Long> edges, ChangeQuestion question) {
    List<Long> ids = new ArrayList<>();
    edges.forEach(edge -> ids.addAll(List.of(edge >>> 32, edge & 0xFFFF_FFFFL)));
    try (EdgeArray array = EdgeArray.of(ids.stream().mapToLong(Long::longValue).toArray());
        PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(array))) {
      Job job =
          switch (question) {
            case ChangeQuestion.Triangles _ -> TriangleCount.total();
            case ChangeQuestion.Cliques(int k) -> KCliqueCount.of(k);
            case ChangeQuestion.Matches(var pattern) -> PatternMatch.count(pattern, Induced.EDGE);
          };
      return total(engine.run(graph, job).answer());
    }
  }

  /** The one number of an answer. */
  public static BigInteger total(Answer answer) {
    return switch (answer) {
      case Answer.Triangles triangles -> triangles.triangles();
      case Answer.KCliques cliques -> cliques.counts().values().iterator().next();
      case Answer.Matches matches -> matches.matches();
      default -> throw new IllegalArgumentException(answer.toString());
    };
  }

  @Override
  public synchronized void drop(long copy) {
    copies.remove(copy);
  }

  @Override
  public void close() {
    engine.close();
  }
}
