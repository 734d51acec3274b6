package io.cliquestream.worker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** These tests can fail: Lincheck switches threads at the fields of what lambdas captured. */
final class LostUpdateInterleavings {
  private static final class Counter {
    private int count;

    void increment() {
      count++;
    }
  }

  @Test
  void anUpdateThatTwoThreadsLoseWasNotSeen() {
    assertThatThrownBy(
            () ->
                Interleavings.of(
                    () -> {
                      var counter = new Counter();
                      Interleavings.together(counter::increment, counter::increment);
                      Interleavings.require(counter.count == 2, "an update is lost");
                    }))
        .hasMessageContaining("an update is lost");
  }
}
