package io.cliquestream.kernels.answer;

/**
 * What a job took of memory, in bytes.
 *
 * @param allocatedHeapBytes that its threads allocated on the heap, all together: it never held
 *     more; 0 where that is not measured
 * @param offHeapBytes most that its working memory off the heap held at a time; graphs and their
 *     orientations, which jobs share, are not in it
 * @param predictedDeviceBytes set aside on a device before it ran there; 0 without one. Of a job
 *     that ran in several pieces the largest, here and in the next
 * @param deviceBytes most that it held on the device at a time, what it left there for other jobs
 *     included
 */
public record JobMemory(
    long allocatedHeapBytes, long offHeapBytes, long predictedDeviceBytes, long deviceBytes) {
  /** Nothing was measured. */
  public static final JobMemory UNKNOWN = new JobMemory(0, 0, 0, 0);
}
