package io.cliquestream.worker.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.directory.listed.ListedWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** A worker that was killed says nothing of it: whoever has streams open has to be told. */
final class SilentWorkerTest {
  private static final long NOW = 1_700_000_000_000L;

  private final GroupDirectory directory =
      new GroupDirectory(
          Topics.UNPREFIXED,
          "job-state.v1",
          ConfigurationSchema.of(ApiSettings.class)
              .load(null, Map.of(), Map.of())
              .get(ApiSettings.class),
          1L << 30);
  private final List<Change> changes = new ArrayList<>();

  private void hear(String worker, long time) {
    take(WorkerRecords.WORKER + worker, "{\"state\":\"running\"}", time);
  }

  /** No text is a tombstone. */
  private void take(String key, String text, long time) {
    byte[] value = text == null ? null : text.getBytes(UTF_8);
    directory.take(
        List.of(
            new ConsumerRecord<>(
                Topics.UNPREFIXED.workers(),
                0,
                0,
                time,
                TimestampType.CREATE_TIME,
                0,
                value == null ? -1 : value.length,
                key.getBytes(UTF_8),
                value,
                new RecordHeaders(),
                Optional.empty())));
  }

  @Test
  void aStreamWasNeverToldThatAWorkerFellSilent() {
    hear("one", NOW);
    hear("two", NOW + 9_000);
    directory.listen(changes::add);

    directory.tellOfSilence(NOW + ListedWorker.SILENT_MILLIS);
    assertThat(changes).isEmpty();
    directory.tellOfSilence(NOW + ListedWorker.SILENT_MILLIS + 1);
    assertThat(changes).containsExactly(new Change(Change.Kind.WORKER, "one"));
    directory.tellOfSilence(NOW + ListedWorker.SILENT_MILLIS + 2);
    assertThat(changes).as("once").hasSize(1);

    hear("one", NOW + 20_000);
    directory.tellOfSilence(NOW + 40_000);
    assertThat(changes)
        .as("heard again, and silent again, with the other")
        .containsExactly(
            new Change(Change.Kind.WORKER, "one"),
            new Change(Change.Kind.WORKER, "one"),
            new Change(Change.Kind.WORKER, "one"),
            new Change(Change.Kind.WORKER, "two"));
  }

  @Test
  void requestsToDrainStayedForEverOnceTheirWorkersWereGone() {
    hear("one", NOW);
    hear("two", NOW);
    for (String worker : List.of("one", "two", "killed")) {
      take(WorkerRecords.DRAIN + worker, "{\"by\":\"anna\",\"note\":\"\"}", NOW);
    }
    assertThat(directory.settledDrains(NOW)).containsExactly("killed");
    take(WorkerRecords.DRAIN + "killed", null, NOW);
    assertThat(directory.settledDrains(NOW)).isEmpty();
    assertThat(directory.isDrainAsked("one")).isTrue();

    take(WorkerRecords.WORKER + "one", null, NOW + 1);
    assertThat(directory.settledDrains(NOW + 1)).containsExactly("one");
    // It came back under its name before anybody took the request away.
    hear("one", NOW + 2);
    assertThat(directory.settledDrains(NOW + ListedWorker.GONE_MILLIS)).isEmpty();
    assertThat(directory.settledDrains(NOW + ListedWorker.GONE_MILLIS + 1))
        .containsExactlyInAnyOrder("one", "two");
  }
}
