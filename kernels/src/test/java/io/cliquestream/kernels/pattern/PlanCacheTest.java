package io.cliquestream.kernels.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PlanChoice;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Plans are compiled once, and not too many are kept. */
final class PlanCacheTest {
  private static final Pattern TRIANGLE = Pattern.complete(3);

  private static PlanCache.Key key(double vertices) {
    return key(TRIANGLE, Induced.EDGE, true, List.of(), vertices);
  }

  private static PlanCache.Key key(
      Pattern pattern, Induced induced, boolean counting, List<Integer> anchors, double vertices) {
    GraphSample sample = new GraphSample(vertices, 60, 0.1);
    return new PlanCache.Key(pattern, induced, counting, PlanChoice.COMPILED, anchors, sample);
  }

  private static MatchingPlan plan(Pattern pattern) {
    return PlanCompiler.counting(pattern, Induced.EDGE, GraphSample.TYPICAL);
  }

  @Test
  void aPlanIsCompiledOnceForAllPartsOfAJob() {
    PlanCache cache = new PlanCache(4);
    AtomicInteger compiled = new AtomicInteger();
    for (int part = 0; part < 100; part++) {
      cache.get(
          key(1),
          () -> {
            compiled.incrementAndGet();
            return plan(TRIANGLE);
          });
    }
    assertThat(compiled).hasValue(1);
    GraphSample sample = new GraphSample(123, 4, 0.25);
    assertThat(PlanCompiler.counting(TRIANGLE, Induced.EDGE, sample))
        .isSameAs(PlanCompiler.counting(TRIANGLE, Induced.EDGE, sample));
  }

  @Test
  void whateverAPlanFollowsFromTellsPlansApart() {
    PlanCache cache = new PlanCache(16);
    List<PlanCache.Key> keys =
        List.of(
            key(1),
            key(2),
            key(Pattern.complete(4), Induced.EDGE, true, List.of(), 1),
            key(TRIANGLE, Induced.VERTEX, true, List.of(), 1),
            key(TRIANGLE, Induced.EDGE, false, List.of(), 1),
            key(TRIANGLE, Induced.EDGE, true, List.of(0, 1), 1));
    AtomicInteger compiled = new AtomicInteger();
    for (int i = 0; i < 2 * keys.size(); i++) {
      cache.get(
          keys.get(i % keys.size()),
          () -> {
            compiled.incrementAndGet();
            return plan(TRIANGLE);
          });
    }
    assertThat(compiled).hasValue(keys.size());
  }

  @Test
  void thePlanAskedForLongestAgoGoesFirst() {
    PlanCache cache = new PlanCache(3);
    IntStream.range(0, 3).forEach(i -> cache.get(key(i), () -> plan(TRIANGLE)));
    MatchingPlan first = cache.get(key(0), () -> plan(Pattern.complete(4)));
    assertThat(first.pattern()).isEqualTo(TRIANGLE);
    cache.get(key(3), () -> plan(TRIANGLE));
    assertThat(cache.size()).isEqualTo(3);
    assertThat(cache.get(key(0), () -> plan(Pattern.complete(4))).pattern()).isEqualTo(TRIANGLE);
    assertThat(cache.get(key(1), () -> plan(Pattern.complete(4))).pattern())
        .isEqualTo(Pattern.complete(4));
    IntStream.range(10, 1_000).forEach(i -> cache.get(key(i), () -> plan(TRIANGLE)));
    assertThat(cache.size()).isEqualTo(3);
  }

  @Test
  void aCompilerThatFailsLeavesNothing() {
    PlanCache cache = new PlanCache(3);
    assertThatThrownBy(
            () ->
                cache.get(
                    key(1),
                    () -> {
                      throw new ComputeException(FailureCode.OPTION_INVALID, "no order");
                    }))
        .isInstanceOf(ComputeException.class);
    assertThat(cache.size()).isZero();
    assertThat(cache.get(key(1), () -> plan(TRIANGLE)).pattern()).isEqualTo(TRIANGLE);
  }
}
