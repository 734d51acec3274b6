package io.cliquestream.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A record that unpacked to much made a part of a split job fail for want of heap. */
final class HeapShortageTest {
  @Test
  void aHeapThatIsFullForAMomentFailsNoReading() {
    var attempts = new AtomicInteger();
    long read =
        HeapShortage.outlast(
            () -> attempts.incrementAndGet() == 1 ? tooMuch() : attempts.longValue());
    assertThat(read).isEqualTo(2);
  }

  @Test
  void aHeapThatStaysFullIsATypedFailure() {
    assertThatThrownBy(() -> HeapShortage.outlast(HeapShortageTest::tooMuch))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE));
  }

  /** More than any heap here has. */
  private static long tooMuch() {
    var blocks = new long[1 << 20][];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = new long[Integer.MAX_VALUE - 8];
    }
    return blocks.length;
  }
}
