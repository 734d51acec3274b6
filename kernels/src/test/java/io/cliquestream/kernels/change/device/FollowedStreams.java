package io.cliquestream.kernels.change.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.ChangeStream;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.standing.Recount;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Seeded streams that several standing jobs follow with a device at hand, each at its own pace and
 * each by the ways in turn: after every batch each answer is that of a job that follows on the host
 * alone, and of the graph counted anew.
 */
public final class FollowedStreams {
  /** Streams of a test, unless it says otherwise. */
  public static final long STREAMS = Long.getLong("cliquestream.streams", 48);

  private static final ChangePolicy SMALL = new ChangePolicy(0.7, 16, 1 << 12, 2);
  private static final int ROUNDS = 12;

  private FollowedStreams() {}

  /** Triangles. */
  public static List<Job> triangles() {
    return List.of(TriangleCount.total(), KCliqueCount.of(3), TriangleCount.total());
  }

  /** Cliques of four to six vertices. */
  public static List<Job> cliques() {
    return List.of(KCliqueCount.of(4), KCliqueCount.of(5), KCliqueCount.of(6));
  }

  /** Patterns of three to five vertices. */
  public static List<Job> patterns() {
    return Stream.of(
            "0-1,1-2",
            "0-1,1-2,2-0",
            "0-1,1-2,2-3,3-0",
            "0-1,1-2,2-0,1-3,2-3",
            "0-1,0-2,0-3",
            "0-1,1-2,2-3,3-0,0-4,1-4",
            "0-1,1-2,2-3,3-4")
        .<Job>map(text -> PatternMatch.count(Pattern.parse(text), Induced.EDGE))
        .toList();
  }

  /** What happens beside a stream, before each advance. */
  public interface Beside {
    /** Nothing. */
    Beside NOTHING = (round, random) -> {};

    /** Something, perhaps. */
    void happens(int round, Random random);
  }

  /**
   * Follows streams from a seed on.
   *
   * @param largest vertices at most of the graph that a stream begins with, about
   * @return advances that were made on the device
   */
  public static long follow(
      long from, long streams, int largest, List<Job> jobs, DeviceCopies copies, Beside beside) {
    long onDevice = 0;
    try (CpuEngine engine = new CpuEngine(2)) {
      for (long seed = from; seed < from + streams; seed++) {
        onDevice += follow(seed, largest, jobs, copies, beside, engine);
      }
    }
    assertThat(copies.count()).isZero();
    return onDevice;
  }

  /** A job and the same on the host alone. */
  private record Pair(StandingJob job, StandingJob host) implements AutoCloseable {
    @Override
    public void close() {
      job.close();
      host.close();
    }
  }

  private static long follow(
      long seed,
      int largest,
      List<Job> jobs,
      DeviceCopies copies,
      Beside beside,
      CpuEngine engine) {
    Recount recount =
        (graph, wanted, control) -> engine.run(graph, wanted, control, ListingSink.NONE).answer();
    Random random = new Random(seed);
    ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % (largest - 3)));
    PreparedGraph.Owned base = PreparedGraph.of(stream.base());
    List<Pair> pairs = new ArrayList<>();
    long onDevice = 0;
    try (EvolvingGraph graph = EvolvingGraph.of(base, base::close, SMALL, Optional.empty());
        GraphVersion first = graph.latest()) {
      for (Job job : jobs) {
        pairs.add(
            new Pair(
                StandingJob.start(job, first, recount, Optional.of(copies), JobControl.unbounded()),
                StandingJob.start(job, first, recount, JobControl.unbounded())));
      }
      for (int round = 0; round < ROUNDS; round++) {
        try (GraphVersion version = graph.apply(stream.next()).version()) {
          for (Pair pair : pairs) {
            // Some lag behind; the last round is everybody's.
            if (round == ROUNDS - 1 || random.nextInt(4) > 0) {
              beside.happens(round, random);
              String what = pair.job.job() + ", " + stream + ", round " + round;
              onDevice += advance(pair, version, random, what) ? 1 : 0;
              check(pair, stream, engine, what);
            }
          }
        }
      }
    } finally {
      pairs.forEach(Pair::close);
    }
    return onDevice;
  }

  private static boolean advance(Pair pair, GraphVersion version, Random random, String what) {
    Method way =
        switch (random.nextInt(8)) {
          case 0 -> Method.INCREMENTAL;
          case 1 -> Method.RECOUNTED;
          default -> Method.DEVICE;
        };
    var control = JobControl.unbounded();
    var taken = pair.job.advance(version, control, Optional.of(way));
    var host = pair.host.advance(version, control, Optional.of(Method.INCREMENTAL));
    assertThat(taken.changedEdges()).as(what).isEqualTo(host.changedEdges());
    boolean onDevice = taken.method() == Method.DEVICE;
    if (taken.changedEdges() > 0) {
      assertThat(taken.plan().get("changes-counted-on"))
          .as(what)
          .isEqualTo(onDevice ? "device" : taken.method() == Method.INCREMENTAL ? "host" : null);
    }
    return onDevice;
  }

  private static void check(Pair pair, ChangeStream stream, CpuEngine engine, String what) {
    Graph whole = stream.rebuilt();
    try (PreparedGraph.Owned prepared = PreparedGraph.of(whole)) {
      var wanted = HostChangeDevice.total(engine.run(prepared, pair.job.job()).answer());
      assertThat(HostChangeDevice.total(pair.job.answer())).as(what).isEqualTo(wanted);
      assertThat(HostChangeDevice.total(pair.host.answer())).as(what).isEqualTo(wanted);
    }
  }

  /** Insertions and deletions of pairs that are drawn alike. */
  public static EdgeBatch batch(SplittableRandom random, int vertices, int changes) {
    EdgeBatch batch = EdgeBatch.withRoom(changes);
    for (int i = 0; i < changes; i++) {
      int from = random.nextInt(vertices);
      int to = random.nextInt(vertices);
      if (random.nextBoolean()) {
        batch.insert(from, to);
      } else {
        batch.delete(from, to);
      }
    }
    return batch;
  }

  /** Kills a process that may have ended, and waits for its end. */
  public static void kill(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              process.destroyForcibly();
              process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
            });
  }
}
