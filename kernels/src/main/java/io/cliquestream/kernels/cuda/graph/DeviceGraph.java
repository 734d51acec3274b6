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
 *
 * @param record the C library's {@code cs_graph}, in memory of its own
 * @param memory resident memory behind it
 * @param headerAddress device address of the header of the preparation that it came from
 * @param statistics what a planner wants to know
 * @param copyNanos what bringing the edges to the device took; 0 where they were there
 */
public record DeviceGraph(
    NativeRecord record,
    DeviceMemory memory,
    long headerAddress,
    DeviceStatistics statistics,
    long copyNanos)
    implements AutoCloseable {
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
