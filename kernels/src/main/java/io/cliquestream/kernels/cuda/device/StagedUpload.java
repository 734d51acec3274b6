package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.driver.HostPointer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import jcuda.driver.JCudaDriver;

/**
 * An upload of what is written for it: page-locked slabs are filled while the device reads those
 * before, on a stream of its own where the lane has one, so that kernels run meanwhile. Used by the
 * lane's own thread; any thread may write into a slab at hand.
 */
public final class StagedUpload implements AutoCloseable {
  private final Lane lane;
  private final PinnedStaging staging;
  private final List<PinnedMemory> slabs = new ArrayList<>();
  private final Deque<PinnedMemory> spare = new ArrayDeque<>();
  private final Deque<PinnedMemory> written = new ArrayDeque<>();
  private final Deque<Sent> sent = new ArrayDeque<>();
  private int most;

  /** A slab on its way. */
  private record Sent(PinnedMemory slab, Mark mark) {}

  /**
   * An upload on a lane.
   *
   * @param most slabs at a time
   */
  public StagedUpload(Lane lane, int most) {
    this.lane = lane;
    this.staging = lane.device().staging();
    this.most = most;
    lane.enqueuing();
    lane.check("the order of copies", lane.streams.forkCopies());
    slabs.add(staging.borrow(lane.control()));
    spare.add(slabs.getFirst());
  }

  /** Whether a slab is locked already: to lock one takes longer than its copy. */
  public static boolean isReady(Lane lane) {
    return lane.device().staging().hasSlab();
  }

  /** The size of a slab. */
  public long slabBytes() {
    return staging.slabBytes();
  }

  /** A slab to write; null while the device reads those that were sent, and others wait to be. */
  public MemorySegment next() {
    PinnedMemory slab = spare.poll();
    if (slab == null && !sent.isEmpty() && isReached(sent.getFirst().mark())) {
      Sent oldest = sent.removeFirst();
      lane.settle(oldest.mark());
      slab = oldest.slab();
    }
    if (slab == null && slabs.size() < most) {
      slab = staging.borrowNow();
      if (slab == null) {
        most = slabs.size();
        return null;
      }
      slabs.add(slab);
    }
    if (slab == null) {
      return null;
    }
    written.add(slab);
    return slab.segment();
  }

  private boolean isReached(Mark mark) {
    CudaDevice device = lane.device();
    return device.state() == DeviceState.FAULTED
        || device.words().completed(lane.index()) - mark.sequence() >= 0;
  }

  /** Waits until the device has read the oldest slab that was sent, if any was. */
  public void await() {
    if (!sent.isEmpty()) {
      Sent oldest = sent.removeFirst();
      lane.await(oldest.mark());
      spare.add(oldest.slab());
    }
  }

  /**
   * Enqueues the copy of what was written at the beginning of the slab that was given first; what
   * follows on the lane comes after it.
   */
  public void send(long bytes, DeviceMemory target, long offset) {
    PinnedMemory slab = written.removeFirst();
    lane.enqueuing();
    if (bytes > 0) {
      lane.check(
          "cuMemcpyHtoDAsync of " + bytes + " bytes",
          JCudaDriver.cuMemcpyHtoDAsync(
              new DevicePointer(target.addressOf(offset, bytes)),
              new HostPointer(slab.segment().asSlice(0, bytes)),
              bytes,
              lane.streams.copies()));
      lane.check("the order of copies", lane.streams.joinCopies());
    }
    sent.add(new Sent(slab, lane.mark()));
  }

  /** The slabs go back once the device has read them. */
  @Override
  public void close() {
    try {
      sent.forEach(one -> lane.settle(one.mark()));
    } finally {
      slabs.forEach(staging::giveBack);
    }
  }
}
