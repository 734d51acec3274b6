package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CoreFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The symmetric rows of a graph by degree, and the core number of every vertex.
 *
 * @param work the C library's {@code cs_core_work} after the peel
 * @param memory behind it
 * @param coresAddress device address of the core numbers, by rank
 */
public record CoreNumberGraph(NativeRecord work, DeviceMemory memory, long coresAddress)
    implements DeviceAttachment {
  private static final long ALIGNMENT = 256;

  /** Device bytes that making it takes, learnt, or an upper bound. */
  public static long bytes(GraphKnowledge known) {
    long n = known.vertices();
    long m = known.edges();
    return known
        .bytesOf(CoreNumberGraph.class)
        .orElse(10 * m + 128 * n + DeviceGraphMemory.sortScratch(n) + DeviceGraphMemory.SMALL);
  }

  /**
   * Makes it on a lane, complete and resident.
   *
   * @param besides device bytes that the job takes besides
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE beyond 2^31 edges
   */
  public static CoreNumberGraph make(Lane lane, CudaLibrary library, GraphUse use, long besides) {
    NativeRecord source = use.graph().record();
    CoreFunctions core = library.core();
    long coreBytes = core.bytes(source);
    long coresOffset = (coreBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    long bytes = coresOffset + Integer.BYTES * source.get("active");
    use.require(CoreNumberGraph.class, bytes + DeviceGraphMemory.SMALL, besides);
    NativeRecord work = library.allocate("cs_core_work", Arena.ofAuto());
    DeviceMemory memory = lane.allocate(bytes);
    long cores = memory.address() + coresOffset;
    core.bind(memory.address(), coreBytes, source, work);
    Peel.run(lane, library, source, work);
    LaneCalls.enqueue(lane, () -> core.numbers(source, work, 0, cores, lane.stream()));
    lane.await();
    return new CoreNumberGraph(work, memory.keep(), cores);
  }

  /** The core number of each rank, 32 bits each, brought to the host on a lane. */
  public MemorySegment numbersByRank(Lane lane, long vertices) {
    MemorySegment numbers = Arena.ofAuto().allocate(Integer.BYTES * vertices, Integer.BYTES);
    lane.download(memory, coresAddress - memory.address(), numbers);
    lane.await();
    return numbers;
  }

  /** Device address of the start and length of each row, by rank. */
  public long rowsAddress() {
    return work.get("rows");
  }

  /** Device address of the neighbours' ranks, smaller ones first. */
  public long neighboursAddress() {
    return work.get("neighbours");
  }

  @Override
  public long bytes() {
    return memory.bytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
