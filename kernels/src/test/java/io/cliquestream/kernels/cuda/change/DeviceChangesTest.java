package io.cliquestream.kernels.cuda.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.change.device.FollowedStreams;
import io.cliquestream.kernels.change.device.HostChangeDevice;
import io.cliquestream.kernels.change.device.WholeCosts;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a GPU counts of changes is what the host counts, and what counting anew does. */
@Tag("gpu")
@Timeout(400)
final class DeviceChangesTest {
  /** Batches in pieces of five changes, bit rows from degree three, pools that are soon full. */
  private static final DeviceChangePolicy NARROW = policy(2, 3).withMostChanges(5);

  /** Every count that may be one of the whole graph is. */
  private static final WholeCosts ALWAYS = new WholeCosts(0, 0, List.of(0.0, 0.0));

  private static final JobControl CONTROL = JobControl.unbounded();

  private static CudaLibrary library;
  private static CudaDevice device;

  private static DeviceChangePolicy policy(int poolSpare, int hubDegree) {
    DeviceChangePolicy usual = DeviceChangePolicy.DEFAULT;
    return new DeviceChangePolicy(
        usual.costs(), poolSpare, hubDegree, 64, 3, 4, 4, usual.probeNanos(), 64);
  }

  @BeforeAll
  static void open() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    library = installation.openLibrary();
    device = CudaDevice.open(installation.devices().getFirst(), DevicePolicy.DEFAULT);
  }

  @AfterAll
  static void close() {
    if (device != null) {
      device.close();
    }
  }

  private static void follow(DeviceChangePolicy policy, long from, List<Job> jobs) {
    long before = device.memoryUse().used();
    try (DeviceChanges changes = new DeviceChanges(device, library, policy)) {
      long streams = FollowedStreams.STREAMS;
      long made =
          FollowedStreams.follow(
              from, streams, 24, jobs, new DeviceCopies(changes), FollowedStreams.Beside.NOTHING);
      assertThat(made).isGreaterThan(3 * streams * jobs.size());
      assertThat(changes.count()).isZero();
    }
    assertThat(device.memoryUse().used()).isEqualTo(before);
  }

  @Test
  void trianglesFollow() {
    follow(DeviceChangePolicy.DEFAULT, 0, FollowedStreams.triangles());
    follow(NARROW, 5_000, FollowedStreams.triangles());
  }

  @Test
  void cliquesFollow() {
    follow(DeviceChangePolicy.DEFAULT, 10_000, FollowedStreams.cliques());
    follow(NARROW, 15_000, FollowedStreams.cliques());
  }

  @Test
  void totalsOfWholeGraphsFollow() {
    DeviceChangePolicy whole = DeviceChangePolicy.DEFAULT.withWhole(ALWAYS);
    follow(whole, 40_000, FollowedStreams.triangles());
    follow(NARROW.withWhole(ALWAYS), 45_000, FollowedStreams.triangles());
    follow(whole, 50_000, FollowedStreams.cliques());
    follow(NARROW.withWhole(ALWAYS), 55_000, FollowedStreams.cliques());
  }

  @Test
  void patternsFollow() {
    follow(DeviceChangePolicy.DEFAULT, 20_000, FollowedStreams.patterns());
    follow(NARROW, 25_000, FollowedStreams.patterns());
  }

  @Test
  void whatTheDeviceForgetsIsLoadedAgain() {
    long before = device.memoryUse().used();
    try (DeviceChanges changes = new DeviceChanges(device, library, DeviceChangePolicy.DEFAULT)) {
      FollowedStreams.Beside relief =
          (round, random) -> {
            if (random.nextInt(5) == 0) {
              changes.release(Long.MAX_VALUE);
              assertThat(changes.bytes()).isZero();
            }
          };
      long made =
          FollowedStreams.follow(
              30_000,
              FollowedStreams.STREAMS,
              24,
              FollowedStreams.triangles(),
              new DeviceCopies(changes),
              relief);
      assertThat(made).isPositive();
    }
    assertThat(device.memoryUse().used()).isEqualTo(before);
  }

  /** A few vertices have most of the edges. */
  private static Graph skewed(int vertices, int pairs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int i = 0; i < pairs; i++) {
        edges.add(end(vertices, random), end(vertices, random));
      }
      return GraphBuilder.build(edges);
    }
  }

  private static long end(int vertices, SplittableRandom random) {
    double at = random.nextDouble();
    return (long) (vertices * at * at * at);
  }

  private static EdgeBatch batch(int vertices, int changes, SplittableRandom random) {
    EdgeBatch batch = EdgeBatch.withRoom(changes);
    for (int i = 0; i < changes; i++) {
      long from = end(vertices, random);
      // Ids that are new are among them.
      long to = end(vertices, random) + (random.nextInt(64) == 0 ? vertices : 0);
      if (random.nextBoolean()) {
        batch.insert(from, to);
      } else {
        batch.delete(from, to);
      }
    }
    return batch;
  }

  /** {@return how many counts were of the whole graph} */
  private static long largerBatches(
      Graph graph, int vertices, List<Job> jobs, List<Integer> batches, DeviceChangePolicy policy) {
    SplittableRandom random = new SplittableRandom(1);
    try (DeviceChanges changes = new DeviceChanges(device, library, policy);
        CpuEngine engine = new CpuEngine(Runtime.getRuntime().availableProcessors());
        EvolvingGraph evolving = EvolvingGraph.of(graph);
        GraphVersion first = evolving.latest()) {
      DeviceCopies copies = new DeviceCopies(changes);
      List<StandingJob> standing = new ArrayList<>();
      for (Job job : jobs) {
        standing.add(
            StandingJob.start(
                job,
                first,
                (whole, wanted, control) ->
                    engine.run(whole, wanted, control, ListingSink.NONE).answer(),
                Optional.of(copies),
                CONTROL));
      }
      for (int size : batches) {
        try (GraphVersion version = evolving.apply(batch(vertices, size, random)).version()) {
          for (StandingJob each : standing) {
            String what = each.job() + " after " + size + " changes";
            var advance = each.advance(version, CONTROL, Optional.of(Method.DEVICE));
            // A single change may change nothing.
            assertThat(advance.method())
                .as(what)
                .isEqualTo(advance.changedEdges() == 0 ? Method.UNCHANGED : Method.DEVICE);
            assertThat(HostChangeDevice.total(each.answer()))
                .as(what)
                .isEqualTo(
                    HostChangeDevice.total(engine.run(version.prepared(), each.job()).answer()));
          }
        }
      }
      standing.forEach(StandingJob::close);
      return changes.wholeCounts();
    }
  }

  @Test
  void batchesForWhichTheWholeGraphIsSoonerAreCountedByIt() {
    int vertices = 3_000;
    List<Job> jobs = List.of(TriangleCount.total(), KCliqueCount.of(4), KCliqueCount.of(5));
    List<Integer> batches = List.of(2_000, 5_000, 3_000, 10, 4_000, 5_000);
    assertThat(
            largerBatches(
                skewed(vertices, 1 << 17, 7),
                vertices,
                jobs,
                batches,
                DeviceChangePolicy.DEFAULT.withWhole(ALWAYS)))
        .isEqualTo((long) jobs.size() * batches.size());
    assertThat(
            largerBatches(
                skewed(vertices, 1 << 17, 7),
                vertices,
                jobs,
                batches,
                DeviceChangePolicy.DEFAULT.withWhole(WholeCosts.NEVER)))
        .isZero();
    // In pieces, and with what is learned on the way.
    assertThat(
            largerBatches(
                skewed(vertices, 1 << 17, 7),
                vertices,
                jobs,
                batches,
                DeviceChangePolicy.DEFAULT.withWhole(ALWAYS).withMostChanges(1 << 10)))
        .isGreaterThan((long) jobs.size() * batches.size());
    var _ =
        largerBatches(
            skewed(vertices, 1 << 17, 7), vertices, jobs, batches, DeviceChangePolicy.DEFAULT);
  }

  @Test
  void poolsThatAreFullAreMoved() {
    int vertices = 1 << 14;
    List<Integer> batches = new ArrayList<>();
    for (int round = 0; round < 30; round++) {
      batches.add(20_000);
    }
    DeviceChangePolicy tight = policy(2, 512);
    var _ =
        largerBatches(
            skewed(vertices, 1 << 19, 3), vertices, List.of(TriangleCount.total()), batches, tight);
    var _ =
        largerBatches(
            skewed(vertices, 1 << 19, 4),
            vertices,
            List.of(TriangleCount.total()),
            batches,
            tight.withMostChanges(1 << 12));
  }

  @Test
  void commonNeighborhoodsThatAreWideAreCountedInMoreMemory() {
    int vertices = 3_000;
    var _ =
        largerBatches(
            skewed(vertices, 1 << 17, 5),
            vertices,
            List.of(KCliqueCount.of(4), KCliqueCount.of(5), KCliqueCount.of(6)),
            List.of(1, 10, 100, 1_000, 50, 5_000, 1),
            DeviceChangePolicy.DEFAULT);
  }

  @Test
  void patternsOfALargerGraph() {
    int vertices = 2_000;
    var _ =
        largerBatches(
            skewed(vertices, 1 << 14, 6),
            vertices,
            List.of(
                PatternMatch.count(Pattern.parse("0-1,1-2,2-0,1-3,2-3"), Induced.EDGE),
                PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0"), Induced.EDGE),
                PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-0,0-4,1-4"), Induced.EDGE)),
            List.of(1, 10, 100, 1_000),
            DeviceChangePolicy.DEFAULT);
  }
}
