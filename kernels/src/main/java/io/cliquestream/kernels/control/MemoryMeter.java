package io.cliquestream.kernels.control;

import com.sun.management.ThreadMXBean;
import io.cliquestream.kernels.answer.JobMemory;
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
  public void offHeap(long more) {
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

  /** Adds what was measured in another process. */
  public void add(JobMemory elsewhere) {
    heap.add(elsewhere.allocatedHeapBytes());
    offHeapPeak.accumulate(elsewhere.offHeapBytes());
    onDevice(elsewhere.predictedDeviceBytes(), elsewhere.deviceBytes());
  }

  /** What was measured so far. */
  public JobMemory taken() {
    return new JobMemory(heap.sum(), offHeapPeak.get(), predictedDevice.get(), devicePeak.get());
  }
}
