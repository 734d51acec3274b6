package io.cliquestream.kernels.part;

import io.cliquestream.kernels.job.Job;
import java.util.ArrayList;
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

  /** {@return predicted work of all parts, in the unit of {@link Part#cost}} */
  public double cost() {
    return parts.stream().mapToDouble(Part::cost).sum();
  }

  /**
   * {@return the same plan with neighbouring parts put together until there are about so many}
   *
   * @param wanted how many parts, 1 or more
   */
  public PartPlan merged(int wanted) {
    double target = cost() / Math.max(1, wanted);
    List<Part> merged = new ArrayList<>();
    int begin = 0;
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (i > begin && sum + parts.get(i).cost() > target) {
        merged.add(whole(merged.size(), parts.subList(begin, i)));
        begin = i;
        sum = 0;
      }
      sum += parts.get(i).cost();
    }
    if (begin < parts.size()) {
      merged.add(whole(merged.size(), parts.subList(begin, parts.size())));
    }
    return new PartPlan(job, merged, initial);
  }

  private static Part whole(int index, List<Part> neighbors) {
    Part first = neighbors.getFirst();
    return new Part(
        first.job(),
        index,
        new RootRange(first.roots().first(), neighbors.getLast().roots().end()),
        first.orderBound(),
        first.knownSize(),
        neighbors.stream().mapToDouble(Part::cost).sum(),
        first.onDevice());
  }

  /**
   * {@return the parts with the largest predicted work first: so the last ones to end are short}
   */
  public List<Part> largestFirst() {
    return parts.stream()
        .sorted(Comparator.comparingDouble(Part::cost).reversed().thenComparingInt(Part::index))
        .toList();
  }
}
