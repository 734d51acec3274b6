package io.cliquestream.kernels.engine.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a caller is given of a listing that a second process begins again. */
final class AnswerReaderTest {
  private final List<List<Integer>> given = new ArrayList<>();

  private AnswerReader reader(boolean repeatable) {
    return new AnswerReader(vertices -> given.add(List.of(vertices[0], vertices[1])), repeatable);
  }

  private static byte[] edge(int u, int v) {
    return ByteBuffer.allocate(13)
        .put((byte) AnswerPages.LISTING)
        .putInt(2)
        .putInt(u)
        .putInt(v)
        .array();
  }

  @Test
  void aListingInTheSameOrderGoesOnWhereItWasLeft() {
    AnswerReader reader = reader(true);
    reader.page(0, edge(1, 2));
    reader.page(0, edge(1, 2));
    reader.page(1, edge(3, 4));
    assertThat(given).containsExactly(List.of(1, 2), List.of(3, 4));
  }

  @Test
  void aListingInAnotherOrderIsNotContinued() {
    AnswerReader reader = reader(false);
    reader.page(0, edge(1, 2));
    reader.page(1, edge(3, 4));
    assertThatThrownBy(() -> reader.page(0, edge(5, 6)))
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.DEVICE_FAULT));
    assertThat(given).containsExactly(List.of(1, 2), List.of(3, 4));
  }

  @Test
  void aListingOfWhichNothingWasGivenBeginsAgain() {
    AnswerReader reader = reader(false);
    reader.page(0, new byte[] {(byte) AnswerPages.OUTCOME, 0});
    reader.page(0, edge(1, 2));
    assertThat(given).containsExactly(List.of(1, 2));
  }
}
