package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * Roots that stand for all roots, those of large out-degree first.
 *
 * <p>The work below a root grows far faster than its {@link RootCost}: a few roots in a dense spot
 * may be nearly all of it and still a small part of all cost. So roots are classed by out-degree,
 * each class reaching down to 1/√2 of the one above it, and every class has its own sample, which
 * lies evenly over the cost of the class. A class of no more roots than its sample is taken whole.
 * The estimate of a sum over all roots is that of the values of the sample times their weights.
 */
public final class RootSample {
  private static final double CLASS_RATIO = Math.sqrt(0.5);

  /** One root; its value counts so often. */
  public record Member(int root, double weight) {}

  private final OrientedGraph graph;
  private final StopMeter meter;
  private final List<Member> members = new ArrayList<>();
  private final int[] roots = new int[KCliquePolicy.SAMPLE_CLASSES];
  private final double[] costs = new double[KCliquePolicy.SAMPLE_CLASSES];

  /**
   * Draws a sample; the same one for the same graph.
   *
   * @param most roots in it
   */
  public RootSample(OrientedGraph graph, JobControl control, int most) {
    this.graph = graph;
    this.meter = new StopMeter(control);
    int[] least = leastDegrees(graph.maximumOutDegree());
    for (int root = 0; root < graph.vertexCount(); root++) {
      meter.work(2);
      int index = classOf(graph.outDegree(root), least);
      roots[index]++;
      costs[index] += RootCost.of(graph, root);
    }
    int left = most;
    for (int index = 0; index < roots.length; index++) {
      int drawn = Math.min(roots[index], left / (roots.length - index));
      draw(index, drawn, least);
      left -= drawn;
    }
  }

  /** The smallest out-degree of each class. */
  private static int[] leastDegrees(int largest) {
    int[] least = new int[KCliquePolicy.SAMPLE_CLASSES];
    double degree = largest;
    for (int index = 0; index < least.length - 1; index++) {
      degree *= CLASS_RATIO;
      least[index] = (int) Math.ceil(degree);
    }
    return least;
  }

  private static int classOf(int degree, int[] least) {
    int index = 0;
    while (degree < least[index]) {
      index++;
    }
    return index;
  }

  private void draw(int index, int wanted, int[] least) {
    boolean whole = wanted == roots[index];
    double share = costs[index] / Math.max(1, wanted);
    double passed = 0;
    int drawn = 0;
    for (int root = 0; root < graph.vertexCount() && drawn < wanted; root++) {
      meter.work(2);
      if (classOf(graph.outDegree(root), least) != index) {
        continue;
      }
      double cost = RootCost.of(graph, root);
      passed += cost;
      int times = 0;
      while (drawn + times < wanted && passed >= share * (drawn + times + 0.5)) {
        times++;
      }
      if (whole || times > 0) {
        members.add(new Member(root, whole ? 1 : times * share / cost));
        drawn += whole ? 1 : times;
      }
    }
  }

  /** The sample, classes of large out-degree first. */
  public List<Member> members() {
    return members;
  }
}
