package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.LaneStreams;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.lang.foreign.Arena;
import java.util.Locale;

/** The kernels of {@code src/main/cuda/cliques}: bit matrices in shared memory, tiles, donation. */
public final class OurKernel implements CliqueKernel {
  /** Kernels of so few vertices along the orientation do all that a launch has, and are short. */
  private static final int LARGEST_UNPAUSED = 4;

  /** The C library's word for no upper bound. */
  private static final int UNBOUNDED = -1;

  private final Lane lane;
  private final CliqueGraph graph;
  private final KCliqueMethod method;
  private final int least;
  private final NativeRecord options;
  private final NativeRecord work;
  private final NativeRecord lanes;

  /**
   * A kernel.
   *
   * @param most largest size, the same as {@code least} with orientation
   * @param global whether every matrix past 64 out-neighbours lies in global memory
   * @param matrixBytes most bytes of matrices that do not fit shared memory
   */
  OurKernel(
      Lane lane,
      CliqueGraph graph,
      KCliqueMethod method,
      int least,
      int most,
      boolean global,
      long matrixBytes) {
    this.lane = lane;
    this.graph = graph;
    this.method = method;
    this.least = least;
    CudaLibrary library = graph.library();
    this.options =
        library
            .allocate("cs_clique_options", Arena.ofAuto())
            .set("method", code(method))
            .set("least", least)
            .set("most", most == KCliqueCount.ALL ? UNBOUNDED : most)
            .set("global", global ? 1 : 0)
            .set("matrix_bytes", matrixBytes);
    this.work = library.allocate("cs_clique_work", Arena.ofAuto());
    this.lanes = lanes(library, lane.streams());
  }

  /** The C library's number of a method. */
  static int code(KCliqueMethod method) {
    return switch (method) {
      case ORIENTATION -> 0;
      case PIVOTING -> 1;
    };
  }

  private static NativeRecord lanes(CudaLibrary library, LaneStreams streams) {
    NativeRecord lanes =
        library
            .allocate("cs_lanes", Arena.ofAuto())
            .set("main", streams.main())
            .set("fork", streams.fork());
    for (int i = 0; i < streams.side().size(); i++) {
      lanes.setWord("side", i, streams.side().get(i));
      lanes.setWord("join", i, streams.join().get(i));
    }
    return lanes;
  }

  @Override
  public KCliqueMethod method() {
    return method;
  }

  @Override
  public int least() {
    return least;
  }

  @Override
  public String text() {
    return method.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public long bytes() {
    long bytes = graph.library().cliques().bytes(graph.plan(), options);
    if (bytes == 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the device refuses to count cliques of " + least + " vertices");
    }
    return bytes;
  }

  @Override
  public void bind(DeviceMemory memory) {
    graph.library().cliques().bind(memory.address(), memory.bytes(), graph.plan(), options, work);
  }

  @Override
  public NativeRecord work() {
    return work;
  }

  @Override
  public double units() {
    return graph.units(least);
  }

  @Override
  public void enqueueUnits(long deviceUnits) {
    graph.library().cliques().units(graph.record(), least, deviceUnits, lane.stream());
  }

  @Override
  public long tasks() {
    return graph.roots();
  }

  @Override
  public boolean isPausable() {
    return method == KCliqueMethod.PIVOTING || least > LARGEST_UNPAUSED;
  }

  @Override
  public void enqueue(NativeRecord slice) {
    LaneCalls.enqueue(
        lane,
        () -> graph.library().cliques().count(graph.record(), graph.plan(), work, slice, lanes));
  }
}
