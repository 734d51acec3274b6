package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.pattern.CanonicalCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the connected vertex-induced subgraphs of 3 to 7 vertices by visiting every one of them
 * and naming its class by a dictionary (DuMato's pattern-oblivious way). The answer has every class
 * of the size by its canonical code, in descending order. Takes time in proportion to the
 * subgraphs; counts wrap beyond 2^64, which no device reaches.
 */
public final class CudaSubgraphCensus implements DeviceWork<Map<CanonicalCode, Long>> {
  /** What a device that shares a census says it does. */
  static final String METHOD = "subgraphs";

  private final PlanCounts counts;
  private final Graph host;
  private final EnumerationProgram program;

  /**
   * A job.
   *
   * @param budgetBytes the device's memory budget
   * @param tuning what the job forces
   * @throws ComputeException OPTION_INVALID unless {@code vertices} is 3 to 7
   */
  public CudaSubgraphCensus(
      CudaLibrary library, long budgetBytes, Graph host, int vertices, EnumerationTuning tuning) {
    if (vertices < 3 || vertices > EnumeratePolicy.CENSUS_VERTICES) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "a census is of 3 to 7 vertices, not " + vertices);
    }
    this.counts = new PlanCounts(library, host, budgetBytes, tuning);
    this.host = host;
    this.program = new EnumerationProgram(Optional.empty(), vertices, 0, List.of());
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return counts.bytes(known);
  }

  @Override
  public Map<CanonicalCode, Long> run(Lane lane, GraphUse use) {
    return part(lane, use, Share.alone());
  }

  /** The same for the subgraphs that a share gives this device. */
  Map<CanonicalCode, Long> part(Lane lane, GraphUse use, Share share) {
    int vertices = program.vertices();
    try (Arena arena = Arena.ofConfined()) {
      long bitmaps = 1L << (vertices * (vertices - 1) / 2 - 1);
      MemorySegment classes = arena.allocate(Short.BYTES * bitmaps, Long.BYTES);
      MemorySegment codes =
          arena.allocate((long) Integer.BYTES * EnumeratePolicy.CENSUS_CLASSES, Long.BYTES);
      MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
      counts.library().enumerate().dictionary(vertices, classes, codes, count);
      int found = count.get(ValueLayout.JAVA_INT, 0);
      long[] totals =
          host.edgeCount() == 0 ? new long[found] : totals(lane, use, share, classes, found);
      Map<CanonicalCode, Long> answer = new LinkedHashMap<>();
      for (int i = 0; i < found; i++) {
        answer.put(
            new CanonicalCode(vertices, codes.getAtIndex(ValueLayout.JAVA_INT, i)), totals[i]);
      }
      return answer;
    }
  }

  /** A count of this census, whose 64 bits are unsigned. */
  static BigInteger exact(long count) {
    return count >= 0 ? BigInteger.valueOf(count) : new BigInteger(Long.toUnsignedString(count));
  }

  private long[] totals(
      Lane lane, GraphUse use, Share share, MemorySegment classes, int classCount) {
    EnumerationGraph symmetric = counts.symmetric(lane, use);
    counts.require(lane, use, symmetric, EnumeratePolicy.CENSUS, program);
    Optional<SearchRoots> roots = new SharedSearches(share, METHOD, 1).begin(0);
    if (roots.isEmpty()) {
      return new long[classCount];
    }
    try (EnumerationRun run = counts.open(lane, symmetric, EnumeratePolicy.CENSUS, program)) {
      lane.control().beginPhase(Phase.COMPUTING, 1);
      run.dictionary(classes);
      run.run(1, roots.get());
      return run.classCounts();
    }
  }
}
