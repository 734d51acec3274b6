package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.job.TriangleTuning.Choice;
import java.lang.foreign.Arena;
import java.util.function.LongConsumer;

/**
 * The wedge kernel's plan of a graph: entries to stream, grouped by owner, and the matrix core. Any
 * number of lanes count by one plan: each brings its own words for the items taken ({@link
 * #forLane}), which is all that a count writes to.
 */
public final class WedgePlan implements DeviceAttachment {
  /** Bytes for the items taken; the kernel uses a few dozen words. */
  public static final long TAKEN_BYTES = 1024;

  private final NativeRecord record;
  private final NativeRecord header;
  private final DeviceMemory survey;
  private final DeviceMemory memory;

  private WedgePlan(
      NativeRecord record, NativeRecord header, DeviceMemory survey, DeviceMemory memory) {
    this.record = record;
    this.header = header;
    this.survey = survey;
    this.memory = memory;
  }

  /** What a plan takes, learnt or guessed. */
  public static long bytes(GraphKnowledge known) {
    return known.bytesOf(WedgePlan.class).orElse(bytes(known.vertices(), known.edges()));
  }

  /** The guess from n and m: entries twice, their ids, and rows. */
  static long bytes(long vertices, long edges) {
    return 24 * edges
        + 72 * vertices
        + DeviceGraphMemory.sortScratch(edges)
        + DeviceGraphMemory.SMALL;
  }

  /**
   * Makes a plan on a lane, which is waited for once, for the sizes.
   *
   * @param besides device bytes that the job takes beside the plan
   */
  public static WedgePlan make(
      Lane lane,
      CudaLibrary library,
      GraphUse use,
      DeviceGraph graph,
      TriangleTuning tuning,
      long besides) {
    return make(
        lane,
        library,
        graph.record(),
        graph.headerAddress(),
        options(library, tuning, false),
        bytes -> use.require(WedgePlan.class, bytes + DeviceGraphMemory.SMALL, besides));
  }

  /**
   * Makes a plan.
   *
   * @param headerAddress device address of the header of the graph's preparation
   * @param options from {@link #options}
   * @param require told of the bytes before they are allocated
   */
  static WedgePlan make(
      Lane lane,
      CudaLibrary library,
      NativeRecord graph,
      long headerAddress,
      NativeRecord options,
      LongConsumer require) {
    Sizes sizes = Sizes.of(lane, library, graph, headerAddress, options);
    require.accept(sizes.survey().bytes() + sizes.planBytes());
    NativeRecord record = library.allocate("cs_wedge_plan", Arena.ofAuto());
    DeviceMemory memory = lane.allocate(sizes.planBytes());
    LaneCalls.enqueue(
        lane,
        () ->
            library
                .wedge()
                .plan(
                    graph,
                    options,
                    sizes.surveyed(),
                    sizes.header(),
                    memory.address(),
                    sizes.planBytes(),
                    record,
                    lane.stream()));
    return new WedgePlan(record, sizes.header(), sizes.survey(), memory);
  }

  /** First half of a plan: what the survey found, and where. */
  record Sizes(NativeRecord surveyed, NativeRecord header, DeviceMemory survey, long planBytes) {
    /** Waits for the lane. */
    static Sizes of(
        Lane lane,
        CudaLibrary library,
        NativeRecord graph,
        long headerAddress,
        NativeRecord options) {
      NativeRecord surveyed = library.allocate("cs_wedge_survey", Arena.ofAuto());
      var headerLayout = library.layout("cs_wedge_header");
      NativeRecord pinned = new NativeRecord(headerLayout, lane.host(headerLayout.bytes()));
      long surveyBytes = library.wedge().surveyBytes(graph);
      DeviceMemory survey = lane.allocate(surveyBytes);
      LaneCalls.enqueue(
          lane,
          () ->
              library
                  .wedge()
                  .survey(
                      graph,
                      headerAddress,
                      options,
                      survey.address(),
                      surveyBytes,
                      surveyed,
                      pinned,
                      lane.stream()));
      lane.await();
      NativeRecord header =
          pinned.copyTo(Arena.ofAuto().allocate(headerLayout.bytes(), Long.BYTES));
      return new Sizes(surveyed, header, survey, library.wedge().planBytes(graph, options, header));
    }
  }

  /** Makes the plan resident, once it was waited for; until then it goes with the lane's task. */
  WedgePlan keep() {
    var _ = survey.keep();
    var _ = memory.keep();
    return this;
  }

  /**
   * The C record of a plan's options.
   *
   * @param once whether the plan serves a single count, where grouping short tails costs more than
   *     it gains
   */
  static NativeRecord options(CudaLibrary library, TriangleTuning tuning, boolean once) {
    long windows = tuning.get(Choice.WINDOWS, 0);
    long group = tuning.get(Choice.GROUP_TAILS, -1);
    return library
        .allocate("cs_wedge_options", Arena.ofAuto())
        .set("core", tuning.get(Choice.CORE, 1))
        .set("tiny", tuning.get(Choice.TINY, 1))
        .set("split", windows == 0 ? 0 : windows == 2 ? 1 : 2)
        .set("core_gain", tuning.get(Choice.CORE_GAIN, 0))
        .set("chunk_probes", tuning.get(Choice.CHUNK_PROBES, 0))
        .set("block_probes", tuning.get(Choice.BLOCK_PROBES, 0))
        .set("few_tails", group < 0 ? (once ? 3 : 0) : group == 0 ? 1 : 2);
  }

  /**
   * The C record of the plan for one count.
   *
   * @param taken device address of {@link #TAKEN_BYTES} bytes of that count's own
   */
  NativeRecord forLane(long taken) {
    var layout = record.layout();
    return record.copyTo(Arena.ofAuto().allocate(layout.bytes(), Long.BYTES)).set("taken", taken);
  }

  /** Sizes the survey found: entries, probes, and what the matrix core answers. */
  NativeRecord header() {
    return header;
  }

  @Override
  public long bytes() {
    return survey.bytes() + memory.bytes();
  }

  @Override
  public void close() {
    survey.close();
    memory.close();
  }
}
