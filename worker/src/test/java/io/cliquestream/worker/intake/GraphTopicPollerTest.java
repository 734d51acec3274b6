package io.cliquestream.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.intake.topic.SkippedRecords;
import io.cliquestream.worker.reading.FutileTurns;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What ends the thread that polls the graphs, who is told of it, and what does not end it. */
@Tag("seam")
final class GraphTopicPollerTest {
  private static final long LIMIT_SECONDS = 60;

  private final BlockingQueue<Throwable> broken = new ArrayBlockingQueue<>(2);
  private StoreHarness harness;

  /** Takes records, or throws what a function makes of the number of the attempt, from 1. */
  private static final class Taking implements GraphTopicPoller.Receiver {
    final BlockingQueue<Long> offsets = new LinkedBlockingQueue<>();
    final AtomicInteger looks = new AtomicInteger();
    private final LongFunction<Error> failure;
    private final IntFunction<Error> failureOfLooks;
    private long attempts;

    Taking(LongFunction<Error> failure) {
      this(failure, _ -> null);
    }

    Taking(LongFunction<Error> failure, IntFunction<Error> failureOfLooks) {
      this.failure = failure;
      this.failureOfLooks = failureOfLooks;
    }

    @Override
    public void assigned(int partition, int partitionCount) {}

    @Override
    public void records(int partition, List<ConsumerRecord<byte[], byte[]>> records) {
      Error thrown = failure.apply(++attempts);
      if (thrown != null) {
        throw thrown;
      }
      records.forEach(record -> offsets.add(record.offset()));
    }

    @Override
    public void skipped(int partition, SkippedRecords skipped) {
      throw new AssertionError("every record fits the heap");
    }

    @Override
    public void reached(int partition, PartitionLook look) {
      Error thrown = failureOfLooks.apply(looks.incrementAndGet());
      if (thrown != null) {
        throw thrown;
      }
      look.askers().forEach(asker -> asker.taken().complete(null));
    }
  }

  @BeforeEach
  void start() {
    harness = new StoreHarness();
  }

  @AfterEach
  void stop() throws Exception {
    harness.stop();
  }

  @Test
  void anErrorEndedThePollThreadAndNobodyWasTold() throws Exception {
    var error = new LinkageError("of a test");
    try (var poller = poller(new Taking(_ -> error))) {
      get(poller.assign(0));
      send();
      assertThat(broken.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isSameAs(error);
      // Whoever asks from now on is told so, and waits for nobody.
      assertThatThrownBy(() -> get(poller.catchUp(0, null)))
          .hasCauseInstanceOf(WorkerException.class);
      assertThatThrownBy(() -> get(poller.assign(0)))
          .cause()
          .isInstanceOfSatisfying(
              WorkerException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_INTERNAL));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void aThreadThatRunsOutOfMemoryAgainAndAgainEndsAndSaysSo() throws Exception {
    try (var poller = poller(new Taking(attempt -> new OutOfMemoryError("at " + attempt)))) {
      get(poller.assign(0));
      send();
      assertThat(broken.poll(LIMIT_SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(OutOfMemoryError.class)
          .hasMessage("at 2");
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void aThreadThatRanOutOfMemoryOnceGoesOnAndLosesNoRecord() throws Exception {
    var taking = new Taking(attempt -> attempt == 1 ? new OutOfMemoryError("of a test") : null);
    try (var poller = poller(taking)) {
      get(poller.assign(0));
      for (long offset = 0; offset < 3; offset++) {
        send();
        assertThat(taking.offsets.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(offset);
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void memoryThatWasShortWithoutARecordToBlameMadeThePollThreadSpinForEver() throws Exception {
    var taking = new Taking(_ -> null, look -> new OutOfMemoryError("at " + look));
    try (var poller = poller(taking)) {
      get(poller.assign(0));
      var caughtUp = poller.catchUp(0, null);
      assertThat(broken.poll(LIMIT_SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(OutOfMemoryError.class)
          .hasMessage("at " + FutileTurns.MAXIMUM);
      assertThatThrownBy(() -> get(caughtUp)).hasCauseInstanceOf(WorkerException.class);
    }
    assertThat(taking.looks).hasValue(FutileTurns.MAXIMUM);
    assertThat(broken).isEmpty();
  }

  @Test
  void memoryThatWasShortForSomeTurnsCostsNothing() throws Exception {
    int shortTurns = FutileTurns.MAXIMUM - 1;
    var taking =
        new Taking(
            _ -> null,
            // Full again after each look that was reached.
            look -> look % (shortTurns + 1) == 0 ? null : new OutOfMemoryError("at " + look));
    try (var poller = poller(taking)) {
      get(poller.assign(0));
      get(poller.catchUp(0, null));
      get(poller.catchUp(0, null));
      send();
      assertThat(taking.offsets.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isZero();
    }
    assertThat(taking.looks).hasValue(2 * (shortTurns + 1));
    assertThat(broken).isEmpty();
  }

  @Test
  void aPollThreadThatHungWasTakenForOneThatLives() throws Exception {
    var hangs = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var taking =
        new Taking(
            _ -> {
              hangs.countDown();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return null;
            });
    try (var poller = poller(taking, Duration.ofSeconds(5))) {
      get(poller.assign(0));
      send();
      assertThat(hangs.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(poller.thread().alive()).isTrue();
      Polling.until(
          Duration.ofSeconds(LIMIT_SECONDS), "never stuck", () -> poller.thread().isStuck());
      goOn.countDown();
      get(poller.catchUp(0, null));
      assertThat(poller.thread().isHealthy()).isTrue();
    }
  }

  private void send() throws Exception {
    harness.send(new byte[] {1}, new byte[] {2});
  }

  private GraphTopicPoller poller(GraphTopicPoller.Receiver receiver) {
    return poller(receiver, Duration.ofMinutes(10));
  }

  private GraphTopicPoller poller(GraphTopicPoller.Receiver receiver, Duration stuckAfter) {
    var configuration =
        ConfigurationSchema.of(KafkaSettings.class, GraphSettings.class)
            .load(null, Map.of(), Map.of("kafka.bootstrap", harness.broker.bootstrapServers()));
    return new GraphTopicPoller(
        configuration.get(KafkaSettings.class),
        configuration.get(GraphSettings.class),
        receiver,
        broken::add,
        stuckAfter);
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
