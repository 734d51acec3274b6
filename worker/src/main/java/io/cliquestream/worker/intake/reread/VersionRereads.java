package io.cliquestream.worker.intake.reread;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
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
import io.cliquestream.worker.intake.assembly.DeltaNames;
import io.cliquestream.worker.intake.assembly.PartitionAssembler;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import io.cliquestream.worker.intake.topic.CarefulReading;
import io.cliquestream.worker.intake.topic.GraphConsumers;
import io.cliquestream.worker.intake.topic.RecordReceiver;
import io.cliquestream.worker.intake.topic.SkippedRecords;
import io.cliquestream.worker.quota.Quotas;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
public final class VersionRereads {
  private static final Logger LOG = LoggerFactory.getLogger(VersionRereads.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long RETRY_MILLIS = 20;

  /** Times that a version is tried for which memory ran out: others may have used it up. */
  private static final int ATTEMPTS = 3;

  private static final long PAUSE_MILLIS = 250;

  private final GraphConsumers consumers;
  private final String topic;
  private final Duration timeout;
  private final GraphSettings settings;
  private final Function<VersionSource, Optional<PinnedGraph>> resident;
  private final AssemblyBudget budget;
  private final ReferenceFetcher references;
  private final NameMemory memory;

  /**
   * @param resident pins a version that is in memory, so that its records need not be read
   */
  public VersionRereads(
      KafkaSettings kafka,
      GraphSettings settings,
      Function<VersionSource, Optional<PinnedGraph>> resident,
      AssemblyBudget budget,
      ReferenceFetcher references,
      NameMemory memory) {
    this.memory = memory;
    this.consumers = new GraphConsumers(kafka, settings);
    this.topic = kafka.topics().graphs();
    this.timeout = kafka.requestTimeout();
    this.settings = settings;
    this.resident = resident;
    this.budget = budget;
    this.references = references;
  }

  /** A version's graph if it is in memory, for its time there. */
  public static Optional<PinnedGraph> resident(GraphCatalog catalog, VersionSource source) {
    var exact = VersionSelector.newBuilder().setExact(source.version()).build();
    return catalog.resolve(source.graphId(), exact) instanceof Resolution.Usable usable
        ? usable.graph().tryPin()
        : Optional.empty();
  }

  /** Most deltas on top of a snapshot that are read again. */
  public int maximumDeltas() {
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
    // A snapshot alone is read without: its edges are numbers.
    boolean collect = names.isEmpty() && wanted.base() != null;
    return read(wanted, names, collect, StopCheck.NEVER).graph();
  }

  /**
   * Reads a version, and the names of its vertices if they have names.
   *
   * @param stop asked between records and while rows are built
   * @return the caller closes it
   * @throws WorkerException as {@link #read(VersionSource, Optional)} does
   * @throws io.cliquestream.kernels.control.StoppedException when {@code stop} ended it
   */
  TopicGraph readNamed(VersionSource wanted, StopCheck stop) {
    return read(wanted, Optional.empty(), true, stop);
  }

  private TopicGraph read(
      VersionSource wanted, Optional<GraphNames> names, boolean collect, StopCheck stop) {
    for (int attempt = 1; ; attempt++) {
      try {
        return readOnce(wanted, names, collect, stop);
      } catch (OutOfMemoryError e) {
        LOG.warn(
            "graph {} version {} cannot be read again for want of memory, attempt {} of {}",
            wanted.graphId(),
            Long.toUnsignedString(wanted.version()),
            attempt,
            ATTEMPTS,
            e);
        if (attempt == ATTEMPTS) {
          throw new WorkerException(
              FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
              "no memory became free for reading the graph from the topic again",
              e);
        }
        pause(PAUSE_MILLIS << attempt);
      }
    }
  }

  private static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      throw ending(e);
    }
  }

  private static WorkerException ending(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending", e);
  }

  private TopicGraph readOnce(
      VersionSource wanted, Optional<GraphNames> names, boolean collect, StopCheck stop) {
    long start = System.nanoTime();
    Deque<VersionSource> steps = new ArrayDeque<>();
    steps.push(wanted);
    Optional<PinnedGraph> pinned = Optional.empty();
    for (VersionSource base = wanted.base(); base != null && pinned.isEmpty(); base = base.base()) {
      pinned = resident.apply(base);
      if (pinned.isEmpty()) {
        steps.push(base);
      }
    }
    SimpleGraph graph = null;
    boolean done = false;
    try (var consumer = consumers.open("graphs-reread");
        var known =
            collect
                ? RereadNames.collecting(pinned.flatMap(PinnedGraph::names), memory)
                : RereadNames.of(names)) {
      int count = steps.size();
      while (!steps.isEmpty()) {
        SimpleGraph base = graph == null ? pinned.map(PinnedGraph::simple).orElse(null) : graph;
        SimpleGraph next = step(consumer, steps.pop(), base, known, stop);
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
      return new TopicGraph(wanted.graphId(), wanted.version(), graph, known.take());
    } catch (KafkaException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "the broker did not answer for " + topic + ": " + e.getMessage(),
          e);
    } catch (InterruptedException e) {
      throw ending(e);
    } finally {
      if (!done && graph != null) {
        graph.close();
      }
      pinned.ifPresent(PinnedGraph::close);
    }
  }

  private SimpleGraph step(
      KafkaConsumer<byte[], byte[]> consumer,
      VersionSource source,
      SimpleGraph base,
      RereadNames names,
      StopCheck stop)
      throws InterruptedException {
    var collected = new RereadVersion(source, references);
    var assembler =
        new PartitionAssembler(
            source.partition(), source.partitionCount(), budget, Quotas.none(), collected);
    try {
      collect(consumer, source, assembler, collected, stop);
      Parallelism parallelism = Parallelism.available().until(stop);
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
      RereadVersion collected,
      StopCheck stop)
      throws InterruptedException {
    var partition = new TopicPartition(topic, source.partition());
    consumer.assign(Set.of(partition));
    consumer.seek(partition, source.records().first());
    var reader = new Reader(source, assembler, collected);
    try {
      long progress = System.nanoTime();
      while (!reader.isDone() && consumer.position(partition, timeout) <= source.records().last()) {
        stop.checkStopped();
        var records = consumer.poll(POLL).records(partition);
        reader.records(source.partition(), records);
        if (!records.isEmpty()) {
          progress = System.nanoTime();
        } else if (System.nanoTime() - progress > timeout.toNanos()) {
          throw new org.apache.kafka.common.errors.TimeoutException("no records of " + partition);
        }
      }
    } catch (OutOfMemoryError e) {
      LOG.warn("reading {} again ran out of memory; reading record by record", partition, e);
      carefully(partition, reader);
    }
    collected.requireWhole();
  }

  /** Another client's record may grow beyond the heap; it lies in the way, and is passed over. */
  private void carefully(TopicPartition partition, Reader reader) throws InterruptedException {
    var careful = new CarefulReading(consumers, timeout, reader);
    long end = Math.min(careful.end(partition), reader.source.records().last() + 1);
    while (!reader.isDone() && reader.next < end) {
      reader.next = careful.read(partition, reader.next, end);
    }
  }

  /** Takes the records of a version from those of its partition. */
  private final class Reader implements RecordReceiver {
    private final VersionSource source;
    private final PartitionAssembler assembler;
    private final RereadVersion collected;
    private long next;

    Reader(VersionSource source, PartitionAssembler assembler, RereadVersion collected) {
      this.source = source;
      this.assembler = assembler;
      this.collected = collected;
      this.next = source.records().first();
    }

    boolean isDone() {
      return collected.isWhole() || next > source.records().last();
    }

    @Override
    public void records(int number, List<ConsumerRecord<byte[], byte[]>> records) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        // Where memory ran out, reading begins anew at a record that may have been taken.
        if (record.offset() >= next && record.offset() <= source.records().last()) {
          if (isOf(source, record)) {
            take(record);
          }
          next = record.offset() + 1;
        }
      }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
      try {
        offer(record, assembler);
        collected.finishFetch(assembler);
      } catch (InterruptedException e) {
        throw ending(e);
      }
    }

    @Override
    public void skipped(int number, SkippedRecords skipped) {
      next = skipped.next();
    }
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
