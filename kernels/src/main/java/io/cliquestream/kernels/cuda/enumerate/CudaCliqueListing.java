package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceJob;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Lists cliques of 2 to 8 vertices on a device, as matches of the complete pattern; the vertices of
 * each ascend. For the order of the cliques see {@link CudaPatternMatch}.
 */
public final class CudaCliqueListing implements DeviceJob<Answer.Listed> {
  private final CudaPatternMatch match;

  /**
   * A job that {@link #has} accepts.
   *
   * @param budgetBytes the device's memory budget
   */
  public CudaCliqueListing(
      CudaLibrary library, long budgetBytes, Graph host, CliqueListing job, ListingSink sink) {
    PatternMatch complete =
        new PatternMatch(Pattern.complete(job.k()), Induced.EDGE, true, job.limit());
    this.match =
        new CudaPatternMatch(
            library,
            budgetBytes,
            host,
            Optional.empty(),
            complete,
            vertices -> {
              Arrays.sort(vertices);
              sink.accept(vertices);
            });
  }

  /** Whether cliques of that size can be listed. */
  public static boolean has(CliqueListing job) {
    return job.k() >= 2 && job.k() <= Pattern.MAXIMUM_VERTICES;
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return match.bytes(known);
  }

  @Override
  public Answer.Listed run(Lane lane, GraphUse use) {
    Answer.Matches found = match.run(lane, use);
    return new Answer.Listed(found.matches().longValueExact(), found.complete());
  }

  @Override
  public SortedMap<String, String> plan() {
    return match.plan();
  }

  @Override
  public long prepareNanos() {
    return match.prepareNanos();
  }

  @Override
  public long copyNanos() {
    return match.copyNanos();
  }

  @Override
  public long planNanos() {
    return match.planNanos();
  }
}
