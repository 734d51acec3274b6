package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.pattern.LabelShares;
import io.cliquestream.kernels.pattern.MappedMotif;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What every job on matching plans shares: the symmetric graph, plans for it, and counts. */
final class PlanCounts {
  private final CudaLibrary library;
  private final Graph host;
  private final EnumerationTuning tuning;
  private final long bitBytes;
  private final long guessedBytes;

  /**
   * For jobs on a graph.
   *
   * @param budgetBytes the device's memory budget
   * @param tuning what the job forces of its runs
   */
  PlanCounts(CudaLibrary library, Graph host, long budgetBytes, EnumerationTuning tuning) {
    this.library = library;
    this.host = host;
    this.tuning = tuning;
    this.bitBytes =
        Math.min(EnumeratePolicy.MOST_BIT_BYTES, budgetBytes / EnumeratePolicy.BIT_SHARE);
    this.guessedBytes =
        Math.min(EnumeratePolicy.GUESSED_BYTES, budgetBytes / EnumeratePolicy.BUDGET_SHARE);
  }

  /** Device bytes of the symmetric graph and a run. */
  long bytes(GraphKnowledge known) {
    return EnumerationGraph.bytes(known, bitBytes)
        + known.bytesOf(EnumerationRun.class).orElse(guessedBytes)
        + 2 * DeviceGraphMemory.SMALL;
  }

  /** The symmetric graph, made if it is not there. */
  EnumerationGraph symmetric(Lane lane, GraphUse use) {
    return use.attach(
        EnumerationGraph.class,
        lane,
        on -> EnumerationGraph.make(on, library, use, host, bitBytes));
  }

  /**
   * Sets aside what the largest of some runs takes, or has the work run again with enough; to be
   * called before the first of them is opened, and before any other device hears of the job.
   *
   * @param limit most matches that are wanted, of plans that list
   * @throws ComputeException ENGINE_UNAVAILABLE for a plan beyond the device's bounds
   */
  void require(
      Lane lane,
      GraphUse use,
      EnumerationGraph symmetric,
      Collection<MatchingPlan> plans,
      long limit) {
    require(lane, use, symmetric, limit, plans.stream().map(this::record).toList());
  }

  /**
   * The same for {@link #openSums} and runs of plans.
   *
   * @param maps whether for {@link #openMaps} too
   */
  void requireSums(
      Lane lane,
      GraphUse use,
      EnumerationGraph symmetric,
      Collection<MatchingPlan> plans,
      boolean maps) {
    List<NativeRecord> records = new ArrayList<>(plans.stream().map(this::record).toList());
    records.add(sums());
    if (maps) {
      records.add(maps());
    }
    require(lane, use, symmetric, 0, records);
  }

  /** The same for a run over all connected subgraphs. */
  void require(
      Lane lane, GraphUse use, EnumerationGraph symmetric, int kind, EnumerationProgram program) {
    require(lane, use, symmetric, 0, List.of(record(kind, program)));
  }

  private void require(
      Lane lane, GraphUse use, EnumerationGraph symmetric, long limit, List<NativeRecord> plans) {
    long most = 0;
    for (NativeRecord plan : plans) {
      most = Math.max(most, EnumerationRun.bytes(lane, library, symmetric, plan, limit, tuning));
    }
    use.require(EnumerationRun.class, most, DeviceGraphMemory.SMALL);
  }

  /**
   * A run of a plan whose memory was required, for the caller to close.
   *
   * @param limit most matches that are wanted, of a plan that lists
   */
  EnumerationRun open(Lane lane, EnumerationGraph symmetric, MatchingPlan plan, long limit) {
    return new EnumerationRun(lane, library, symmetric, record(plan), limit, tuning);
  }

  /**
   * A run over all connected subgraphs whose memory was required, for the caller to close.
   *
   * @param kind the C library's CS_ENUMERATE_CENSUS or _MODULE
   */
  EnumerationRun open(Lane lane, EnumerationGraph symmetric, int kind, EnumerationProgram program) {
    return new EnumerationRun(lane, library, symmetric, record(kind, program), 0, tuning);
  }

  /** The pass that {@link MotifSums} names, whose memory was required, for the caller to close. */
  EnumerationRun openSums(Lane lane, EnumerationGraph symmetric) {
    return new EnumerationRun(lane, library, symmetric, sums(), 0, tuning);
  }

  /** The pass that {@link MotifMaps} names, whose memory was required, for the caller to close. */
  EnumerationRun openMaps(Lane lane, EnumerationGraph symmetric) {
    return new EnumerationRun(lane, library, symmetric, maps(), 0, tuning);
  }

  private NativeRecord sums() {
    return pass(EnumeratePolicy.SUMS, Motif.CYCLE_5.size());
  }

  private NativeRecord maps() {
    return pass(EnumeratePolicy.MAPS, MappedMotif.SIZE);
  }

  private NativeRecord pass(int kind, int vertices) {
    return library
        .allocate("cs_enumerate_plan", Arena.ofAuto())
        .set("kind", kind)
        .set("vertices", vertices)
        .set("enumerated", 1);
  }

  private NativeRecord record(MatchingPlan plan) {
    if (!PlanRecord.fits(plan)) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "the plan for " + plan.pattern() + " has more sets or terms than the CUDA engine takes");
    }
    return PlanRecord.of(library, plan, host.vertexCount());
  }

  private NativeRecord record(int kind, EnumerationProgram program) {
    NativeRecord plan =
        library
            .allocate("cs_enumerate_plan", Arena.ofAuto())
            .set("kind", kind)
            .set("vertices", program.vertices())
            .set("enumerated", program.vertices())
            .set("size_count", program.classes());
    for (int i = 0; i < program.arguments().size(); i++) {
      plan.setWord("coefficients", i, program.arguments().get(i));
    }
    return plan;
  }

  /** The C library. */
  CudaLibrary library() {
    return library;
  }

  /**
   * The plan of a job.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when the count may not fit the device's sums
   */
  static MatchingPlan plan(EnumerationGraph symmetric, PatternMatch job, LabelShares labels) {
    if (!job.list() && !symmetric.degrees().countFits(job.pattern().vertexCount())) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "a pattern of "
              + job.pattern().vertexCount()
              + " vertices may have more matches than the CUDA engine's sums hold");
    }
    return PlanCompiler.of(job, symmetric.degrees().statistics().with(labels));
  }

  /**
   * Stands for how some plans search a graph: devices that share a job must follow the same ones.
   */
  static String fingerprint(Collection<MatchingPlan> plans) {
    int hash = 0;
    for (MatchingPlan plan : plans) {
      hash = 31 * hash + plan.order().hashCode();
      hash = 31 * hash + plan.bounds().hashCode();
      hash = 31 * hash + plan.enumerated();
      hash = 31 * hash + Long.hashCode(plan.divisor());
    }
    return Integer.toHexString(hash);
  }
}
