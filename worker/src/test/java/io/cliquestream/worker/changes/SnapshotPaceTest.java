package io.cliquestream.worker.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.EdgeSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SnapshotPaceTest {
  private static final int EVERY = 10;
  private static final int MOST_CHANGES = 1_000;

  private static SnapshotPace beside() {
    return new SnapshotPace(EVERY, MOST_CHANGES);
  }

  private static SnapshotPace waiting() {
    return new SnapshotPace(EVERY, 0);
  }

  private static void versions(SnapshotPace pace, int count, long events) {
    for (int i = 0; i < count; i++) {
      pace.made(events);
    }
  }

  @Test
  void isDueAfterSoManyVersionsAndEventsAndHoldsTheNextVersionUp() {
    SnapshotPace pace = waiting();
    pace.written(0, 100);
    versions(pace, EVERY, 99);
    assertThat(pace.isDue(99)).isFalse();
    assertThat(pace.isDue(100)).isTrue();
    assertThat(pace.holdsUp(100)).isTrue();
    pace.written(100, 100);
    assertThat(pace.isBeside()).isFalse();
    assertThat(pace.isDue(1_000)).isFalse();
  }

  @Test
  void oneThatCannotBeMadeBesideIsWaitedForAndTheNextOneIsTriedAgain() {
    SnapshotPace pace = beside();
    versions(pace, EVERY, 50);
    assertThat(pace.holdsUp(50)).as("while it is made beside the stream").isFalse();
    pace.isNotBeside();
    assertThat(pace.holdsUp(50)).isTrue();
    pace.written(50, 100);
    assertThat(pace.isBeside()).isTrue();
  }

  /**
   * The events of a large graph's snapshot take far more versions than there are in between at
   * least.
   */
  @Test
  void aSnapshotThatWasDueLateHeldItsStreamUpFromItsBeginningOn() {
    SnapshotPace pace = beside();
    pace.written(0, 1_000);
    versions(pace, 5 * EVERY, 999);
    assertThat(pace.isDue(999)).isFalse();
    versions(pace, 1, 1_000);
    assertThat(pace.isDue(1_000)).isTrue();
    assertThat(pace.holdsUp(1_000)).isFalse();
    versions(pace, EVERY - 1, 1_001);
    assertThat(pace.holdsUp(1_001)).isFalse();
    versions(pace, 1, 1_001);
    assertThat(pace.holdsUp(1_001)).as("when it is late").isTrue();
  }

  /** Nothing of it was begun while another stream had its turn, and no version was counted. */
  @Test
  void aSnapshotThatWaitedForItsTurnWasNeverLate() {
    SnapshotPace pace = beside();
    versions(pace, 2 * EVERY, 50);
    assertThat(pace.changes()).isEmpty();
    assertThat(pace.holdsUp(50)).isTrue();
  }

  @Test
  void theLastWordOnEachPairIsKeptFromTheVersionOnThatItBeganAfter() {
    SnapshotPace pace = beside();
    pace.changed(words(1, 2, ChangeStream.INSERT), false);
    pace.keepChanges(7);
    pace.changed(words(3, 4, ChangeStream.INSERT), false);
    pace.changed(words(5, 6, ChangeStream.INSERT), true);
    pace.changed(words(4, 3, ChangeStream.DELETE), false);
    SnapshotPace.Changes kept = pace.takeChanges().orElseThrow();
    assertThat(kept.from()).isEqualTo(7);
    assertThat(kept.wide()).isTrue();
    assertThat(listed(kept.words(ChangeStream.INSERT))).containsExactly("5-6");
    assertThat(listed(kept.words(ChangeStream.DELETE))).containsExactly("3-4");
    assertThat(pace.changes()).isEmpty();
  }

  /** What is kept is bounded, however long a snapshot takes. */
  @Test
  void aStreamThatChangesMoreThanIsKeptWaitsForItsSnapshot() {
    SnapshotPace pace = beside();
    versions(pace, EVERY, 50);
    pace.keepChanges(7);
    for (int pair = 0; pair < MOST_CHANGES; pair++) {
      pace.changed(words(pair, 1L << 40, ChangeStream.INSERT), true);
    }
    assertThat(pace.holdsUp(50)).isFalse();
    pace.changed(words(1, 2, ChangeStream.INSERT), true);
    assertThat(pace.changes()).isEmpty();
    assertThat(pace.holdsUp(50)).isTrue();
  }

  private static PairTable words(long one, long other, long word) {
    var words = new PairTable();
    words.put(one, other, word);
    return words;
  }

  private static List<String> listed(EdgeSource edges) {
    var listed = new ArrayList<String>();
    edges.forEach((one, other) -> listed.add(one + "-" + other));
    return listed;
  }

  /** It was tried again at every moment without a version under way. */
  @Test
  void aSnapshotThatCouldNotBeWrittenHeldTheStreamUp() {
    SnapshotPace pace = waiting();
    versions(pace, EVERY, 50);
    assertThat(pace.holdsUp(50)).isTrue();
    pace.failed();
    assertThat(pace.isDue(50)).isFalse();
    assertThat(pace.holdsUp(50)).isFalse();
    versions(pace, EVERY - 1, 100);
    assertThat(pace.isDue(100)).isFalse();
    versions(pace, 1, 100);
    assertThat(pace.isDue(100)).isTrue();
    assertThat(pace.holdsUp(100)).isTrue();
  }

  @Test
  void withoutSnapshotsNoneIsDue() {
    var pace = new SnapshotPace(0, MOST_CHANGES);
    versions(pace, 1_000, 1_000_000);
    assertThat(pace.isDue(1_000_000)).isFalse();
    assertThat(pace.holdsUp(1_000_000)).isFalse();
  }
}
