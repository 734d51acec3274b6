package io.cliquestream.kernels.cuda.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.KCliqueMethod;
import org.junit.jupiter.api.Test;

final class PaperConfigurationTest {
  @Test
  void memoryOfOrientationIsSubgraphAndAStackForEveryGroup() {
    var binary = new PaperConfiguration(KCliqueMethod.ORIENTATION, false, true, 8);
    var memory = binary.memory(1056, 111, 6);

    assertThat(binary.text()).isEqualTo("paper orientation vertex binary 8");
    assertThat(binary.formula(memory)).isEqualTo("1056 x (111 + 111 x 4 + 16 x 6 x (4 + 2)) words");
    assertThat(memory.bytes()).isEqualTo(4L * 1056 * (111 + 111 * 4 + 16 * 6 * 6));
  }

  @Test
  void memoryOfPivotingIsSubgraphAndOneStackOfTwoSetsALevel() {
    var lists = new PaperConfiguration(KCliqueMethod.PIVOTING, true, false, 32);
    var memory = lists.memory(100, 111, 6);

    assertThat(lists.text()).isEqualTo("paper pivoting edge lists 32");
    assertThat(lists.formula(memory))
        .isEqualTo("100 x (2 x 111 + 111 x 111 + 57 x (2 x 111 + 5)) words");
    assertThat(memory.bytes()).isEqualTo(4L * 100 * (2 * 111 + 111 * 111 + 57 * (2 * 111 + 5)));
  }

  @Test
  void listsTakeThirtyTwoTimesTheSetsOfBinaryEncoding() {
    var binary = new PaperConfiguration(KCliqueMethod.PIVOTING, false, true, 1).memory(1, 320, 4);
    var lists = new PaperConfiguration(KCliqueMethod.PIVOTING, false, false, 1).memory(1, 320, 4);

    assertThat(lists.setWords()).isEqualTo(32 * binary.setWords());
  }
}
