package io.cliquestream.kernels.cuda.share;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Optional;

/**
 * The queues of all jobs that the devices of one engine may divide, in a file that the engine's
 * processes map. The engine's owner gives queues out and takes them back; safe for use by any
 * number of threads.
 */
public final class ShareBoard implements AutoCloseable {
  /** Jobs that may be divided at a time; more run on one device each. */
  private static final int QUEUES = 64;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final BitSet used = new BitSet(QUEUES);

  private ShareBoard(Path file, StandardOpenOption... options) {
    try (FileChannel channel = FileChannel.open(file, options)) {
      this.memory = channel.map(MapMode.READ_WRITE, 0, (long) QUEUES * ShareSlot.BYTES, arena);
    } catch (IOException e) {
      arena.close();
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "the queues of shared jobs cannot be mapped", e);
    }
  }

  /**
   * Makes the file, for the owner.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when there is one, or it cannot be made
   */
  public static ShareBoard create(Path file) {
    return new ShareBoard(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Maps the file, for a device's process.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when it cannot be mapped
   */
  public static ShareBoard map(Path file) {
    return new ShareBoard(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * A queue for a job.
   *
   * @param devices that may take part, 2 to 64
   * @param worthNanos shortest predicted time of a job that is divided
   * @return empty when all are in use
   */
  public Optional<SharedQueue> open(int devices, long worthNanos) {
    int number;
    synchronized (this) {
      number = used.nextClearBit(0);
      if (number >= QUEUES) {
        return Optional.empty();
      }
      used.set(number);
    }
    ShareSlot slot = slot(number);
    slot.open(devices, worthNanos);
    return Optional.of(new SharedQueue(this, number, slot));
  }

  synchronized void free(int number) {
    slot(number).state(ShareSlot.FREE);
    used.clear(number);
  }

  /**
   * A device's share.
   *
   * @param queue its number
   * @param device 0 to 63
   * @param first whether it begins the job
   */
  public QueueShare share(int queue, int device, boolean first) {
    return new QueueShare(slot(queue), device, first);
  }

  private ShareSlot slot(int number) {
    return new ShareSlot(memory.asSlice((long) number * ShareSlot.BYTES, ShareSlot.BYTES));
  }

  /** Unmaps the file. */
  @Override
  public void close() {
    arena.close();
  }
}
