package io.cliquestream.worker.jobs.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.TestSettings;
import io.cliquestream.worker.jobs.handover.Handover;
import io.cliquestream.worker.thread.WatchedThread;
import io.cliquestream.worker.trace.JobTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the exchange tells of partitions that come and go. */
@Tag("seam")
final class JobExchangeTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String INSTANCE = "one";

  private final BlockingQueue<ExchangeEvent> events = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> lost = new LinkedBlockingQueue<>();

  @Test
  void aPartitionLostBeforeItsOffsetWasKnownWasNeverReportedAsGone() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      TopicAdmin.create(
          ClientSettings.of(broker.bootstrapServers()),
          TopicSettings.defaults().withPartitions(1, 1, 1));
      JobServiceSettings settings =
          TestSettings.of(
              Map.of("kafka.bootstrap", broker.bootstrapServers(), "jobs.instance-id", INSTANCE));
      var partition = new TopicPartition(settings.topics().jobs(), 0);
      var predecessor = new KafkaClients(settings, "predecessor");
      try (KafkaProducer<byte[], byte[]> open = predecessor.transactionalProducer(0);
          KafkaConsumer<byte[], byte[]> stranger = predecessor.jobConsumer(new Handover());
          Admin admin = predecessor.admin()) {
        // As long as it is open nobody knows where the partition begins.
        open.initTransactions();
        open.beginTransaction();
        open.sendOffsetsToTransaction(
            Map.of(partition, new OffsetAndMetadata(0)), stranger.groupMetadata());
        var inbox = new ExchangeInbox();
        var unknown = new Semaphore(0);
        var exchange =
            new JobExchange(
                settings,
                new KafkaClients(settings, INSTANCE),
                (_, _) -> false,
                Set.of(),
                _ -> false,
                inbox,
                events::add,
                new JobMetrics(new SimpleMeterRegistry(), JobTraces.OFF),
                unknown::release);
        var thread = new WatchedThread("exchange", LIMIT, exchange, lost::add).start();

        long epoch = next(ExchangeEvent.Assigned.class).epoch();
        // For the assignment, and for an offset that is not known yet.
        assertThat(unknown.tryAcquire(2, LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        admin
            .removeMembersFromConsumerGroup(
                settings.groupId(),
                new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(INSTANCE))))
            .all()
            .get();
        assertThat(next(ExchangeEvent.Gone.class)).isEqualTo(new ExchangeEvent.Gone(0, epoch));

        // It comes back under another epoch, and is a partition like any other then.
        long later = next(ExchangeEvent.Assigned.class).epoch();
        assertThat(later).isGreaterThan(epoch);
        open.commitTransaction();
        assertThat(next(ExchangeEvent.Positioned.class))
            .isEqualTo(new ExchangeEvent.Positioned(0, later));
        inbox.stop();
        assertThat(next(ExchangeEvent.Gone.class)).isEqualTo(new ExchangeEvent.Gone(0, later));
        assertThat(thread.join(LIMIT)).isTrue();
      }
      assertThat(lost).isEmpty();
    }
  }

  @Test
  void whatLayThereWhenAPartitionCameIsInheritedAlsoWhatThisWorkerHadBefore() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      TopicAdmin.create(
          ClientSettings.of(broker.bootstrapServers()),
          TopicSettings.defaults().withPartitions(1, 1, 1));
      JobServiceSettings settings =
          TestSettings.of(
              Map.of("kafka.bootstrap", broker.bootstrapServers(), "jobs.instance-id", INSTANCE));
      var clients = new KafkaClients(settings, INSTANCE);
      try (KafkaProducer<byte[], byte[]> jobs =
              new KafkaProducer<>(
                  Map.of("bootstrap.servers", broker.bootstrapServers()),
                  new ByteArraySerializer(),
                  new ByteArraySerializer());
          Admin admin = clients.admin()) {
        Runnable job =
            () -> {
              var _ =
                  jobs.send(new ProducerRecord<>(settings.topics().jobs(), 0, null, new byte[1]));
              jobs.flush();
            };
        job.run();
        job.run();
        var inbox = new ExchangeInbox();
        var exchange =
            new JobExchange(
                settings,
                clients,
                (_, _) -> false,
                Set.of(),
                _ -> false,
                inbox,
                events::add,
                new JobMetrics(new SimpleMeterRegistry(), JobTraces.OFF),
                () -> {});
        var thread = new WatchedThread("exchange", LIMIT, exchange, lost::add).start();

        next(ExchangeEvent.Assigned.class);
        long epoch = next(ExchangeEvent.Positioned.class).epoch();
        job.run();
        inbox.flow(0, epoch);
        assertThat(arrived(3))
            .containsExactly(Provenance.INHERITED, Provenance.INHERITED, Provenance.NEW);
        admin
            .removeMembersFromConsumerGroup(
                settings.groupId(),
                new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(INSTANCE))))
            .all()
            .get();
        assertThat(next(ExchangeEvent.Gone.class).epoch()).isEqualTo(epoch);
        next(ExchangeEvent.Assigned.class);
        long later = next(ExchangeEvent.Positioned.class).epoch();
        job.run();
        inbox.flow(0, later);
        assertThat(arrived(4))
            .containsExactly(
                Provenance.INHERITED, Provenance.INHERITED, Provenance.INHERITED, Provenance.NEW);
        inbox.stop();
        assertThat(thread.join(LIMIT)).isTrue();
      }
      assertThat(lost).isEmpty();
    }
  }

  private List<Provenance> arrived(int count) throws InterruptedException {
    var arrived = new ArrayList<Provenance>();
    while (arrived.size() < count) {
      next(ExchangeEvent.Arrived.class).records().forEach(one -> arrived.add(one.provenance()));
    }
    return arrived;
  }

  /** The next event but for what the group wants made ready, which is of this kind. */
  private <T extends ExchangeEvent> T next(Class<T> kind) throws InterruptedException {
    ExchangeEvent event;
    do {
      event = events.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } while (event instanceof ExchangeEvent.Wanted);
    assertThat(event).as("lost: %s", lost).isInstanceOf(kind);
    return kind.cast(event);
  }
}
