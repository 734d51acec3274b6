package io.cliquestream.worker.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.TraceSettings;
import io.cliquestream.worker.trace.RunTrace.Step;
import io.cliquestream.worker.trace.TraceReceiver.Event;
import io.cliquestream.worker.trace.TraceReceiver.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a receiver gets of the slices that a device computed a run in, through the real export. */
final class RunSlicesTest {
  private static final long MILLI = 1_000_000;

  private TraceReceiver receiver;
  private TraceExport export;

  @BeforeEach
  void open() throws Exception {
    receiver = TraceReceiver.start();
    TraceSettings settings =
        ConfigurationSchema.of(TraceSettings.class)
            .load(
                null,
                Map.of(),
                Map.of(
                    "traces.otlp-endpoint",
                    receiver.endpoint(),
                    "traces.share",
                    "1",
                    "traces.export-interval",
                    "50ms"))
            .get(TraceSettings.class);
    export = TraceExport.open(settings, "cliquestream", "here");
  }

  @AfterEach
  void close() {
    export.close();
    receiver.close();
  }

  /** A run whose lane took it some while before. */
  private RunTrace computing(long started) {
    long written = System.currentTimeMillis() - 2_000;
    var record =
        new ConsumerRecord<>(
            "jobs.v1",
            0,
            0,
            written,
            TimestampType.CREATE_TIME,
            0,
            0,
            "graph".getBytes(UTF_8),
            "job".getBytes(UTF_8),
            new RecordHeaders(),
            Optional.empty());
    RunTrace run =
        JobTraces.of(export.provider(), "group").taken(record, started, Optional.empty());
    run.begin(Step.QUEUE);
    run.started(started);
    run.progress("computing", 0.5, 1e6);
    return run;
  }

  private Received step(String name) throws InterruptedException {
    return receiver.await(1, span -> span.name().equals(name)).getFirst();
  }

  @Test
  void slicesOfADeviceAreEventsOfTheComputeSpanThatHoldsThem() throws Exception {
    long started = System.nanoTime() - 500 * MILLI;
    Random random = new Random(5);
    List<Slice> slices = new ArrayList<>();
    long at = started + 200 * MILLI; // the graph came to the device before, unseen by its process
    for (int i = 0; i < 100; i++) {
      long end = at + 1 + random.nextLong(2 * MILLI);
      slices.add(new Slice(at, end, 0.01, 3));
      at = end;
    }
    RunTrace run = computing(started);
    long computeNanos = at - slices.getFirst().startNanos() + 5 * MILLI;
    run.computed(10 * MILLI, computeNanos, "cuda", Map.of("slices", "300"), slices);
    run.committed("succeeded", "", "");

    Received compute = step("compute");
    Received prepare = step("prepare");
    assertThat(compute.attributes())
        .containsEntry("cliquestream.engine", "cuda")
        .containsEntry("cliquestream.plan.slices", "300");
    assertThat(compute.end() - compute.start()).isEqualTo(computeNanos);
    assertThat(prepare.end()).isEqualTo(compute.start());
    List<Event> events = compute.events();
    assertThat(events).hasSize(64).extracting(Event::name).containsOnly("slice");
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      Slice slice = slices.get(i);
      double seconds = Double.parseDouble(event.attributes().get("cliquestream.seconds"));
      assertThat(seconds).isCloseTo((slice.endNanos() - slice.startNanos()) / 1e9, within(1e-12));
      assertThat(event.attributes())
          .containsEntry("cliquestream.share", "0.01")
          .containsEntry("cliquestream.launches", "3");
      assertThat(event.time() - events.getFirst().time())
          .isEqualTo(slice.startNanos() - slices.getFirst().startNanos());
      assertThat(event.time()).isBetween(compute.start(), compute.end());
      assertThat(event.time() + Math.round(seconds * 1e9)).isLessThanOrEqualTo(compute.end());
    }
  }

  @Test
  void aRunWithoutSlicesKeepsItsProgress() throws Exception {
    RunTrace run = computing(System.nanoTime() - 500 * MILLI);
    run.computed(10 * MILLI, 20 * MILLI, "cpu", Map.of(), List.of());
    run.committed("succeeded", "", "");

    Received compute = step("compute");
    assertThat(compute.end() - compute.start()).isEqualTo(20 * MILLI);
    assertThat(compute.events()).extracting(Event::name).containsExactly("progress");
    assertThat(compute.events().getFirst().attributes())
        .containsEntry("cliquestream.fraction", "0.5");
  }

  @Test
  void aStoppedRunKeepsItsProgressForThereIsNoOutcome() throws Exception {
    RunTrace run = computing(System.nanoTime() - 500 * MILLI);
    run.stopped("CANCELLED", "cancelled: enough");
    run.ended("committed");

    assertThat(step("compute").events()).extracting(Event::name).containsExactly("progress");
  }

  @Test
  void slicesOfAClockThatIsNotOursLeaveTheSpanWithinItsRun() throws Exception {
    long started = System.nanoTime() - 500 * MILLI;
    RunTrace run = computing(started);
    run.computed(
        10 * MILLI,
        20 * MILLI,
        "cuda",
        Map.of(),
        List.of(new Slice(started - (1L << 40), started + (1L << 40), 1, 1)));
    run.committed("succeeded", "", "");

    Received whole = step("process jobs.v1");
    Received compute = step("compute");
    assertThat(compute.start()).isBetween(whole.start(), compute.end());
    assertThat(compute.end()).isLessThanOrEqualTo(whole.end());
  }
}
