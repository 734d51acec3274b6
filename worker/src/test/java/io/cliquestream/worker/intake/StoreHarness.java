package io.cliquestream.worker.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.BlockedLoops;
import io.cliquestream.worker.access.RecordPrincipals;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.RightsSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.memory.MemorySettings;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.QuotaSettings;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real broker with one graph partition, a producer, and stores over it. As an extension of a test
 * it stops after each.
 */
final class StoreHarness implements AfterEachCallback {
  final EmbeddedBroker broker;
  final Vertx vertx = BlockedLoops.vertx();

  /** What counts for the stores made from now on. */
  Supplier<SimpleMeterRegistry> registries = SimpleMeterRegistry::new;

  /** Of the store made last. */
  SimpleMeterRegistry registry;

  private final KafkaProducer<byte[], byte[]> producer;

  StoreHarness() {
    this(EmbeddedBrokerSettings.temporary());
  }

  StoreHarness(EmbeddedBrokerSettings settings) {
    this(settings, 1);
  }

  /** With so many partitions of graphs; records go to the first but where it is said. */
  StoreHarness(EmbeddedBrokerSettings settings, int partitions) {
    broker = EmbeddedBroker.start(settings);
    TopicAdmin.create(
        ClientSettings.of(broker.bootstrapServers()),
        TopicSettings.defaults().withPartitions(partitions, 1, 1));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  KafkaGraphStore store(String... namesAndValues) throws Exception {
    var flags = new HashMap<String, String>();
    flags.put("kafka.bootstrap", broker.bootstrapServers());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      flags.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    var configuration =
        ConfigurationSchema.of(
                KafkaSettings.class,
                GraphSettings.class,
                MemorySettings.class,
                QuotaSettings.class,
                RightsSettings.class)
            .load(null, Map.of(), flags);
    registry = registries.get();
    var store =
        new KafkaGraphStore(
            vertx,
            configuration.get(KafkaSettings.class),
            configuration.get(GraphSettings.class),
            new Quotas(configuration.get(QuotaSettings.class)),
            RecordPrincipals.read(configuration.get(RightsSettings.class).principalsFile()),
            configuration.get(RightsSettings.class).retireSigned(),
            configuration.get(MemorySettings.class).offHeap(),
            new WorkerMetrics(registry));
    await(store.start());
    return store;
  }

  /** Sends records of one partition. */
  void send(int partition, List<GraphRecord> records) throws Exception {
    for (GraphRecord record : records) {
      byte[] key = GraphRecordKey.of(record).orElseThrow().bytes();
      var _ =
          producer.send(new ProducerRecord<>("graphs.v1", partition, key, record.toByteArray()));
    }
    producer.flush();
  }

  void send(List<GraphRecord> records) throws Exception {
    for (GraphRecord record : records) {
      send(GraphRecordKey.of(record).orElseThrow().bytes(), record.toByteArray());
    }
  }

  void send(byte[] key, byte[] value) throws Exception {
    var record = new ProducerRecord<>("graphs.v1", 0, key, value);
    record.headers().add("traceparent", "00-1-2-03".getBytes(UTF_8));
    var _ = producer.send(record).get();
  }

  /** Sends a tombstone that somebody signs. */
  void sendTombstone(GraphRecordKey key, RecordSigner signer) throws Exception {
    var record = new ProducerRecord<byte[], byte[]>("graphs.v1", 0, key.bytes(), null);
    record
        .headers()
        .add(HeaderNames.PRINCIPAL, signer.principal().getBytes(UTF_8))
        .add(HeaderNames.SIGNATURE, signer.sign("graphs.v1", key.bytes(), null));
    var _ = producer.send(record).get();
  }

  /** Has the broker delete the first partition's records before an offset; all of them for -1. */
  void deleteRecords(long before) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      // The broker deletes nothing of a topic that is compacted alone.
      var policy =
          new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET);
      var topic = new ConfigResource(ConfigResource.Type.TOPIC, "graphs.v1");
      admin.incrementalAlterConfigs(Map.of(topic, List.of(policy))).all().get();
      var records =
          Map.of(new TopicPartition("graphs.v1", 0), RecordsToDelete.beforeOffset(before));
      admin.deleteRecords(records).all().get();
    }
  }

  static VersionSelector exact(long version) {
    return VersionSelector.newBuilder().setExact(version).build();
  }

  static VersionSelector atLeast(long version) {
    return VersionSelector.newBuilder().setAtLeast(version).build();
  }

  static Set<String> edges(KafkaGraphStore store, String graphId, VersionSelector selector)
      throws Exception {
    try (GraphLease lease = await(store.lease(graphId, selector, Duration.ofSeconds(20)))) {
      return edges(lease.prepared().graph());
    }
  }

  static Set<String> edges(Graph graph) {
    var set = new TreeSet<String>();
    for (int v = 0; v < graph.vertexCount(); v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        int w = graph.neighbor(i);
        if (w > v) {
          set.add(graph.ids().original(v) + "-" + graph.ids().original(w));
        }
      }
    }
    return set;
  }

  static Set<String> simple(long... ends) {
    var set = new TreeSet<String>();
    for (int i = 0; i < ends.length; i += 2) {
      set.add(Math.min(ends[i], ends[i + 1]) + "-" + Math.max(ends[i], ends[i + 1]));
    }
    return set;
  }

  static FailureCode refusal(KafkaGraphStore store, String graphId, VersionSelector selector)
      throws Exception {
    return refusalException(store, graphId, selector).code();
  }

  static WorkerException refusalException(
      KafkaGraphStore store, String graphId, VersionSelector selector) throws Exception {
    try {
      await(store.lease(graphId, selector, Duration.ZERO)).close();
      throw new AssertionError("leased");
    } catch (ExecutionException e) {
      return (WorkerException) e.getCause();
    }
  }

  List<ConsumerRecord<byte[], byte[]>> deadLetters() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var letters = new java.util.ArrayList<ConsumerRecord<byte[], byte[]>>();
      var partitions =
          consumer.partitionsFor("jobs.dlq.v1").stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      // The last stable offsets, which end markers of transactions lie before, too.
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(letters::add);
      }
      return letters;
    }
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    stop();
  }

  void stop() throws Exception {
    producer.close();
    await(vertx.close());
    broker.close();
    BlockedLoops.requireNone();
  }
}
