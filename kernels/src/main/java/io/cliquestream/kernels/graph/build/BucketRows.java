package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.rows.RowSorter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Rows by buckets. An arc goes into the bucket of its source, neighbouring vertices of which hold
 * about as many arcs as fit a core's cache; then every bucket is sorted there by source and target.
 *
 * <p>An arc takes the four bytes that its target takes in the row: the source's place in its bucket
 * stands in the bits that targets leave. So a bucket becomes its rows where it lies, and nothing
 * grows with the arcs but the rows themselves. That holds for as many vertices as {@link
 * BucketPolicy#fits} tells; {@link RowAssembly#scatter} takes those with more.
 *
 * <p>Arcs of a vertex are put down by blocks, one atomic addition for each, so that threads do not
 * wait for one another at a hub, which counters by vertex make them do. A bucket is sorted by its
 * digits, the last ones first: three times through it for most graphs, where comparing takes as
 * many steps as the logarithm of the row. Which arc lies where in a bucket depends on the threads;
 * rows do not.
 *
 * <p>A bucket that is too large for the heap, of one hub or few, is sorted by source in place and
 * then row by row.
 */
final class BucketRows {
  /** Arcs that are put down at a time, two cache lines. */
  private static final int BLOCK = 1 << 5;

  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int MOST_PASSES = 3;
  private static final long STEPS_PER_ARC = 4;

  private final PairSource edges;
  private final IdMap ids;
  private final int n;
  private final BucketPolicy policy;
  private final Parallelism parallelism;

  /** Bits of a target. */
  private final int targetBits;

  private final int targetMask;

  /** Vertices of a range are those that agree but for so many bits. */
  private final int rangeShift;

  /** By range. */
  private final int[] bucketOfRange;

  /** By bucket, and one more. */
  private final int[] firstVertex;

  private final long[] firstArc;
  private final int buckets;

  BucketRows(PairSource edges, IdMap ids, BucketPolicy policy, Parallelism parallelism) {
    this.edges = edges;
    this.ids = ids;
    this.n = (int) ids.count();
    this.policy = policy;
    this.parallelism = parallelism;
    targetBits = BucketPolicy.bits(n);
    targetMask = (int) ((1L << targetBits) - 1);
    rangeShift = Math.max(0, targetBits - policy.rangeBits());
    int ranges = n == 0 ? 0 : ((n - 1) >>> rangeShift) + 1;
    long[] arcs = count(ranges);
    bucketOfRange = new int[ranges];
    int[] vertices = new int[ranges + 1];
    long[] begins = new long[ranges + 1];
    long full = Math.max(policy.bucketArcs(), Arrays.stream(arcs).sum() / policy.fullBuckets());
    long mostVertices = 1L << (Integer.SIZE - targetBits);
    int bucket = -1;
    long before = 0;
    for (int range = 0; range < ranges; range++) {
      int vertex = range << rangeShift;
      if (bucket < 0
          || before + arcs[range] - begins[bucket] > full
          || vertex + (1L << rangeShift) - vertices[bucket] > mostVertices) {
        bucket++;
        vertices[bucket] = vertex;
        begins[bucket] = before;
      }
      bucketOfRange[range] = bucket;
      before += arcs[range];
    }
    buckets = bucket + 1;
    vertices[buckets] = n;
    begins[buckets] = before;
    firstVertex = vertices;
    firstArc = begins;
  }

  /** Arcs of every range. */
  private long[] count(int ranges) {
    long[] sums = new long[ranges];
    for (Counter counter : PairBatches.forEach(edges, parallelism, () -> new Counter(ranges))) {
      Arrays.setAll(sums, range -> sums[range] + counter.counts[range]);
    }
    return sums;
  }

  /** Counts arcs by range. */
  private final class Counter implements PairBatches.BatchTask {
    private final long[] counts;

    Counter(int ranges) {
      counts = new long[ranges];
    }

    @Override
    public void run(long[] batch, int length) {
      ids.toVertices(batch, length);
      for (int i = 0; i < length; i += 2) {
        if (batch[i] != batch[i + 1]) {
          counts[(int) batch[i] >>> rangeShift]++;
          counts[(int) batch[i + 1] >>> rangeShift]++;
        }
      }
    }
  }

  /**
   * Fills the rows.
   *
   * @param ends room for the end of each row as it is before repeated targets are dropped
   * @param values room for all targets
   * @return different targets of each row, which ascend from its start on
   */
  int[] fill(MemorySegment ends, MemorySegment values) {
    AtomicLongArray next = new AtomicLongArray(buckets);
    for (int bucket = 0; bucket < buckets; bucket++) {
      next.setPlain(bucket, firstArc[bucket]);
    }
    PairBatches.forEach(edges, parallelism, () -> new Distributor(next, values))
        .forEach(Distributor::end);
    int[] lengths = new int[n];
    new RangeWorkers<>(() -> new Sorter(ends, values, lengths)).forRanges(parallelism, buckets, 1);
    return lengths;
  }

  /** Puts arcs into their buckets, a block at a time. */
  private final class Distributor implements PairBatches.BatchTask {
    private final AtomicLongArray next;
    private final MemorySegment values;
    private final int[] blocks = new int[buckets * BLOCK];
    private final int[] filled = new int[buckets];

    Distributor(AtomicLongArray next, MemorySegment values) {
      this.next = next;
      this.values = values;
    }

    @Override
    public void run(long[] batch, int length) {
      ids.toVertices(batch, length);
      for (int i = 0; i < length; i += 2) {
        int from = (int) batch[i];
        int to = (int) batch[i + 1];
        if (batch[i] != batch[i + 1]) {
          put(from, to);
          put(to, from);
        }
      }
    }

    private void put(int from, int to) {
      int bucket = bucketOfRange[from >>> rangeShift];
      int at = filled[bucket];
      blocks[bucket * BLOCK + at] = (from - firstVertex[bucket]) << targetBits | to;
      filled[bucket] = at + 1;
      if (at + 1 == BLOCK) {
        flush(bucket);
      }
    }

    private void flush(int bucket) {
      int count = filled[bucket];
      long at = next.getAndAdd(bucket, count);
      MemorySegment.copy(
          blocks, bucket * BLOCK, values, ValueLayout.JAVA_INT, at * Integer.BYTES, count);
      filled[bucket] = 0;
    }

    /** Puts down what is left. */
    void end() {
      for (int bucket = 0; bucket < buckets; bucket++) {
        if (filled[bucket] != 0) {
          flush(bucket);
        }
      }
    }
  }

  /** Turns buckets into rows. */
  private final class Sorter implements Parallelism.RangeTask {
    private final MemorySegment ends;
    private final MemorySegment values;
    private final int[] lengths;
    private final StopMeter meter = parallelism.meter();
    private final int[][] starts = new int[MOST_PASSES][DIGITS];
    private int[] arcs = {};
    private int[] room = {};

    Sorter(MemorySegment ends, MemorySegment values, int[] lengths) {
      this.ends = ends;
      this.values = values;
      this.lengths = lengths;
    }

    @Override
    public void run(long from, long to) {
      for (long bucket = from; bucket < to; bucket++) {
        sort((int) bucket);
      }
    }

    private void sort(int bucket) {
      long begin = firstArc[bucket];
      long size = firstArc[bucket + 1] - begin;
      int vertex = firstVertex[bucket];
      int vertices = firstVertex[bucket + 1] - vertex;
      if (size <= policy.heapArcs()) {
        onHeap(begin, (int) size, vertex, vertices);
      } else {
        inPlace(begin, size, vertex, vertices);
      }
    }

    private void onHeap(long begin, int size, int vertex, int vertices) {
      meter.work(STEPS_PER_ARC * size + vertices);
      if (arcs.length < size) {
        arcs = new int[(int) Math.min(size + size / 4L, policy.heapArcs())];
        room = new int[arcs.length];
      }
      MemorySegment.copy(values, ValueLayout.JAVA_INT, begin * Integer.BYTES, arcs, 0, size);
      sortByDigits(size, targetBits + BucketPolicy.bits(vertices));
      int i = 0;
      for (int place = 0; place < vertices; place++) {
        int start = i;
        int filled = i;
        int last = -1;
        for (; i < size && arcs[i] >>> targetBits == place; i++) {
          int to = arcs[i] & targetMask;
          if (to != last) {
            room[filled++] = to;
            last = to;
          }
        }
        lengths[vertex + place] = filled - start;
        ends.setAtIndex(ValueLayout.JAVA_LONG, vertex + place, begin + i);
      }
      MemorySegment.copy(room, 0, values, ValueLayout.JAVA_INT, begin * Integer.BYTES, size);
    }

    /** Sorts the first arcs, of so many bits; what other array they are sorted into is free. */
    private void sortByDigits(int size, int bits) {
      int passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
      int width = (bits + passes - 1) / passes;
      int mask = (1 << width) - 1;
      for (int pass = 0; pass < passes; pass++) {
        Arrays.fill(starts[pass], 0, mask + 1, 0);
      }
      for (int i = 0; i < size; i++) {
        int arc = arcs[i];
        for (int pass = 0; pass < passes; pass++) {
          starts[pass][(arc >>> (pass * width)) & mask]++;
        }
      }
      for (int pass = 0; pass < passes; pass++) {
        int[] next = starts[pass];
        int before = 0;
        for (int digit = 0; digit <= mask; digit++) {
          int count = next[digit];
          next[digit] = before;
          before += count;
        }
        pass(arcs, room, size, next, pass * width, mask);
        int[] sorted = room;
        room = arcs;
        arcs = sorted;
      }
    }

    private static void pass(int[] from, int[] to, int size, int[] next, int shift, int mask) {
      for (int i = 0; i < size; i++) {
        int arc = from[i];
        to[next[arc >>> shift & mask]++] = arc;
      }
    }

    /** Sorts arcs by source where they lie, each cycle of them at a time, and then every row. */
    private void inPlace(long begin, long size, int vertex, int vertices) {
      long[] next = new long[vertices];
      for (long i = begin; i < begin + size; i++) {
        meter.work(1);
        next[values.getAtIndex(ValueLayout.JAVA_INT, i) >>> targetBits]++;
      }
      long end = begin;
      for (int place = 0; place < vertices; place++) {
        long count = next[place];
        next[place] = end;
        end += count;
        ends.setAtIndex(ValueLayout.JAVA_LONG, vertex + place, end);
      }
      for (int place = 0; place < vertices; place++) {
        long rowEnd = ends.getAtIndex(ValueLayout.JAVA_LONG, vertex + place);
        while (next[place] < rowEnd) {
          meter.work(1);
          int arc = values.getAtIndex(ValueLayout.JAVA_INT, next[place]);
          for (int home = arc >>> targetBits; home != place; home = arc >>> targetBits) {
            int other = values.getAtIndex(ValueLayout.JAVA_INT, next[home]);
            values.setAtIndex(ValueLayout.JAVA_INT, next[home]++, arc & targetMask);
            arc = other;
            meter.work(1);
          }
          values.setAtIndex(ValueLayout.JAVA_INT, next[place]++, arc & targetMask);
        }
      }
      RowSorter sorter = new RowSorter(meter);
      long start = begin;
      for (int place = 0; place < vertices; place++) {
        long rowEnd = ends.getAtIndex(ValueLayout.JAVA_LONG, vertex + place);
        long length = rowEnd - start;
        if (length > policy.heapArcs()) {
          lengths[vertex + place] = sorter.sortUnique(values, start, rowEnd, n);
        } else {
          onHeap(start, (int) length, vertex + place, 1);
        }
        start = rowEnd;
      }
    }
  }
}
