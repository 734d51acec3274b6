package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.ColorBound;
import io.cliquestream.kernels.cpu.maxclique.dense.ComplementCover;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Splits the search of a symmetric graph into few parts, one for each orbit instead of each vertex.
 *
 * <p>Let O₁, O₂ … be the orbits of a candidate set P under the automorphisms of the graph on P, and
 * vᵢ any vertex of Oᵢ. Either a maximum clique has no vertex of O₁, or an automorphism maps it to
 * one that has v₁; P without O₁ is mapped onto itself by all of them, and so on. So P has a clique
 * of t vertices if and only if the neighbours of v₁ in P, or those of v₂ in P without O₁, or …,
 * have one of t-1. Each of these is a graph of its own, with symmetries of its own, and is split
 * again. The last orbits need no branch when few enough colours cover them. (Symmetry breaking by
 * orbits: Margot's isomorphism pruning and Ostrowski's orbital branching do it in integer
 * programs.)
 *
 * <p>The orbit of least degree goes first: its branch is the smallest, and it leaves the others.
 * What is small or has little symmetry left becomes a part, its vertices ordered by {@link
 * IteratedGreedy}. A Johnson graph of 32 comes down to one vertex a level, and keller5 from 776
 * roots to some hundred parts of 200 vertices.
 *
 * <p>The parts hold one maximum clique, not all. But they can count them: the cliques that have a
 * vertex of Oᵢ and none of the orbits before, and those vertices, make as many pairs as |Oᵢ| times
 * the cliques with vᵢ, so each of the latter stands for |Oᵢ| / |K ∩ Oᵢ| cliques, K being the clique
 * ({@link PartCount}). For this weight to be the same along an orbit further down, the symmetries
 * used there must map what is left of every Oᵢ above to itself.
 */
public final class SymmetricParts {
  private final ResidualPolicy policy;
  private final int target;
  private final boolean counting;
  private final StopCheck stop;
  private final ColorBound bound;
  private final List<Part> parts = new ArrayList<>();

  /**
   * A subproblem.
   *
   * @param prefix names of vertices that are adjacent to each other and to all of the graph
   * @param orbits the orbit that each of them was taken from; none unless cliques are counted
   */
  public record Part(int[] prefix, List<SymmetricOrbit> orbits, BitGraph graph) {
    /** Taking a vertex of an orbit, if that is of use. */
    Part with(int name, List<SymmetricOrbit> orbit, BitGraph left) {
      int[] longer = Arrays.copyOf(prefix, prefix.length + 1);
      longer[prefix.length] = name;
      List<SymmetricOrbit> more = new ArrayList<>(orbits);
      more.addAll(orbit);
      return new Part(longer, more, left);
    }
  }

  private SymmetricParts(ResidualPolicy policy, int target, boolean counting, StopCheck stop) {
    this.policy = policy;
    this.target = target;
    this.counting = counting;
    this.stop = stop;
    this.bound = new ColorBound(MaximumCliquePolicy.DEFAULT);
  }

  /**
   * Splits a graph.
   *
   * @param target size of the cliques looked for
   * @param counting whether all of them are to be counted
   * @param always also where there is little symmetry: at least one part then, unless colours rule
   *     the whole graph out
   * @return parts of which one has such a clique if the graph has, the smallest first; none where
   *     the graph is not symmetric enough
   */
  public static Optional<List<Part>> of(
      BitGraph graph,
      ResidualPolicy policy,
      int target,
      boolean counting,
      boolean always,
      StopCheck stop) {
    if (!always && !isWorthALook(graph, policy)) {
      return Optional.empty();
    }
    SymmetricParts split = new SymmetricParts(policy, target, counting, stop);
    split.split(new Part(new int[0], List.of(), graph), true);
    if (!always && split.parts.size() == 1 && split.parts.getFirst().prefix().length == 0) {
      return Optional.empty();
    }
    split.parts.sort(Comparator.comparingInt(part -> part.graph().size()));
    return Optional.of(split.parts);
  }

  private static boolean isWorthALook(BitGraph graph, ResidualPolicy policy) {
    long n = graph.size();
    return n >= policy.symmetricVertices()
        && n * (n - 1) / 2 - ComplementCover.missingEdges(graph)
            >= policy.symmetricDensity() * n * (n - 1) / 2
        && OrderedPartition.coarsest(graph, new int[graph.size()]).cells()
                * (long) policy.orbitShare()
            <= n;
  }

  /** Adds what a subproblem comes down to; {@code branch}: by its orbits, if it has few. */
  private void split(Part part, boolean branch) {
    stop.checkStopped();
    int room = target - part.prefix().length;
    if (part.graph().size() < room) {
      return;
    }
    if (part.graph().size() == 0) {
      parts.add(part);
      return;
    }
    BitGraph graph = IteratedGreedy.ordered(part.graph(), policy.colorRounds(), stop);
    if (colors(graph, graph.all(), room) < room) {
      return;
    }
    Part ordered = new Part(part.prefix(), part.orbits(), graph);
    if (branch && graph.size() >= policy.symmetricVertices() && parts.size() < policy.mostParts()) {
      Orbits.Found orbits =
          Orbits.of(graph, kinds(ordered), policy.mappingTries(), policy.orbitWork(), stop);
      if (orbits.sets().length * policy.orbitShare() <= graph.size()) {
        branch(ordered, orbits);
        return;
      }
    }
    parts.add(ordered);
  }

  /** For each vertex which of the orbits above it is in, as a number. */
  private int[] kinds(Part part) {
    BitGraph graph = part.graph();
    int[] kinds = new int[graph.size()];
    for (SymmetricOrbit orbit : part.orbits()) {
      Map<Integer, Integer> numbers = new HashMap<>();
      for (int v = 0; v < kinds.length; v++) {
        int in = orbit.has(graph.vertices()[v]) ? 1 : 0;
        kinds[v] = numbers.computeIfAbsent(2 * kinds[v] + in, kind -> numbers.size());
      }
    }
    return kinds;
  }

  private int colors(BitGraph graph, long[] among, int enough) {
    bound.reset(graph);
    return bound.colors(among, enough);
  }

  private void branch(Part part, Orbits.Found found) {
    int[][] orbits = found.sets();
    BitGraph graph = part.graph();
    int room = target - part.prefix().length;
    boolean deeper = orbits.length * policy.deepOrbitShare() <= graph.size();
    long[] left = graph.all();
    boolean[] done = new boolean[orbits.length];
    for (int step = 0; step < orbits.length; step++) {
      if (colors(graph, left, room) < room) {
        return;
      }
      int next = leastDegree(graph, orbits, done, left);
      done[next] = true;
      int v = orbits[next][0];
      int[] members = new int[graph.size()];
      int count = 0;
      for (int u = 0; u < graph.size(); u++) {
        if ((left[u >>> 6] >>> u & 1) != 0 && graph.connected(u, v)) {
          members[count++] = u;
        }
      }
      for (int u : orbits[next]) {
        left[u >>> 6] &= ~(1L << u);
      }
      List<SymmetricOrbit> orbit =
          counting ? List.of(SymmetricOrbit.of(graph, orbits[next], found.maps())) : List.of();
      split(part.with(graph.vertices()[v], orbit, graph.induced(members, count)), deeper);
    }
  }

  private static int leastDegree(BitGraph graph, int[][] orbits, boolean[] done, long[] left) {
    int best = -1;
    int least = Integer.MAX_VALUE;
    for (int o = 0; o < orbits.length; o++) {
      if (!done[o]) {
        int degree = 0;
        int row = orbits[o][0] * graph.words();
        for (int w = 0; w < graph.words(); w++) {
          degree += Long.bitCount(graph.rows()[row + w] & left[w]);
        }
        if (degree < least) {
          least = degree;
          best = o;
        }
      }
    }
    return best;
  }
}
