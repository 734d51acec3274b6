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
  void turnsAwayOffsetsBeyondItsCapacityUntilTheOldestIsFinished() {
    var window = new OffsetWindow(0, "", 64);
    for (long offset = 0; offset < 64; offset++) {
      assertThat(window.hasRoomFor(offset)).isTrue();
      window.take(offset);
    }
    assertThat(window.hasRoomFor(64)).isFalse();
    assertThat(window.hasRoom()).isFalse();
    window.finish(0);
    assertThat(window.hasRoomFor(64)).isTrue();
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
    window.committed();
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
  void ignoresMetadataOfSomebodyElse() {
    assertThat(new OffsetWindow(0, "some tool's note", 64).take(0)).isTrue();
    assertThat(new OffsetWindow(0, "1:***", 64).take(0)).isTrue();
  }

  @Test
  void everySuccessorRunsExactlyWhatIsNotFinishedInAnyOrderAndWithGaps() {
    long seed = Long.getLong("cliquestream.test.seed", 7L);
    var random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      var log = new TreeSet<Long>();
      long offset = random.nextInt(1_000);
      for (int i = 0; i < 60; i++) {
        offset += 1 + (random.nextInt(4) == 0 ? random.nextInt(3) : 0);
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
        watermark = window.committable().offset();
        metadata = window.committable().metadata();
      }
    }
  }
}
