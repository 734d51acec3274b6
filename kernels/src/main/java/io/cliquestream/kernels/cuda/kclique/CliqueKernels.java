package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;

/** Makes the kernels that a job allows, for one graph, within the device's memory. */
public final class CliqueKernels implements AutoCloseable {
  private final Lane lane;
  private final CliqueGraph graph;
  private final KCliqueTuning tuning;
  private final long budget;
  private DeviceMemory sources;

  public CliqueKernels(Lane lane, CliqueGraph graph, KCliqueTuning tuning) {
    this.lane = lane;
    this.graph = graph;
    this.tuning = tuning;
    this.budget = lane.device().memoryUse().budget();
  }

  /** Device bytes that outlast a kernel, whichever of them is made. */
  public long sharedBytes() {
    boolean edges = tuning.paper() && tuning.get(Choice.EDGES, 1) == 1;
    return edges ? PaperKernel.sourceBytes(graph) : 0;
  }

  /** Most device bytes for matrices, or for blocks of local counts. */
  static long workingBytes(long budget) {
    return Math.clamp(
        budget / DeviceCliquePolicy.MATRIX_SHARE, 1, DeviceCliquePolicy.MOST_MATRIX_BYTES);
  }

  /** Our kernel for a method. */
  public OurKernel ours(KCliqueMethod method, int least, int most) {
    boolean global = tuning.get(Choice.GLOBAL, 0) == 1;
    return new OurKernel(lane, graph, method, least, most, global, workingBytes(budget));
  }

  /** The paper's first configuration for a method: what is forced, else the common choice. */
  PaperConfiguration paperConfiguration(KCliqueMethod method) {
    return new PaperConfiguration(
        method,
        tuning.get(Choice.EDGES, 0) == 1,
        tuning.get(Choice.BINARY, 1) == 1,
        (int) tuning.get(Choice.GROUP, DeviceCliquePolicy.PAPER_GROUP));
  }

  /** The paper's kernel in a configuration, with as many resident blocks as memory allows. */
  public PaperKernel paper(PaperConfiguration configuration, int least, int most) {
    return new PaperKernel(
        lane, graph, configuration, least, most, blocks(configuration, most), sources);
  }

  private int blocks(PaperConfiguration configuration, int most) {
    long multiprocessors = lane.device().description().multiprocessors();
    int blocks = DeviceCliquePolicy.PAPER_BLOCKS;
    while (blocks > 1
        && configuration.memory(blocks * multiprocessors, graph.maximumOutDegree(), most).bytes()
            > budget / DeviceCliquePolicy.PAPER_SHARE) {
      blocks--;
    }
    return (int) tuning.get(Choice.BLOCKS, blocks);
  }

  /** Writes what kernels share; to be called once {@link #sharedBytes} are set aside. */
  public void prepare() {
    if (sharedBytes() > 0) {
      sources = PaperKernel.sources(lane, graph);
    }
  }

  @Override
  public void close() {
    if (sources != null) {
      sources.close();
    }
  }
}
