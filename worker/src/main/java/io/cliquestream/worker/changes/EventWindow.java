package io.cliquestream.worker.changes;

import io.cliquestream.contract.Bounds;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * The insertions of a stream that still count, and which of them leave when.
 *
 * <p>Every insertion has a rank: its time in a window of time, its number in a window of events. It
 * leaves when the horizon reaches its rank. A pair that was inserted several times stays until its
 * last insertion leaves: of each pair the highest rank is kept, and only an insertion that leaves
 * with that rank takes the pair along. A deletion forgets the pair's rank, so insertions before it
 * leave without a trace.
 *
 * <p>What the window holds is a function of the events from its oldest record on, and of the latest
 * time before that record: that is what is remembered instead of the events, which lie in the topic
 * anyway ({@link #oldest}). A binary heap by rank, for times may come out of order: an insertion
 * costs the logarithm of the window. Not thread-safe.
 */
final class EventWindow {
  /** Takes a pair that is not in the window any more. */
  @FunctionalInterface
  interface Gone {
    void take(long one, long other);
  }

  /** A record with events in the window. */
  static final class Source {
    private final long offset;
    private final OptionalLong greatestBefore;
    private int live;

    private Source(long offset, OptionalLong greatestBefore) {
      this.offset = offset;
      this.greatestBefore = greatestBefore;
    }

    long offset() {
      return offset;
    }

    /** Latest event time before the record. */
    OptionalLong greatestBefore() {
      return greatestBefore;
    }
  }

  private final boolean byTime;
  private final long span;
  private PairTable newest = new PairTable();
  private final ArrayDeque<Source> sources = new ArrayDeque<>();
  private long[] ranks = new long[64];
  private long[] ones = new long[64];
  private long[] others = new long[64];
  private Source[] from = new Source[64];
  private int size;
  private long sequence;
  private final ArrayDeque<long[]> refused = new ArrayDeque<>();

  /**
   * @param span microseconds, or a number of events
   */
  EventWindow(boolean byTime, long span) {
    this.byTime = byTime;
    this.span = span;
  }

  /** Insertions that have not left. */
  int size() {
    return size;
  }

  /** The record with the oldest event that has not left; null for an empty window. */
  Source oldest() {
    while (!sources.isEmpty() && sources.peekFirst().live == 0) {
      sources.removeFirst();
    }
    return sources.peekFirst();
  }

  /**
   * Whether so many events more, and the note of one more refusal, have room.
   *
   * @param watermark where the last of them takes it; looked at only where room is short
   */
  boolean hasRoom(long more, int most, LongSupplier watermark) {
    if (refused.size() >= Bounds.REFUSED_RANGES) {
      return false;
    }
    long after = size + more;
    if (!byTime) {
      return Math.min(after, span) <= most;
    }
    if (after <= most) {
      return true;
    }
    long reached = watermark.getAsLong();
    int leave = 0;
    for (int i = 0; i < size; i++) {
      leave += ranks[i] + span <= reached ? 1 : 0;
    }
    return after - leave <= most;
  }

  /** A record is not in the window, for want of room. */
  void refuse(long offset) {
    // Neighbours are one range: of this stream's records none between them was taken.
    if (!refused.isEmpty()
        && (sources.isEmpty() || sources.peekLast().offset < refused.peekLast()[0])) {
      refused.peekLast()[1] = offset;
    } else if (refused.size() < Bounds.REFUSED_RANGES) {
      refused.addLast(new long[] {offset, offset});
    } else {
      // Nothing has been taken since the ranges were all used.
      refused.peekLast()[1] = offset;
    }
  }

  /** Ranges of records from the oldest one on that are not in the window. */
  List<Long> refused() {
    Source oldest = oldest();
    while (!refused.isEmpty() && (oldest == null || refused.peekFirst()[1] < oldest.offset)) {
      refused.removeFirst();
    }
    return refused.stream().flatMap(range -> Stream.of(range[0], range[1])).toList();
  }

  /** The same as a version said it. */
  void restoreRefused(List<Long> ranges) {
    for (int i = 0; i + 1 < ranges.size(); i += 2) {
      refused.addLast(new long[] {ranges.get(i), ranges.get(i + 1)});
    }
  }

  /** Whether a record was refused. */
  boolean isRefused(long offset) {
    return refused.stream().anyMatch(range -> range[0] <= offset && offset <= range[1]);
  }

  /** Events of a record follow; none for a record whose events went on before. */
  void begin(long offset, OptionalLong greatestBefore) {
    if (sources.isEmpty() || sources.peekLast().offset != offset) {
      if (!sources.isEmpty() && sources.peekLast().live == 0) {
        sources.removeLast();
      }
      sources.addLast(new Source(offset, greatestBefore));
    }
  }

  /** An insertion; what has to leave a window of events for it does. */
  void insert(long one, long other, long micros, Gone gone) {
    long rank = byTime ? micros : sequence++;
    Source source = sources.peekLast();
    source.live++;
    push(rank, one, other, source);
    newest.put(one, other, Math.max(rank, newest.get(one, other, Long.MIN_VALUE)));
    while (!byTime && size > span) {
      pop(gone);
    }
  }

  /** A deletion: insertions of the pair before it do not count any more. */
  void delete(long one, long other) {
    newest.remove(one, other);
  }

  /** The watermark is here; what has to leave a window of time does. */
  void reach(long watermark, Gone gone) {
    while (byTime && size > 0 && ranks[0] + span <= watermark) {
      pop(gone);
    }
  }

  /** Gives every id another one; different ones stay different. */
  void renumber(LongUnaryOperator numbers) {
    for (int i = 0; i < size; i++) {
      ones[i] = numbers.applyAsLong(ones[i]);
      others[i] = numbers.applyAsLong(others[i]);
    }
    var before = newest;
    newest = new PairTable();
    before.forEach(
        (one, other, rank) ->
            newest.put(numbers.applyAsLong(one), numbers.applyAsLong(other), rank));
  }

  private void pop(Gone gone) {
    long rank = ranks[0];
    long one = ones[0];
    long other = others[0];
    from[0].live--;
    size--;
    move(size, 0);
    from[size] = null;
    sink();
    if (newest.get(one, other, Long.MIN_VALUE) == rank) {
      newest.remove(one, other);
      gone.take(one, other);
    }
  }

  private void push(long rank, long one, long other, Source source) {
    if (size == ranks.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size);
      ranks = Arrays.copyOf(ranks, room);
      ones = Arrays.copyOf(ones, room);
      others = Arrays.copyOf(others, room);
      from = Arrays.copyOf(from, room);
    }
    int place = size++;
    while (place > 0 && ranks[(place - 1) / 2] > rank) {
      move((place - 1) / 2, place);
      place = (place - 1) / 2;
    }
    set(place, rank, one, other, source);
  }

  private void sink() {
    if (size == 0) {
      return;
    }
    long rank = ranks[0];
    long one = ones[0];
    long other = others[0];
    Source source = from[0];
    int place = 0;
    while (true) {
      int child = 2 * place + 1;
      if (child + 1 < size && ranks[child + 1] < ranks[child]) {
        child++;
      }
      if (child >= size || ranks[child] >= rank) {
        break;
      }
      move(child, place);
      place = child;
    }
    set(place, rank, one, other, source);
  }

  private void move(int source, int target) {
    set(target, ranks[source], ones[source], others[source], from[source]);
  }

  private void set(int place, long rank, long one, long other, Source source) {
    ranks[place] = rank;
    ones[place] = one;
    others[place] = other;
    from[place] = source;
  }

  /**
   * What all streams of a lane hold: events in their windows, and their weight, which counts long
   * names as events. Used by the lane's thread, the events read by any.
   */
  static final class Budget {
    private volatile int events;
    private int weight;

    int events() {
      return events;
    }

    /** Events, or what names take where that is more. */
    int weight() {
      return weight;
    }

    /** Changes it by so many; on the lane's thread alone. */
    void add(int moreEvents, int moreWeight) {
      int now = events + moreEvents;
      events = now;
      weight += moreWeight;
    }
  }
}
