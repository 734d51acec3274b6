package io.cliquestream.kernels.cpu.cover;

/**
 * The walk that both searches of a residue make: reduce, bound, take the parts one by one where the
 * graph has come apart or has shrunk to half, else choose the vertex of largest degree in one
 * branch and drop it in the other. What is reduced, bounded and kept is the search's own. One
 * thread.
 */
abstract class CoverWalk {
  final CoverBudget budget;
  final Residue residue;
  final LinearProgram program;
  final CliqueCover cliques;

  /** False when the nodes ran out. */
  boolean ended = true;

  CoverWalk(SparseGraph graph, CoverBudget budget) {
    this.budget = budget;
    this.residue = new Residue(graph);
    this.program = new LinearProgram(residue);
    this.cliques = new CliqueCover(residue);
  }

  /** Decides what needs no branch. */
  abstract void reduce();

  /** Only sets of so many vertices are of use. */
  abstract int target();

  /** No set has more vertices that keeps the decisions made. */
  abstract int bound();

  /** Takes the set that the decisions made are: nothing is open. */
  abstract void take();

  /** Solves what is open part by part. */
  abstract void solve(int[][] parts);

  /** Searches what is open. Leaves the residue as it was. */
  final void node() {
    int begin = residue.position();
    while (true) {
      if (!budget.spendNode()) {
        ended = false;
        break;
      }
      reduce();
      if (bound() < target()) {
        break;
      }
      if (residue.open() == 0) {
        take();
        break;
      }
      int[][] parts = residue.parts();
      if (parts.length > 1 || 2 * residue.open() <= residue.size()) {
        solve(parts);
        break;
      }
      int vertex = residue.branchVertex();
      int before = residue.position();
      residue.choose(vertex);
      node();
      residue.undo(before);
      if (!ended) {
        break;
      }
      residue.drop(vertex);
    }
    residue.undo(begin);
  }
}
