package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A prepared graph on a device: relabelled by descending degree, oriented towards smaller ranks,
 * every row 16-byte aligned. Immutable; any number of lanes read it at the same time.
 *
 * <p>Ids are the dense vertices of the host's {@link io.cliquestream.kernels.graph.Graph}, or those
 * of the input where there is none; see {@link DeviceInput}.
 */
public final class DeviceGraph implements AutoCloseable {
  private final NativeRecord record;
  private final DeviceMemory memory;
  private final long headerAddress;
  private final DeviceStatistics statistics;
  private final long copyNanos;

  /**
   * @param record the C record, in memory of its own
   * @param memory resident memory behind it
   * @param headerAddress device address of the preparation's header
   * @param copyNanos what bringing the edges to the device took
   */
  DeviceGraph(
      NativeRecord record,
      DeviceMemory memory,
      long headerAddress,
      DeviceStatistics statistics,
      long copyNanos) {
    this.copyNanos = copyNanos;
    this.record = record;
    this.memory = memory;
    this.headerAddress = headerAddress;
    this.statistics = statistics;
  }

  /** The C library's {@code cs_graph}. */
  public NativeRecord record() {
    return record;
  }

  /** Device address of the header of the preparation that the graph came from. */
  public long headerAddress() {
    return headerAddress;
  }

  /** What a planner wants to know. */
  public DeviceStatistics statistics() {
    return statistics;
  }

  /** Time that bringing the edges to the device took; 0 where they were there. */
  long copyNanos() {
    return copyNanos;
  }

  /** The dense vertex of each rank, 32 bits each, brought to the host on a lane. */
  public MemorySegment idsByRank(Lane lane) {
    long bytes = Integer.BYTES * record.get("active");
    MemorySegment ids = Arena.ofAuto().allocate(bytes, Integer.BYTES);
    lane.download(memory, record.get("rank_to_id") - memory.address(), ids);
    lane.await();
    return ids;
  }

  /** Bytes on the device. */
  public long bytes() {
    return memory.bytes();
  }

  /** Gives the device memory back; no task may still use it. */
  @Override
  public void close() {
    memory.close();
  }
}
