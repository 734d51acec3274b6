package io.cliquestream.kernels.cuda.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Shares that are given out before: which pieces each takes, and what a device does that offers.
 */
final class ClassShareTest {
  private record Phase(int number, int pieces) {}

  private static List<Phase> phases(Random random) {
    List<Phase> phases = new ArrayList<>();
    int number = 0;
    for (int i = 0; i < 6; i++) {
      phases.add(new Phase(number, 1 + random.nextInt(60)));
      number += 1 + random.nextInt(3);
    }
    return phases;
  }

  @Test
  void everyPieceOfEveryPhaseIsTakenOnceHoweverTheClassesAreCut() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      List<Phase> phases = phases(random);
      int classes = 2 + random.nextInt(40);
      List<BitSet> taken = phases.stream().map(_ -> new BitSet()).toList();
      for (int first = 0; first < classes; ) {
        int end = first + 1 + random.nextInt(classes - first);
        ClassShare share = new ClassShare("chosen", classes, first, end, 0);
        for (int i = 0; i < phases.size(); i++) {
          take(share, phases.get(i), taken.get(i));
        }
        first = end;
      }
      for (int i = 0; i < phases.size(); i++) {
        assertThat(taken.get(i).cardinality()).isEqualTo(phases.get(i).pieces());
      }
    }
  }

  private static void take(ClassShare share, Phase phase, BitSet taken) {
    int mine = 0;
    for (int piece = share.take(phase.number(), phase.pieces());
        piece >= 0;
        piece = share.take(phase.number(), phase.pieces())) {
      assertThat(piece).isLessThan(phase.pieces());
      assertThat(taken.get(piece)).as("piece %d", piece).isFalse();
      taken.set(piece);
      mine++;
    }
    assertThat(mine).isEqualTo(share.pieces(phase.number(), phase.pieces()));
  }

  @Test
  void aShareNeverGoesBackAndKeepsWhatItIsTold() {
    ClassShare share = new ClassShare("chosen", 4, 0, 4, 7);
    assertThat(share.take(2, 3)).isZero();
    assertThat(share.take(1, 3)).isEqualTo(-1);
    assertThat(share.take(2, 3)).isEqualTo(1);
    assertThat(share.bound()).isEqualTo(7);
    share.raise(5);
    assertThat(share.bound()).isEqualTo(7);
    share.raise(9);
    assertThat(share.bound()).isEqualTo(9);
    share.did(2, 3, 8);
    assertThat(share.done()).containsExactly(new PhaseUnits(2, 3, 8));
    assertThat(share.choice()).contains("chosen");
    assertThat(share.mayLeavePhases()).isFalse();
    assertThatThrownBy(() -> new ClassShare("chosen", 4, 2, 5, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDeviceThatOffersTakesNothingMore() {
    OfferShare share = new OfferShare(nanos -> nanos < 1_000 ? 0 : 8, 50);
    assertThat(share.aloneNanos()).isEqualTo(50);
    assertThat(share.take(0, 4)).isZero();
    assertThat(share.offer("too short", 999)).isEqualTo(1);
    assertThat(share.isDivided()).isFalse();
    assertThat(share.take(0, 4)).isEqualTo(1);
    assertThat(share.mayDivide(2_000)).isEqualTo(8);
    assertThat(share.offer("chosen", 2_000)).isEqualTo(8);
    assertThat(share.take(0, 4)).isEqualTo(-1);
    share.did(0, 2, 4);
    assertThat(share.done()).containsExactly(new PhaseUnits(0, 2, 4));
    assertThat(share.offered()).contains("chosen");
    assertThat(share.predictedNanos()).isEqualTo(2_000);
    assertThat(share.offer("again", 9_000)).isEqualTo(8);
    assertThat(share.offered()).contains("chosen");
  }
}
