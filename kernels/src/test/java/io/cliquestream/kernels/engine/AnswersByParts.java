package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CoefficientArray;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.RootRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;

/** Answers of devices that share a job, put together, and held against those of one engine. */
final class AnswersByParts {
  /** By what their arrays hold, however they hold it. */
  static final RecursiveComparisonConfiguration BY_COUNTS =
      RecursiveComparisonConfiguration.builder()
          .withEqualsForType(AnswersByParts::sameCounts, CountArray.class)
          .withEqualsForType(CoefficientArray::equals, CoefficientArray.class)
          .build();

  private AnswersByParts() {}

  private static boolean sameCounts(CountArray first, CountArray second) {
    boolean same = first.size() == second.size();
    for (long i = 0; same && i < first.size(); i++) {
      same = first.get(i).equals(second.get(i));
    }
    return same;
  }

  /** Which of several maximum cliques is found is another in each run, unless all are. */
  static Object comparable(Answer answer) {
    return answer instanceof Answer.Maximum maximum && maximum.count().isEmpty()
        ? maximum.cliqueNumber()
        : answer;
  }

  /** The same question without a way to answer it. */
  static Job plain(Job job) {
    return switch (job) {
      case KCliqueCount count -> KCliqueCount.range(count.smallest(), count.largest());
      case TriangleCount _ -> TriangleCount.total();
      default -> job;
    };
  }

  /**
   * The answer by parts, in any order, some twice, some in pieces.
   *
   * @param any of the devices
   */
  static Answer of(
      Supplier<DeviceParts> any, PreparedGraph graph, Job job, PartPlan plan, Random random) {
    JobControl control = JobControl.unbounded();
    List<Part> order = new ArrayList<>(plan.parts());
    order.addAll(plan.parts().subList(0, plan.parts().size() / 3));
    Collections.shuffle(order, random);
    PartialSum sum = new PartialSum(plan);
    for (Part part : order) {
      Part known = part.knowing(random.nextBoolean() ? sum.cliqueNumber() : 0);
      for (Part piece : random.nextInt(3) == 0 ? known.divided(3) : List.of(known)) {
        var _ = sum.add(part.index(), piece.roots(), any.get().run(graph, piece, control));
      }
    }
    for (int part : sum.missing()) {
      for (RootRange missing : sum.missing(part)) {
        Part piece = plan.parts().get(part).of(missing);
        sum.add(part, missing, any.get().run(graph, piece, control));
      }
    }
    return any.get().answer(graph, job, sum, control, ListingSink.NONE);
  }

  /** A graph with hubs: ends are drawn with the product of two uniform numbers. */
  static Graph skewed(long seed, int vertices, int pairs) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int i = 0; i < pairs; i++) {
        edges.add(
            (int) (vertices * random.nextDouble() * random.nextDouble()),
            (int) (vertices * random.nextDouble() * random.nextDouble()));
      }
      return GraphBuilder.build(edges);
    }
  }
}
