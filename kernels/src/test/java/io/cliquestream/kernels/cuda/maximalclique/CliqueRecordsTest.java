package io.cliquestream.kernels.cuda.maximalclique;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

final class CliqueRecordsTest {
  private static CliqueRecords records(int... words) {
    return new CliqueRecords(MemorySegment.ofArray(words));
  }

  @Test
  void recordsComeByPlaceAndNumberWithTheirVerticesAscending() {
    CliqueRecords records =
        records(7, 1, 2, 9, 4, 3, 0, 3, 8, 1, 5, 7, 0, 1, 6, 3, 2, 2, 2, 1, 3, 1, 1, 11);
    assertThat(records.count()).isEqualTo(5);
    assertThat(records.clique(0)).containsExactly(1, 5, 8);
    assertThat(records.clique(1)).containsExactly(11);
    assertThat(records.clique(2)).containsExactly(1, 2);
    assertThat(records.clique(3)).containsExactly(6);
    assertThat(records.clique(4)).containsExactly(4, 9);
  }

  @Test
  void anEmptyListHasNoCliques() {
    assertThat(records().count()).isZero();
  }

  /** A clique's number may pass 2^31: it is unsigned. */
  @Test
  void numbersAreUnsigned() {
    CliqueRecords records = records(0, 0x8000_0000, 1, 5, 0, 0x7FFF_FFFF, 1, 6);
    assertThat(records.clique(0)).containsExactly(6);
    assertThat(records.clique(1)).containsExactly(5);
  }
}
