package io.cliquestream.kernels.change.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.device.ChangeQuestion.Cliques;
import io.cliquestream.kernels.change.device.ChangeQuestion.Matches;
import io.cliquestream.kernels.change.device.ChangeQuestion.Triangles;
import io.cliquestream.kernels.job.Pattern;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a batch takes a device at most, as it counts the whole graph where that is sooner. */
final class WholeCostsTest {
  private static final WholeCosts COSTS = new WholeCosts(1_000, 2, List.of(3.0, 4.0));

  private static final ChangeQuestion PATTERN = new Matches(Pattern.parse("0-1,1-2"));

  @Test
  void trianglesAndSmallCliquesAreCountedWhole() {
    assertThat(COSTS.nanos(new Triangles(), 10)).hasValue(1_020);
    assertThat(COSTS.nanos(new Cliques(4), 10)).hasValue(1_030);
    assertThat(COSTS.nanos(new Cliques(5), 10)).hasValue(1_040);
    assertThat(COSTS.nanos(new Cliques(6), 10)).isEmpty();
    assertThat(COSTS.nanos(PATTERN, 10)).isEmpty();
    assertThat(WholeCosts.NEVER.nanos(new Triangles(), 10)).isEmpty();
  }

  @Test
  void aBatchIsExpectedToTakeNoLongerThanTheWholeGraph() {
    DeviceCosts costs = new DeviceCosts(1, 1, 0.5, 1, 1e9, 1, COSTS);
    assertThat(costs.boundedSteps(100, new Triangles(), 10)).isEqualTo(100);
    assertThat(costs.boundedSteps(1e9, new Triangles(), 10)).isEqualTo(2_040);
    assertThat(costs.boundedSteps(1e9, PATTERN, 10)).isEqualTo(1e9);
  }
}
