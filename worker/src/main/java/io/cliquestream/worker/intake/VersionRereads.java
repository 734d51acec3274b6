package io.cliquestream.worker.intake;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.cache.PinnedGraph;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.graphs.catalog.Resolution;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.intake.assembly.AssembledDelta;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.assembly.PartitionAssembler;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import io.cliquestream.worker.quota.Quotas;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads versions from the topic again that neither memory nor disk has any more: their records
 * between the offsets where they lay, through the same checks as the first time, and for a delta
 * what it was applied to before it. Thread-safe; blocks. Costs a consumer for the time of reading
 * and the records of others that lie between.
 */
final class VersionRereads {
  private static final Logger LOG = LoggerFactory.getLogger(VersionRereads.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long RETRY_MILLIS = 20;

  private final GraphConsumers consumers;
  private final String topic;
  private final Duration timeout;
  private final GraphSettings settings;
  private final GraphCatalog catalog;
  private final AssemblyBudget budget;
  private final ReferenceFetcher references;
  private final NameMemory memory;

  VersionRereads(
      KafkaSettings kafka,
      GraphSettings settings,
      GraphCatalog catalog,
      AssemblyBudget budget,
      ReferenceFetcher references,
      NameMemory memory) {
    this.memory = memory;
    this.consumers = new GraphConsumers(kafka, settings);
    this.topic = kafka.topics().graphs();
    this.timeout = kafka.requestTimeout();
    this.settings = settings;
    this.catalog = catalog;
    this.budget = budget;
    this.references = references;
  }

  /** Most deltas on top of a snapshot that are read again. */
  int maximumDeltas() {
    return settings.rereadDeltas();
  }

  /**
   * Reads a version.
   *
   * @param names of its vertices, if they have names and somebody keeps them; those of the versions
   *     before it are among them. Names that nobody keeps are read where deltas have some
   * @return the graph; the caller closes it
   * @throws WorkerException VERSION_UNKNOWN when its records are not whole in the topic any more,
   *     BROKER_UNAVAILABLE, or GRAPH_TOO_LARGE when no memory became free for it
   */
  SimpleGraph read(VersionSource wanted, Optional<GraphNames> names) {
    long start = System.nanoTime();
    Deque<VersionSource> steps = new ArrayDeque<>();
    steps.push(wanted);
    Optional<PinnedGraph> resident = Optional.empty();
    for (VersionSource base = wanted.base();
        base != null && resident.isEmpty();
        base = base.base()) {
      resident = resident(base);
      if (resident.isEmpty()) {
        steps.push(base);
      }
    }
    SimpleGraph graph = null;
    boolean done = false;
    // A snapshot alone is read without: its edges are numbers.
    boolean collect = names.isEmpty() && wanted.base() != null;
    try (var consumer = consumers.open("graphs-reread");
        var known =
            collect
                ? RereadNames.collecting(resident.flatMap(PinnedGraph::names), memory)
                : RereadNames.of(names)) {
      int count = steps.size();
      while (!steps.isEmpty()) {
        SimpleGraph base = graph == null ? resident.map(PinnedGraph::simple).orElse(null) : graph;
        SimpleGraph next = step(consumer, steps.pop(), base, known);
        if (graph != null) {
          graph.close();
        }
        graph = next;
      }
      done = true;
      LOG.info(
          "graph {} version {} is read from the topic again: {} versions in {} ms",
          wanted.graphId(),
          Long.toUnsignedString(wanted.version()),
          count,
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      return graph;
    } catch (KafkaException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "the broker did not answer for " + topic + ": " + e.getMessage(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending", e);
    } finally {
      if (!done && graph != null) {
        graph.close();
      }
      resident.ifPresent(PinnedGraph::close);
    }
  }

  private Optional<PinnedGraph> resident(VersionSource source) {
    var exact = VersionSelector.newBuilder().setExact(source.version()).build();
    return catalog.resolve(source.graphId(), exact) instanceof Resolution.Usable usable
        ? usable.graph().tryPin()
        : Optional.empty();
  }

  private SimpleGraph step(
      KafkaConsumer<byte[], byte[]> consumer,
      VersionSource source,
      SimpleGraph base,
      RereadNames names)
      throws InterruptedException {
    var collected = new RereadVersion(source, references);
    var assembler =
        new PartitionAssembler(
            source.partition(), source.partitionCount(), budget, Quotas.none(), collected);
    try {
      collect(consumer, source, assembler, collected);
      Parallelism parallelism = Parallelism.available();
      if (base == null) {
        names.snapshot(collected.snapshot());
        return GraphBuilder.buildSimple(collected.snapshot().edges().edges(), parallelism);
      }
      AssembledDelta delta = collected.delta();
      if (delta.names().isEmpty()) {
        return GraphBuilder.applySimpleDelta(
            base, delta.inserted().edges(), delta.deleted().edges(), parallelism);
      }
      try (var named = new DeltaNames(delta.names().get(), names.known());
          EdgeArray inserted = named.inserted(delta.inserted().edges());
          EdgeArray deleted = named.deleted(delta.deleted().edges())) {
        names.next(named);
        return GraphBuilder.applySimpleDelta(base, inserted, deleted, parallelism);
      }
    } finally {
      assembler.discardAll();
      collected.close();
    }
  }

  private void collect(
      KafkaConsumer<byte[], byte[]> consumer,
      VersionSource source,
      PartitionAssembler assembler,
      RereadVersion collected)
      throws InterruptedException {
    var partition = new TopicPartition(topic, source.partition());
    consumer.assign(Set.of(partition));
    consumer.seek(partition, source.records().first());
    long progress = System.nanoTime();
    while (!collected.isWhole()
        && consumer.position(partition, timeout) <= source.records().last()) {
      var records = consumer.poll(POLL).records(partition);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record.offset() <= source.records().last() && isOf(source, record)) {
          offer(record, assembler);
          collected.finishFetch(assembler);
        }
      }
      if (!records.isEmpty()) {
        progress = System.nanoTime();
      } else if (System.nanoTime() - progress > timeout.toNanos()) {
        throw new org.apache.kafka.common.errors.TimeoutException("no records of " + partition);
      }
    }
    collected.requireWhole();
  }

  private void offer(ConsumerRecord<byte[], byte[]> record, PartitionAssembler assembler)
      throws InterruptedException {
    long start = System.nanoTime();
    boolean taken = false;
    while (!taken) {
      boolean lastChance = System.nanoTime() - start > settings.assemblyWait().toNanos();
      taken = assembler.accept(record, lastChance) != PartitionAssembler.Step.NO_MEMORY;
      if (!taken) {
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      }
    }
  }

  /** A record of the version; a tombstone in between is of a retirement that comes by itself. */
  private static boolean isOf(VersionSource source, ConsumerRecord<byte[], byte[]> record) {
    return record.value() != null
        && record.key() != null
        && GraphRecordKey.parse(record.key())
            .filter(key -> key.graphId().equals(source.graphId()))
            .filter(key -> key.version() == source.version())
            .isPresent();
  }
}
