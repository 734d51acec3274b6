package io.cliquestream.kernels.memory;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures what one job takes of memory. Safe for use by any number of threads.
 *
 * <p>On the heap it adds up what the job's threads allocate: the job never held more, and as it
 * keeps most of what it allocates in arrays that are used again, not much less. Off the heap and on
 * a device it keeps the most that was held at a time.
 */
public final class MemoryMeter {
  private final LongAdder heap = new LongAdder();
  private final AtomicLong offHeap = new AtomicLong();
  private final LongAccumulator offHeapPeak = new LongAccumulator(Math::max, 0);
  private final LongAccumulator predictedDevice = new LongAccumulator(Math::max, 0);
  private final LongAccumulator devicePeak = new LongAccumulator(Math::max, 0);
  private volatile boolean heapMeasured;

  /** Loaded by whoever measures the heap: a command that does not starts without it. */
  private static final class Threads {
    private static final ThreadMXBean BEAN =
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                && bean.isThreadAllocatedMemorySupported()
                && bean.isThreadAllocatedMemoryEnabled()
            ? bean
            : null;

    private Threads() {}
  }

  /** From now on the heap is measured, where this JVM can. */
  public void measureHeap() {
    heapMeasured = Threads.BEAN != null;
  }

  /** What the calling thread has allocated so far, for {@link #allocatedSince}. */
  public long heapNow() {
    return heapMeasured ? Threads.BEAN.getCurrentThreadAllocatedBytes() : 0;
  }

  /** What the calling thread allocated since then was for this job. */
  public void allocatedSince(long heapThen) {
    if (heapMeasured) {
      heap.add(Threads.BEAN.getCurrentThreadAllocatedBytes() - heapThen);
    }
  }

  /** The job holds more bytes off the heap, or fewer when negative. */
  void offHeap(long more) {
    offHeapPeak.accumulate(offHeap.addAndGet(more));
  }

  /**
   * The job is done with a device, for now or for good.
   *
   * @param predicted bytes that were set aside there
   * @param peak most bytes that it held there at a time
   */
  public void onDevice(long predicted, long peak) {
    predictedDevice.accumulate(predicted);
    devicePeak.accumulate(peak);
  }

  /** Adds what was measured in another process: allocated on the heap, and most off it. */
  public void add(long allocatedHeap, long mostOffHeap) {
    heap.add(allocatedHeap);
    offHeapPeak.accumulate(mostOffHeap);
  }

  /** Bytes that the job's threads allocated on the heap; 0 where that is not measured. */
  public long allocatedHeapBytes() {
    return heap.sum();
  }

  /** Most bytes that it held off the heap at a time. */
  public long offHeapBytes() {
    return offHeapPeak.get();
  }

  /** Most bytes that were set aside for it on a device. */
  public long predictedDeviceBytes() {
    return predictedDevice.get();
  }

  /** Most bytes that it held on a device at a time. */
  public long deviceBytes() {
    return devicePeak.get();
  }
}
