package io.cliquestream.worker.jobs.exchange;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What is known of a partition's offsets: which were taken and are not finished. The committed
 * offset is the watermark, below which everything is finished; which offsets above it are not goes
 * into its metadata ({@link OpenOffsets}), so that a successor skips the others.
 *
 * <p><b>How far it reaches.</b> Up to {@code capacity} offsets beyond the watermark any of them may
 * be open. Beyond that there is no bound on the distance, only on the open ones ({@link
 * OpenOffsets#APART}): a job that computes for hours does not hold up those that come after it on
 * its partition, however many they are.
 *
 * <p>Invariants: what lies below {@code next} and is not open is finished, or no record (offsets
 * may have gaps: transaction markers, compaction). What is open always fits the metadata: only
 * {@link #take} adds to it, and {@link #hasRoomFor} bounds that; {@link #finish} takes away, and
 * {@link #reopen} puts back what was there. Used by one thread.
 */
final class OffsetWindow {
  private final int capacity;
  private final NavigableSet<Long> open = new TreeSet<>();

  /** Open ones of a predecessor that have not come yet, and one above all it knew of. */
  private final NavigableSet<Long> left;

  private final long leftEnd;

  /** One above the highest offset seen. */
  private long next;

  OffsetWindow(long watermark, String metadata, int capacity) {
    this.capacity = capacity;
    this.next = watermark;
    OpenOffsets restored = OpenOffsets.decode(watermark, metadata);
    this.left = restored.open();
    this.leftEnd = restored.end();
  }

  /** Below it, everything is finished. */
  long watermark() {
    return open.isEmpty() ? next : open.first();
  }

  /** Whether an offset may be taken now. */
  boolean hasRoomFor(long offset) {
    long ahead = open.isEmpty() ? 0 : offset - open.first();
    return ahead < capacity || offset < leftEnd || hasRoomApart(ahead, OpenOffsets.APART);
  }

  /** Whether the window is far enough from its edge to fetch again. */
  boolean hasRoom() {
    long ahead = open.isEmpty() ? 0 : next - open.first();
    return ahead < capacity - capacity / 4
        || next < leftEnd
        || hasRoomApart(ahead, OpenOffsets.APART - OpenOffsets.APART / 4);
  }

  private boolean hasRoomApart(long ahead, int most) {
    return ahead < OpenOffsets.WIDEST && open.size() + left.size() < most;
  }

  /**
   * Takes an offset; offsets ascend.
   *
   * @return false when a predecessor has finished it already
   */
  boolean take(long offset) {
    next = Math.max(next, offset + 1);
    boolean mine = offset >= leftEnd || left.contains(offset);
    // Those below it that have not come are no records.
    left.headSet(offset, true).clear();
    return mine && open.add(offset);
  }

  /** The first offset from the given one on that a predecessor has not finished. */
  long unfinishedFrom(long offset) {
    if (offset >= leftEnd) {
      return offset;
    }
    Long first = left.ceiling(offset);
    return first == null ? leftEnd : first;
  }

  /** Finishes an offset that was taken; {@link Outcome#NO_OFFSET} is none. */
  void finish(long offset) {
    if (offset != Outcome.NO_OFFSET && !open.remove(offset)) {
      throw new IllegalStateException("offset " + offset + " was not open");
    }
  }

  /** Takes a {@link #finish} back: what it stood for was not committed. */
  void reopen(long offset) {
    if (offset != Outcome.NO_OFFSET) {
      open.add(offset);
    }
  }

  /** Offsets taken and not finished. */
  int openCount() {
    return open.size();
  }

  /** What to commit. */
  OffsetAndMetadata committable() {
    long watermark = watermark();
    var all = new TreeSet<>(open);
    all.addAll(left);
    return new OffsetAndMetadata(
        watermark, new OpenOffsets(Math.max(next, leftEnd), all).encode(watermark));
  }
}
