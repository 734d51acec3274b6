package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.share.PhaseUnits;
import io.cliquestream.kernels.cuda.triangle.CudaTriangleCount;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.PartialAnswer;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is made of the shares of several devices; no device is needed for that. */
final class CudaSharingTest {
  private static final int PIECES = 100;

  /** A device that has counted so many of the pieces, each of which holds two triangles. */
  private static ShareOutcome share(int pieces) {
    JobControl control = JobControl.unbounded();
    control.beginPhase(Phase.COMPUTING, PIECES);
    for (int piece = 0; piece < pieces; piece++) {
      control.sliceDone(System.nanoTime(), 1);
    }
    return new ShareOutcome(
        Optional.empty(),
        PartialAnswer.ofSums(
            new TreeMap<>(Map.of(CudaTriangleCount.TRIANGLES, BigInteger.valueOf(2L * pieces)))),
        false,
        new TreeMap<>(),
        0,
        0,
        0,
        0,
        JobOutcome.Memory.UNKNOWN,
        List.of(new PhaseUnits(0, pieces, PIECES)),
        control.slices());
  }

  private static JobOutcome outcome(List<ShareOutcome> shares) {
    try (EdgeArray none = EdgeArray.narrow();
        PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(none))) {
      return CudaSharing.INSTANCE.outcome(graph, TriangleCount.total(), shares);
    }
  }

  @Test
  void slicesOfAllDevicesComeWithTheirSum() {
    JobOutcome outcome = outcome(List.of(share(70), share(30)));

    assertThat(((Answer.Triangles) outcome.answer()).triangles())
        .isEqualTo(BigInteger.valueOf(2L * PIECES));
    List<Slice> slices = outcome.slices();
    assertThat(slices).hasSizeBetween(32, 64).extracting(Slice::startNanos).isSorted();
    assertThat(slices.stream().mapToInt(Slice::launches).sum()).isEqualTo(PIECES);
    assertThat(slices.stream().mapToDouble(Slice::share).sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  void piecesThatNoDeviceHasDoneAreAnError() {
    assertThatThrownBy(() -> outcome(List.of(share(70), share(29))))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("left 1 units");
  }

  /** A device that has found so many cliques of a size, and lists some of them. */
  private static ShareOutcome cliques(int size, int count, int[]... listed) {
    return new ShareOutcome(
        Optional.empty(),
        PartialAnswer.ofMaximum(
            size, new TreeMap<>(Map.of("cliques", BigInteger.valueOf(count))), List.of(listed)),
        false,
        new TreeMap<>(),
        0,
        0,
        0,
        0,
        JobOutcome.Memory.UNKNOWN,
        List.of(new PhaseUnits(0, 1, 3)),
        List.of());
  }

  @Test
  void ofAllMaximumCliquesTheSmallestOfAllDevicesAreListedUpToTheLimit() {
    try (EdgeArray none = EdgeArray.narrow();
        PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(none))) {
      List<ShareOutcome> shares =
          List.of(
              cliques(3, 5, new int[] {0, 1, 9}, new int[] {2, 3, 4}),
              cliques(3, 0),
              cliques(3, 2, new int[] {0, 1, 5}, new int[] {2, 7, 8}));
      var all =
          (Answer.Maximum)
              CudaSharing.INSTANCE.outcome(graph, MaximumClique.all(3), shares).answer();
      assertThat(all.cliqueNumber()).isEqualTo(3);
      assertThat(all.count()).contains(BigInteger.valueOf(7));
      assertThat(all.cliques())
          .containsExactly(new int[] {0, 1, 5}, new int[] {0, 1, 9}, new int[] {2, 3, 4});
    }
  }

  @Test
  void allMaximumCliquesStayOnOneHostAndWhatIsNotSharedDoesToo() {
    for (Job job : List.of(MaximumClique.one(), new MotifCensus(4), KCliqueCount.all())) {
      assertThat(CudaSharing.INSTANCE.isShared(job)).as("%s", job).isTrue();
      assertThat(CudaSharing.INSTANCE.isSharedBeyondHost(job)).as("%s", job).isTrue();
    }
    assertThat(CudaSharing.INSTANCE.isShared(MaximumClique.all(3))).isTrue();
    assertThat(CudaSharing.INSTANCE.isSharedBeyondHost(MaximumClique.all(3))).isFalse();
    assertThat(CudaSharing.INSTANCE.isSharedBeyondHost(TriangleCount.total())).isFalse();
  }
}
