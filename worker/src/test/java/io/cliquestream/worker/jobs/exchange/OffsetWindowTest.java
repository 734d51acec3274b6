package io.cliquestream.worker.jobs.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class OffsetWindowTest {
  private static final int BROKER_METADATA_BYTES = 4_096;

  @Test
  void commitsTheOldestOpenOffsetAndRemembersWhatIsFinishedAboveIt() {
    var window = new OffsetWindow(10, "", 64);
    for (long offset = 10; offset < 15; offset++) {
      assertThat(window.take(offset)).isTrue();
    }
    window.finish(12);
    window.finish(14);
    assertThat(window.committable().offset()).isEqualTo(10);
    var successor =
        new OffsetWindow(window.committable().offset(), window.committable().metadata(), 64);
    assertThat(successor.take(10)).isTrue();
    assertThat(successor.take(11)).isTrue();
    assertThat(successor.take(12)).isFalse();
    assertThat(successor.take(13)).isTrue();
    assertThat(successor.take(14)).isFalse();
  }

  @Test
  void commitsBehindTheLastOffsetWhenEverythingIsFinished() {
    var window = new OffsetWindow(0, "", 64);
    window.take(0);
    window.take(1);
    window.finish(1);
    window.finish(0);
    assertThat(window.committable().offset()).isEqualTo(2);
    assertThat(window.committable().metadata()).isEmpty();
  }

  @Test
  void oneLongJobHeldUpItsPartitionOnceAWindowOfOthersWasAnswered() {
    var window = new OffsetWindow(0, "", 64);
    window.take(0);
    for (long offset = 1; offset < 1_000_000; offset++) {
      assertThat(window.hasRoomFor(offset)).isTrue();
      assertThat(window.hasRoom()).isTrue();
      window.take(offset);
      if (offset != 500_000) {
        window.finish(offset);
      }
    }
    assertThat(window.committable().offset()).isZero();
    var successor = new OffsetWindow(0, window.committable().metadata(), 64);
    assertThat(successor.take(0)).isTrue();
    assertThat(successor.unfinishedFrom(1)).isEqualTo(500_000);
    assertThat(successor.take(1)).isFalse();
    assertThat(successor.take(500_000)).isTrue();
    assertThat(successor.unfinishedFrom(500_001)).isEqualTo(1_000_000);
    assertThat(successor.take(999_999)).isFalse();
    assertThat(successor.take(1_000_000)).isTrue();
  }

  @Test
  void beyondItsCapacityItTakesAsManyAsItsMetadataHolds() {
    var window = new OffsetWindow(0, "", 64);
    for (long offset = 0; offset < OpenOffsets.APART; offset++) {
      assertThat(window.hasRoomFor(offset)).isTrue();
      window.take(offset);
    }
    assertThat(window.hasRoomFor(OpenOffsets.APART)).isFalse();
    assertThat(window.hasRoom()).isFalse();
    window.finish(0);
    assertThat(window.hasRoomFor(OpenOffsets.APART)).isTrue();
  }

  @Test
  void whatAPredecessorLeftOpenCountsUntilItIsTaken() {
    var first = new OffsetWindow(0, "", 64);
    for (long offset = 0; offset < 2L * OpenOffsets.APART; offset++) {
      first.take(offset);
    }
    // Every second one is open, as many as there may be.
    for (long offset = 1; offset < 2L * OpenOffsets.APART; offset += 2) {
      first.finish(offset);
    }
    var successor = new OffsetWindow(0, first.committable().metadata(), 64);
    successor.take(0);
    long beyond = 2L * OpenOffsets.APART;
    assertThat(successor.hasRoomFor(beyond - 2)).isTrue();
    assertThat(successor.hasRoomFor(beyond)).isFalse();
    for (long offset = 1; offset < beyond; offset++) {
      successor.take(offset);
    }
    assertThat(successor.hasRoomFor(beyond)).isFalse();
    successor.finish(beyond - 2);
    assertThat(successor.hasRoomFor(beyond)).isTrue();
  }

  @Test
  void refusesToFinishAnOffsetTwice() {
    var window = new OffsetWindow(0, "", 64);
    window.take(0);
    window.finish(0);
    assertThatThrownBy(() -> window.finish(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anAbortedTransactionDoesNotMakeASuccessorRepeatWhatWasFinishedBefore() {
    var window = new OffsetWindow(0, "", 64);
    for (long offset = 0; offset < 3; offset++) {
      window.take(offset);
    }
    window.finish(2);
    window.finish(0);
    window.finish(1);
    assertThat(window.committable().offset()).isEqualTo(3);
    window.reopen(0);
    window.reopen(1);
    assertThat(window.committable().offset()).isZero();
    var successor = new OffsetWindow(0, window.committable().metadata(), 64);
    assertThat(successor.take(0)).isTrue();
    assertThat(successor.take(1)).isTrue();
    assertThat(successor.take(2)).isFalse();
  }

  @Test
  void widestWindowFitsTheBrokersMetadata() {
    var window = new OffsetWindow(5_000_000_000L, "", 16_384);
    for (long offset = 0; offset < 16_384; offset++) {
      window.take(5_000_000_000L + offset);
    }
    for (long offset = 1; offset < 16_384; offset++) {
      window.finish(5_000_000_000L + offset);
    }
    assertThat(window.committable().metadata().length()).isLessThan(BROKER_METADATA_BYTES * 3 / 4);
  }

  @Test
  void farthestOpenOffsetsFitTheBrokersMetadata() {
    var window = new OffsetWindow(0, "", 64);
    long apart = OpenOffsets.WIDEST / OpenOffsets.APART;
    for (long job = 0; job < OpenOffsets.APART; job++) {
      assertThat(window.hasRoomFor(job * apart)).isTrue();
      window.take(job * apart);
    }
    var metadata = window.committable().metadata();
    assertThat(metadata.length()).isLessThan(3_500);
    // One wide distance takes no more than many narrower ones.
    for (long job = 1; job < OpenOffsets.APART - 1; job++) {
      window.finish(job * apart);
      assertThat(window.committable().metadata()).hasSizeLessThanOrEqualTo(metadata.length());
    }
  }

  @Test
  void ignoresMetadataOfSomebodyElse() {
    assertThat(new OffsetWindow(0, "some tool's note", 64).take(0)).isTrue();
    assertThat(new OffsetWindow(0, "1:***", 64).take(0)).isTrue();
    assertThat(new OffsetWindow(0, "2:***", 64).take(0)).isTrue();
    assertThat(new OffsetWindow(0, "2:", 64).take(0)).isTrue();
    // Distances that leave the span, that are nothing, or that break off.
    assertThat(new OffsetWindow(0, "2:AgUA", 64).take(0)).isTrue();
    assertThat(new OffsetWindow(0, "2:BQAA", 64).take(1)).isTrue();
    assertThat(new OffsetWindow(0, "2:BYA", 64).take(1)).isTrue();
  }

  @Test
  void everySuccessorRunsExactlyWhatIsNotFinishedInAnyOrderAndWithGaps() {
    long seed = Long.getLong("cliquestream.test.seed", 7L);
    var random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      var log = new TreeSet<Long>();
      long offset = random.nextInt(1_000);
      // Every other round spans more than bits could tell.
      int gap = round % 2 == 0 ? 3 : 2 * OpenOffsets.BITS;
      for (int i = 0; i < 60; i++) {
        offset += 1 + (random.nextInt(4) == 0 ? random.nextInt(gap) : 0);
        log.add(offset);
      }
      var finished = new TreeSet<Long>();
      long watermark = log.first();
      String metadata = "";
      while (finished.size() < log.size()) {
        var window = new OffsetWindow(watermark, metadata, 256);
        var open = new ArrayList<Long>();
        for (long taken : log.tailSet(watermark)) {
          if (window.take(taken)) {
            open.add(taken);
          }
        }
        var expected = new TreeSet<>(log);
        expected.removeAll(finished);
        assertThat(open).as("seed %d round %d", seed, round).containsExactlyElementsOf(expected);
        Collections.shuffle(open, random);
        for (long done : open.subList(0, 1 + random.nextInt(open.size()))) {
          window.finish(done);
          finished.add(done);
        }
        // A transaction that fails takes back what it would have finished.
        for (long done : open) {
          if (finished.contains(done) && random.nextInt(4) == 0) {
            window.reopen(done);
            finished.remove(done);
          }
        }
        watermark = window.committable().offset();
        metadata = window.committable().metadata();
      }
    }
  }
}
