package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.library.PaperCliqueFunctions;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.lang.foreign.Arena;

/** A configuration of the paper. Its memory belongs to resident blocks and is known beforehand. */
public final class PaperKernel implements CliqueKernel {
  /** The C library's word for no upper bound. */
  private static final int UNBOUNDED = -1;

  private final Lane lane;
  private final CliqueGraph graph;
  private final PaperCliqueFunctions functions;
  private final PaperConfiguration configuration;
  private final PaperConfiguration.Memory formula;
  private final int least;
  private final NativeRecord options;
  private final NativeRecord work;
  private final DeviceMemory sources;
  private final long positions;

  /**
   * A kernel.
   *
   * @param most largest size, the same as {@code least} with orientation
   * @param blocksPerMultiprocessor resident blocks
   * @param sources of {@link #sources}, for a block an edge; else null
   */
  PaperKernel(
      Lane lane,
      CliqueGraph graph,
      PaperConfiguration configuration,
      int least,
      int most,
      int blocksPerMultiprocessor,
      DeviceMemory sources) {
    this.lane = lane;
    this.graph = graph;
    this.configuration = configuration;
    this.least = least;
    this.sources = configuration.edges() ? sources : null;
    this.positions = graph.record().get("adjacency_capacity");
    CudaLibrary library = graph.library();
    this.functions = library.paperCliques();
    this.options =
        library
            .allocate("cs_clique_paper_options", Arena.ofAuto())
            .set("method", OurKernel.code(configuration.method()))
            .set("edges", configuration.edges() ? 1 : 0)
            .set("binary", configuration.binary() ? 1 : 0)
            .set("group", configuration.group())
            .set("least", least)
            .set("most", most == KCliqueCount.ALL ? UNBOUNDED : most)
            .set("blocks_per_sm", blocksPerMultiprocessor);
    this.work = library.allocate("cs_clique_work", Arena.ofAuto());
    long blocks = (long) blocksPerMultiprocessor * lane.device().description().multiprocessors();
    this.formula = configuration.memory(blocks, graph.maximumOutDegree(), most);
  }

  /** Bytes of {@link #sources}. */
  static long sourceBytes(CliqueGraph graph) {
    return Integer.BYTES * Math.max(1, graph.record().get("adjacency_capacity"));
  }

  /** The paper's COO part of the graph: the row of each position of the adjacency. */
  static DeviceMemory sources(Lane lane, CliqueGraph graph) {
    DeviceMemory sources = lane.allocate(sourceBytes(graph));
    lane.fill(sources, (byte) 0xFF);
    PaperCliqueFunctions functions = graph.library().paperCliques();
    LaneCalls.enqueue(
        lane, () -> functions.sources(graph.record(), sources.address(), lane.stream()));
    return sources;
  }

  PaperConfiguration configuration() {
    return configuration;
  }

  /** Memory of resident blocks, by the formula. */
  PaperConfiguration.Memory formula() {
    return formula;
  }

  @Override
  public KCliqueMethod method() {
    return configuration.method();
  }

  @Override
  public int least() {
    return least;
  }

  @Override
  public String text() {
    return configuration.text();
  }

  @Override
  public long bytes() {
    long bytes = functions.bytes(graph.maximumOutDegree(), options);
    if (bytes == 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the device refuses to count by " + configuration.text());
    }
    return bytes;
  }

  @Override
  public void bind(DeviceMemory memory) {
    functions.bind(memory.address(), memory.bytes(), graph.maximumOutDegree(), options, work);
  }

  @Override
  public NativeRecord work() {
    return work;
  }

  @Override
  public double units() {
    return tasks();
  }

  @Override
  public void enqueueUnits(long deviceUnits) {
    functions.units(graph.record(), positions, options, deviceUnits, lane.stream());
  }

  @Override
  public long tasks() {
    return configuration.edges() ? positions : graph.record().get("active");
  }

  @Override
  public boolean isPausable() {
    return false;
  }

  @Override
  public void enqueue(NativeRecord slice) {
    LaneCalls.enqueue(
        lane,
        () ->
            functions.count(
                graph.record(),
                graph.maximumOutDegree(),
                sources == null ? 0 : sources.address(),
                positions,
                options,
                work,
                slice,
                lane.stream()));
  }
}
