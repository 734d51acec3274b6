package io.cliquestream.kernels.part;

import io.cliquestream.kernels.job.Job;
import java.util.Comparator;
import java.util.List;

/**
 * How a job is cut.
 *
 * @param job the job as its parts compute it
 * @param parts in the order of their roots; none when what planning found is the whole answer
 * @param initial what planning found already; belongs to the answer like that of a part
 */
public record PartPlan(Job job, List<Part> parts, PartialAnswer initial) {
  /** Keeps its own copy of the parts. */
  public PartPlan {
    parts = List.copyOf(parts);
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).index() != i) {
        throw new IllegalArgumentException("part " + parts.get(i).index() + " at " + i);
      }
    }
  }

  /** Predicted work of all parts, in steps of about a nanosecond of one thread. */
  public double cost() {
    return parts.stream().mapToDouble(Part::cost).sum();
  }

  /** The parts with the largest predicted work first: so the last ones to end are short. */
  public List<Part> largestFirst() {
    return parts.stream()
        .sorted(Comparator.comparingDouble(Part::cost).reversed().thenComparingInt(Part::index))
        .toList();
  }
}
