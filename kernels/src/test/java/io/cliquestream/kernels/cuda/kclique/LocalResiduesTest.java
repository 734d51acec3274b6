package io.cliquestream.kernels.cuda.kclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StoppedException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalResiduesTest {
  /** More than one thread's share, and no whole number of blocks. */
  private static final int COUNTS = 150_001;

  private static final int[] THREADS = {1, 2, 5};

  /**
   * @param bits of the largest count
   * @param oneIn so many counts is as large, the others fit a residue; 0 for none
   */
  @ParameterizedTest
  @CsvSource({"40, 0", "62, 1000", "63, 3", "64, 1", "121, 50000", "200, 1000", "300, 0"})
  void countsComeInAnyOrderForAnyNumberOfThreads(int bits, int oneIn) {
    Random random = new Random(bits);
    BigInteger[] expected = new BigInteger[COUNTS];
    for (int i = 0; i < COUNTS; i++) {
      boolean large = oneIn > 0 && random.nextInt(oneIn) == 0;
      expected[i] = new BigInteger(large ? bits : Math.min(bits, 60), random);
    }
    try (Arena arena = Arena.ofShared()) {
      LocalResidues counts = arrived(expected, bits, arena);
      int[] order = shuffled(random);
      MemorySegment positions = arena.allocateFrom(ValueLayout.JAVA_INT, order);
      for (int threads : THREADS) {
        int size = COUNTS - threads;
        CountArray inOrder = counts.inOrder(positions, size, new Parallelism(threads));
        assertThat(inOrder.size()).isEqualTo(size);
        CountArray spread = counts.spread(positions, COUNTS + 7, new Parallelism(threads));
        assertThat(spread.size()).isEqualTo(COUNTS + 7);
        for (int i = 0; i < size; i++) {
          require(inOrder, i, expected[order[i]], bits, threads);
        }
        for (int i = 0; i < COUNTS; i++) {
          require(spread, order[i], expected[i], bits, threads);
        }
        for (int i = COUNTS; i < spread.size(); i++) {
          require(spread, i, BigInteger.ZERO, bits, threads);
        }
      }
      for (int i = 0; i < COUNTS; i += 997) {
        assertThat(counts.get(i)).isEqualTo(expected[i]);
      }
    }
  }

  private static void require(
      CountArray counts, long index, BigInteger expected, int bits, int threads) {
    if (!counts.get(index).equals(expected)) {
      throw new AssertionError(
          "seed %d, %d threads: count %d is %s, not %s"
              .formatted(bits, threads, index, counts.get(index), expected));
    }
  }

  private static int[] shuffled(Random random) {
    int[] order = new int[COUNTS];
    EdgePositions.number(MemorySegment.ofArray(order), 0, new Parallelism(2));
    for (int i = COUNTS - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
    return order;
  }

  private static LocalResidues arrived(BigInteger[] numbers, int bits, Arena arena) {
    Residues residues = new Residues(BigInteger.ONE.shiftLeft(bits));
    LocalResidues counts = new LocalResidues(residues, numbers.length, arena, true);
    for (int i = 0; i < residues.count(); i++) {
      MemorySegment run = counts.ofRun(i / Residues.A_RUN);
      BigInteger prime = BigInteger.valueOf(residues.prime(i));
      long from = (long) i % Residues.A_RUN * numbers.length;
      for (int at = 0; at < numbers.length; at++) {
        run.setAtIndex(ValueLayout.JAVA_LONG, from + at, numbers[at].mod(prime).longValueExact());
      }
    }
    return counts;
  }

  @Test
  void aCancelIsHeardWhileCountsArePutInOrder() {
    JobControl control = JobControl.unbounded();
    control.cancel("not wanted any more");
    try (Arena arena = Arena.ofShared()) {
      var counts = new LocalResidues(new Residues(BigInteger.TEN), COUNTS, arena, true);
      MemorySegment positions = arena.allocate(ValueLayout.JAVA_INT, COUNTS);
      for (int threads : THREADS) {
        Parallelism stopped = new Parallelism(threads, control);
        assertThatThrownBy(() -> counts.inOrder(positions, COUNTS, stopped))
            .isInstanceOf(StoppedException.class);
        assertThatThrownBy(() -> counts.spread(positions, COUNTS, stopped))
            .isInstanceOf(StoppedException.class);
        assertThatThrownBy(() -> EdgePositions.number(positions, 0, stopped))
            .isInstanceOf(StoppedException.class);
      }
    }
  }

  @Test
  void positionsAreNumberedFromAnyFirstOneOn() {
    int[] numbers = new int[COUNTS];
    for (int threads : THREADS) {
      EdgePositions.number(
          MemorySegment.ofArray(numbers), (1L << 31) - 5, new Parallelism(threads));
      for (int i = 0; i < COUNTS; i++) {
        if (Integer.toUnsignedLong(numbers[i]) != (1L << 31) - 5 + i) {
          throw new AssertionError(threads + " threads: " + i + " is " + numbers[i]);
        }
      }
    }
  }
}
