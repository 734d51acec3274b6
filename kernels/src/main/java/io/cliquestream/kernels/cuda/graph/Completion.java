package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.function.LongConsumer;

/**
 * Proves that a sliced count is whole. Kernels add up the units of work they did; how many there
 * are follows from the graph alone. A slice that was lost, or that found a stop word left standing,
 * makes an error and never a smaller count.
 */
public final class Completion implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final DeviceMemory words;
  private final NativeRecord collected;

  /** Takes two words on the device. */
  public Completion(Lane lane, CudaLibrary library) {
    var layout = library.layout("cs_completion");
    this.lane = lane;
    this.library = library;
    this.collected = new NativeRecord(layout, lane.host(layout.bytes()));
    this.words = lane.allocate(2L * Long.BYTES);
  }

  /**
   * Begins a count, of which nothing is done yet.
   *
   * @param units enqueues what writes the number of units to a device address
   */
  public void begin(LongConsumer units) {
    begin();
    units(units);
  }

  /** Begins a count whose units are told later, before {@link #prove()}. */
  public void begin() {
    lane.fill(words, (byte) 0);
  }

  /**
   * Tells the units.
   *
   * @param units enqueues what writes their number to a device address
   */
  public void units(LongConsumer units) {
    LaneCalls.enqueue(lane, () -> units.accept(unitsAddress()));
  }

  private long unitsAddress() {
    return words.address() + Long.BYTES;
  }

  /** Where slices add the units they did: the first 64-bit word. */
  public DeviceMemory done() {
    return words;
  }

  /**
   * Waits for the lane.
   *
   * @throws ComputeException INTERNAL when not all was done
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public void prove() {
    prove(Share.alone(), 0);
  }

  /**
   * Waits for the lane, and tells a share how much of a phase was done.
   *
   * @throws ComputeException INTERNAL when not all was done by a device that works alone
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public void prove(Share share, int phase) {
    LaneCalls.enqueue(
        lane,
        () ->
            library
                .completion()
                .collect(
                    words.address(), unitsAddress(), lane.stopWord(), collected, lane.stream()));
    lane.await();
    if (collected.get("stopped") != 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the device counted under a stop that nobody asked for");
    }
    share.did(phase, collected.get("done"), collected.get("units"));
  }

  @Override
  public void close() {
    words.close();
  }
}
