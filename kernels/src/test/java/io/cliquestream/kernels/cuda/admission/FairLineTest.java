package io.cliquestream.kernels.cuda.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FairLineTest {
  private static final long AGING = 1000;

  private final FairLine<String> line = new FairLine<>(3, AGING);

  private String takeAt(long now) {
    String first = line.first(now, any -> true);
    line.remove(first);
    return first;
  }

  @Test
  void higherPriorityGoesFirstThenEarlierArrival() {
    line.offer("early", 4, 0);
    line.offer("late", 4, 1);
    line.offer("important", 5, 2);

    assertThat(takeAt(3)).isEqualTo("important");
    assertThat(takeAt(3)).isEqualTo("early");
    assertThat(takeAt(3)).isEqualTo("late");
    assertThat(line.first(3, any -> true)).isNull();
  }

  @Test
  void waitingRaisesPriorityUntilNobodyOvertakes() {
    line.offer("patient", 0, 0);
    line.offer("important", 9, 9 * AGING);

    assertThat(takeAt(9 * AGING)).isEqualTo("patient");
  }

  @Test
  void aFullLineRefuses() {
    assertThat(line.offer("a", 0, 0)).isTrue();
    assertThat(line.offer("b", 0, 0)).isTrue();
    assertThat(line.offer("c", 0, 0)).isTrue();
    assertThat(line.offer("d", 9, 0)).isFalse();
    assertThat(line.remove("b")).isTrue();
    assertThat(line.remove("b")).isFalse();
    assertThat(line.offer("d", 9, 0)).isTrue();
    assertThat(line.drain()).containsExactly("a", "c", "d");
    assertThat(line.size()).isZero();
  }

  @Test
  void whoMayNotGoIsPassedOver() {
    line.offer("a", 9, 0);
    line.offer("b", 0, 0);

    assertThat(line.first(0, thing -> thing.equals("b"))).isEqualTo("b");
  }
}
