package io.cliquestream.kernels.cpu.cover;

/**
 * Finds vertices that some largest independent set does without: the unconfined ones of Xiao and
 * Nagamochi (2013), of which dominated vertices are the simplest.
 *
 * <p>Suppose that every largest set has v; let S = {v}. A neighbour u of S with just one neighbour
 * in S cannot have all its other neighbours next to S, or u could take the place of that neighbour.
 * If it has just one elsewhere, every largest set has that one too, and S grows. A contradiction
 * means that v can be dropped. One instance for one residue.
 */
final class Confinement {
  private final Residue residue;
  private final CoverPolicy policy;
  private final int[] member;
  private final int[] covered;
  private final int[] set;
  private int stamp;

  Confinement(Residue residue, CoverPolicy policy) {
    this.residue = residue;
    this.policy = policy;
    member = new int[residue.size()];
    covered = new int[residue.size()];
    set = new int[policy.mostUnconfinedSet()];
  }

  /**
   * Drops every unconfined vertex found in one pass.
   *
   * @return whether there was one
   */
  boolean reduce(CoverBudget budget) {
    boolean decided = false;
    for (int v = 0; v < residue.size(); v++) {
      if (residue.isOpen(v)
          && residue.degree(v) <= policy.mostUnconfinedDegree()
          && isUnconfined(v, budget)) {
        residue.drop(v);
        decided = true;
      }
    }
    return decided;
  }

  private boolean isUnconfined(int vertex, CoverBudget budget) {
    stamp++;
    int length = 0;
    int next = vertex;
    while (length < set.length) {
      set[length++] = next;
      member[next] = stamp;
      covered[next] = stamp;
      for (int w : residue.neighbors(next)) {
        covered[w] = stamp;
      }
      int least = Integer.MAX_VALUE;
      long work = 0;
      for (int i = 0; i < length; i++) {
        for (int u : residue.neighbors(set[i])) {
          if (!residue.isOpen(u)) {
            continue;
          }
          int inside = 0;
          int outside = 0;
          int last = -1;
          work += residue.degree(u);
          for (int w : residue.neighbors(u)) {
            if (!residue.isOpen(w)) {
              continue;
            }
            if (member[w] == stamp) {
              inside++;
            } else if (covered[w] != stamp) {
              outside++;
              last = w;
            }
          }
          if (inside == 1 && outside < least) {
            least = outside;
            next = last;
          }
        }
      }
      budget.work(work);
      if (least == 0) {
        return true;
      }
      if (least > 1) {
        return false;
      }
    }
    return false;
  }
}
