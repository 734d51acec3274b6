package io.cliquestream.loadgen.generate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;

/** The edges of one round, distinct and ascending within each bucket, off the heap. */
final class SortedRound implements AutoCloseable {
  private static final int SORTED_ON_HEAP_WORDS = 1 << 22;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment keys;
  private final long[] begins;
  private final long[] lengths;

  private SortedRound(Buckets buckets, Buckets.Round round) {
    this.keys = arena.allocate(Math.max(1, round.draws()) * Long.BYTES, Long.BYTES);
    this.begins = new long[round.end() - round.first() + 1];
    this.lengths = new long[round.end() - round.first()];
    for (int i = 0; i < lengths.length; i++) {
      begins[i + 1] = begins[i] + buckets.draws(round.first() + i);
    }
  }

  /** Draws everything, keeps what falls into the round, sorts it. */
  static SortedRound generate(GraphModel model, Buckets buckets, Buckets.Round round, int threads) {
    var sorted = new SortedRound(buckets, round);
    try {
      sorted.scatter(model, buckets, round, threads);
      sorted.sort(threads);
      return sorted;
    } catch (RuntimeException | Error cause) {
      sorted.close();
      throw cause;
    }
  }

  /** Hands out every edge, ascending. */
  void forEach(LongConsumer consumer) {
    for (int bucket = 0; bucket < lengths.length; bucket++) {
      long end = begins[bucket] + lengths[bucket];
      for (long i = begins[bucket]; i < end; i++) {
        consumer.accept(keys.getAtIndex(JAVA_LONG, i));
      }
    }
  }

  @Override
  public void close() {
    arena.close();
  }

  private void scatter(GraphModel model, Buckets buckets, Buckets.Round round, int threads) {
    var cursors = new AtomicLongArray(lengths.length);
    for (int i = 0; i < lengths.length; i++) {
      cursors.set(i, begins[i]);
    }
    ParallelTasks.run(
        threads,
        model.blocks(),
        () -> new Scatterer(model, buckets, round.first(), lengths.length, keys, cursors));
  }

  private void sort(int threads) {
    ParallelTasks.run(
        threads,
        lengths.length,
        () -> {
          var sort = new OffHeapSort(SORTED_ON_HEAP_WORDS);
          return bucket ->
              lengths[(int) bucket] =
                  sort.sortDistinct(keys, begins[(int) bucket], begins[(int) bucket + 1]);
        });
  }

  /**
   * Collects a few keys of each bucket before it claims room for them: the order within a bucket
   * does not matter before sorting, and the shared cursors are touched seldom.
   */
  private static final class Scatterer implements ParallelTasks.Worker {
    private static final int COLLECTED = 32;

    private final GraphModel model;
    private final Buckets buckets;
    private final int firstBucket;
    private final MemorySegment keys;
    private final AtomicLongArray cursors;
    private final long[] collected;
    private final int[] counts;

    Scatterer(
        GraphModel model,
        Buckets buckets,
        int firstBucket,
        int bucketCount,
        MemorySegment keys,
        AtomicLongArray cursors) {
      this.model = model;
      this.buckets = buckets;
      this.firstBucket = firstBucket;
      this.keys = keys;
      this.cursors = cursors;
      this.collected = new long[bucketCount * COLLECTED];
      this.counts = new int[bucketCount];
    }

    @Override
    public void run(long block) {
      model.draw(block, this::put);
    }

    @Override
    public void finish() {
      for (int bucket = 0; bucket < counts.length; bucket++) {
        flush(bucket);
      }
    }

    private void put(long from, long to) {
      if (from == to) {
        return;
      }
      int bucket = buckets.of(Math.min(from, to)) - firstBucket;
      if (bucket < 0 || bucket >= counts.length) {
        return;
      }
      collected[bucket * COLLECTED + counts[bucket]++] = EdgeKey.of(from, to);
      if (counts[bucket] == COLLECTED) {
        flush(bucket);
      }
    }

    private void flush(int bucket) {
      int count = counts[bucket];
      if (count > 0) {
        long at = cursors.getAndAdd(bucket, count);
        MemorySegment.copy(collected, bucket * COLLECTED, keys, JAVA_LONG, at * Long.BYTES, count);
        counts[bucket] = 0;
      }
    }
  }
}
