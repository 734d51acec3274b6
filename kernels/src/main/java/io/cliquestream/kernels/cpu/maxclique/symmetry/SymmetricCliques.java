package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.assembly.CliqueUnions;
import io.cliquestream.kernels.control.StopCheck;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * All cliques that those found in the parts of a symmetric graph stand for.
 *
 * <p>Of a part the innermost orbit comes first: its automorphisms map the cliques found, less the
 * vertices chosen above, to all those that this branch stands for in the graph of that orbit. With
 * the vertex chosen above that graph they are cliques of the next one, and so on outwards. What two
 * parts share is kept once.
 */
public final class SymmetricCliques {
  private SymmetricCliques() {}

  /**
   * Finds them.
   *
   * @param most cliques after which to give up
   * @return more than {@code most} where it gave up
   */
  public static Set<SymmetricOrbit.VertexSet> of(
      List<PartCount.Kept> found, int most, StopCheck stop) {
    IdentityHashMap<SymmetricParts.Part, Set<SymmetricOrbit.VertexSet>> byPart =
        new IdentityHashMap<>();
    for (PartCount.Kept kept : found) {
      byPart.computeIfAbsent(kept.part(), part -> new HashSet<>()).add(inside(kept));
    }
    Set<SymmetricOrbit.VertexSet> all = new HashSet<>();
    for (var entry : byPart.entrySet()) {
      SymmetricParts.Part part = entry.getKey();
      Set<SymmetricOrbit.VertexSet> sets = entry.getValue();
      for (int level = part.prefix().length - 1; level >= 0; level--) {
        int[] chosen = {part.prefix()[level]};
        Set<SymmetricOrbit.VertexSet> longer = new HashSet<>();
        for (SymmetricOrbit.VertexSet set : sets) {
          longer.add(new SymmetricOrbit.VertexSet(CliqueUnions.union(set.vertices(), chosen)));
        }
        sets = part.orbits().get(level).closure(longer, most, stop);
        if (sets.size() > most) {
          return sets;
        }
      }
      all.addAll(sets);
      if (all.size() > most) {
        return all;
      }
    }
    return all;
  }

  /** A clique less the vertices that its part chose. */
  private static SymmetricOrbit.VertexSet inside(PartCount.Kept kept) {
    int chosen = kept.part().prefix().length;
    // The search puts the prefix first.
    return new SymmetricOrbit.VertexSet(
        Arrays.stream(kept.clique()).skip(chosen).sorted().toArray());
  }
}
