package io.cliquestream.worker.changes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RecordOffsetsTest {
  /** Else nobody retires them any more: the topic grows for ever. */
  @Test
  void recordsThatCouldNotBeRetiredAreStillThere() {
    var offsets = new RecordOffsets();
    offsets.begin(100);
    assertThat(offsets.written(200)).as("nothing lies before the first").isEqualTo(100);
    assertThat(offsets.written(300)).isEqualTo(200);
    assertThat(offsets.records()).as("not retired yet").isEqualTo(100);
    assertThat(offsets.written(400)).isEqualTo(300);
    offsets.retired(300);
    assertThat(offsets.records()).isEqualTo(300);
    offsets.retired(200);
    assertThat(offsets.records()).as("an earlier one, that ended late").isEqualTo(300);
    assertThat(offsets.snapshot()).isEqualTo(400);
  }

  @Test
  void aVersionThatIsASnapshotLearnsWhereItLies() {
    var offsets = new RecordOffsets();
    offsets.restored(100, 0);
    offsets.standsOnSnapshot(250);
    assertThat(offsets.snapshot()).isEqualTo(250);
    offsets.restored(100, 0);
    offsets.standsOnSnapshot(-1);
    assertThat(offsets.snapshot()).as("not known").isEqualTo(100);
  }
}
