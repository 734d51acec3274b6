package io.cliquestream.worker.jobs.exchange;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What is known of a partition's offsets: those taken and not finished, and those finished while an
 * older one was not. The committed offset is the watermark, below which everything is finished; the
 * finished ones above it go into its metadata, so that a successor skips them.
 *
 * <p>Invariants: every offset in {@code open} lies in [watermark, watermark + capacity); no offset
 * is in both {@code open} and {@code finished}. Offsets may have gaps (transaction markers,
 * compaction): only those received count. What is finished is forgotten only once it is committed:
 * a transaction that fails opens its offsets again, and those between them must still be known.
 * Used by one thread.
 */
final class OffsetWindow {
  private final int capacity;
  private final NavigableSet<Long> open = new TreeSet<>();
  private final NavigableSet<Long> finished;

  /** One above the highest offset seen. */
  private long next;

  OffsetWindow(long watermark, String metadata, int capacity) {
    this.capacity = capacity;
    this.next = watermark;
    this.finished = FinishedOffsets.decode(watermark, metadata);
  }

  /** Below it, everything is finished. */
  long watermark() {
    return open.isEmpty() ? next : open.first();
  }

  /** Whether an offset may be taken now. */
  boolean hasRoomFor(long offset) {
    return open.isEmpty() || offset - open.first() < capacity;
  }

  /** Whether the window is far enough from its edge to fetch again. */
  boolean hasRoom() {
    return open.isEmpty() || next - open.first() < capacity - capacity / 4;
  }

  /**
   * Takes an offset; offsets ascend.
   *
   * @return false when a predecessor has finished it already
   */
  boolean take(long offset) {
    next = Math.max(next, offset + 1);
    if (finished.contains(offset)) {
      forgetBelowWatermark();
      return false;
    }
    open.add(offset);
    return true;
  }

  /** Finishes an offset that was taken; {@link Outcome#NO_OFFSET} is none. */
  void finish(long offset) {
    if (offset == Outcome.NO_OFFSET) {
      return;
    }
    if (!open.remove(offset)) {
      throw new IllegalStateException("offset " + offset + " was not open");
    }
    finished.add(offset);
  }

  /** Takes a {@link #finish} back: what it stood for was not committed. */
  void reopen(long offset) {
    if (offset != Outcome.NO_OFFSET) {
      finished.remove(offset);
      open.add(offset);
    }
  }

  /** Offsets taken and not finished. */
  int openCount() {
    return open.size();
  }

  /** What to commit. */
  OffsetAndMetadata committable() {
    // A restored window still knows offsets above everything received so far.
    long watermark = watermark();
    return new OffsetAndMetadata(
        watermark, FinishedOffsets.encode(watermark, finished.tailSet(watermark, true)));
  }

  /** What was finished is committed, so no {@link #reopen} comes for it. */
  void committed() {
    forgetBelowWatermark();
  }

  private void forgetBelowWatermark() {
    finished.headSet(watermark(), false).clear();
  }
}
