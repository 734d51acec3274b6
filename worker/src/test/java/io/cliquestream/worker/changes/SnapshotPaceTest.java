package io.cliquestream.worker.changes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SnapshotPaceTest {
  private static final int EVERY = 10;

  private static void versions(SnapshotPace pace, int count) {
    for (int i = 0; i < count; i++) {
      pace.made();
    }
  }

  @Test
  void isDueAfterSoManyVersionsAndEventsAndHoldsTheNextVersionUp() {
    var pace = new SnapshotPace(EVERY);
    pace.written(0, 100);
    versions(pace, EVERY);
    assertThat(pace.isDue(99)).isFalse();
    assertThat(pace.isDue(100)).isTrue();
    assertThat(pace.holdsUp(100)).isTrue();
    pace.written(100, 100);
    assertThat(pace.isDue(1_000)).isFalse();
  }

  /** It was tried again at every moment without a version under way. */
  @Test
  void aSnapshotThatCouldNotBeWrittenHeldTheStreamUp() {
    var pace = new SnapshotPace(EVERY);
    versions(pace, EVERY);
    assertThat(pace.holdsUp(50)).isTrue();
    pace.failed();
    assertThat(pace.isDue(50)).isFalse();
    assertThat(pace.holdsUp(50)).isFalse();
    versions(pace, EVERY - 1);
    assertThat(pace.isDue(100)).isFalse();
    versions(pace, 1);
    assertThat(pace.isDue(100)).isTrue();
    assertThat(pace.holdsUp(100)).isTrue();
  }

  @Test
  void withoutSnapshotsNoneIsDue() {
    var pace = new SnapshotPace(0);
    versions(pace, 1_000);
    assertThat(pace.isDue(1_000_000)).isFalse();
    assertThat(pace.holdsUp(1_000_000)).isFalse();
  }
}
