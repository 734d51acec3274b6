package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MatchingPlan.Exclusion;
import io.cliquestream.kernels.pattern.MatchingPlan.SetStep;
import io.cliquestream.kernels.pattern.MatchingPlan.Size;
import io.cliquestream.kernels.pattern.MatchingPlan.Term;
import io.cliquestream.kernels.pattern.Motif;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/** Writes a matching plan as the C library's {@code cs_enumerate_plan}, byte by byte. */
final class PlanRecord {
  private static final int MOST_SETS = 64;
  private static final int MOST_SIZES = 48;
  private static final int MOST_TERMS = 256;

  private PlanRecord() {}

  /** Whether a plan is within the record's bounds. */
  static boolean fits(MatchingPlan plan) {
    return plan.sets().size() <= MOST_SETS
        && plan.sizes().size() <= MOST_SIZES
        && plan.terms().size() <= MOST_TERMS;
  }

  /**
   * Whether the library counts by wedges what this plan counts: cycles of four or five vertices and
   * houses without labels, not only induced ones, unless the job gave the plan. It does not bind
   * the plan's positions then. No cost is compared: wedges are what every plan for these begins
   * with.
   */
  static boolean countedByWedges(MatchingPlan plan) {
    return plan.induced() == Induced.EDGE
        && !plan.terms().isEmpty()
        && !plan.given()
        && !plan.pattern().isLabelled()
        && Motif.of(plan.pattern()).filter(PlanRecord::isBuiltOfWedges).isPresent();
  }

  private static boolean isBuiltOfWedges(Motif motif) {
    return motif == Motif.CYCLE_4 || motif == Motif.CYCLE_5 || motif == Motif.HOUSE;
  }

  /**
   * The record; its sum is the plan's, {@link MatchingPlan#divisor} times the matches.
   *
   * @param vertexCount of the host's graph
   */
  static NativeRecord of(CudaLibrary library, MatchingPlan plan, int vertexCount) {
    if (countedByWedges(plan)) {
      boolean house = Motif.of(plan.pattern()).equals(Optional.of(Motif.HOUSE));
      NativeRecord wedges =
          library
              .allocate("cs_enumerate_plan", Arena.ofAuto())
              .set("kind", house ? EnumeratePolicy.HOUSES : EnumeratePolicy.CYCLES)
              .set("vertices", plan.order().size())
              .set("enumerated", 1);
      wedges.setWord("coefficients", 0, plan.divisor());
      return wedges;
    }
    NativeRecord record =
        library
            .allocate("cs_enumerate_plan", Arena.ofAuto())
            .set("vertices", plan.order().size())
            .set("enumerated", plan.enumerated())
            .set("set_count", plan.sets().size())
            .set("size_count", plan.sizes().size())
            .set("term_count", plan.terms().size())
            .set("labelled_ids", plan.pattern().isLabelled() ? vertexCount : 0);
    PlanLabels labels = PlanLabels.of(plan.pattern());
    for (int i = 0; i < plan.order().size(); i++) {
      record.setWord("positions", i, position(plan, labels, i));
    }
    for (int i = 0; i < plan.sets().size(); i++) {
      record.setWord("sets", i, set(plan.sets().get(i), labels));
    }
    for (int i = 0; i < plan.sizes().size(); i++) {
      Size size = plan.sizes().get(i);
      long excluded = 0;
      long exclusions = 0;
      for (Exclusion exclusion : size.exclusions()) {
        excluded |= 1L << exclusion.position();
        exclusions |= (long) exclusion.adjacent() << (Byte.SIZE * exclusion.position());
      }
      record.setWord("sizes", i, bytes(size.set(), size.below(), excluded));
      record.setWord("exclusions", i, exclusions);
    }
    for (int i = 0; i < plan.terms().size(); i++) {
      Term term = plan.terms().get(i);
      record.setWord("factors", i, factors(term.sizes()));
      record.setWord("coefficients", i, term.coefficient());
    }
    return record;
  }

  private static long position(MatchingPlan plan, PlanLabels labels, int position) {
    int vertex = plan.order().get(position);
    if (position == 0) {
      return bytes(0, 0, 0, vertex, labels.code(plan.pattern().label(vertex)));
    }
    if (position >= plan.enumerated()) {
      return bytes(0, 0, 0, vertex);
    }
    int set = plan.candidates().get(position);
    int bounds = plan.bounds().get(position);
    int earlier = (1 << position) - 1;
    int mayCoincide = earlier & ~plan.sets().get(set).adjacent() & ~bounds;
    return bytes(bounds, set + 1, mayCoincide, vertex);
  }

  private static long set(SetStep step, PlanLabels labels) {
    return bytes(
        step.level(),
        step.adjacent(),
        step.absent(),
        step.below(),
        step.source() + 1,
        step.materialized() ? 1 : 0,
        labels.code(step.label()));
  }

  private static long factors(List<Integer> sizes) {
    long word = -1;
    for (int i = 0; i < sizes.size(); i++) {
      word &= ~(0xFFL << (Byte.SIZE * i));
      word |= (long) sizes.get(i) << (Byte.SIZE * i);
    }
    return word;
  }

  private static long bytes(long... values) {
    long word = 0;
    for (int i = 0; i < values.length; i++) {
      word |= values[i] << (Byte.SIZE * i);
    }
    return word;
  }
}
