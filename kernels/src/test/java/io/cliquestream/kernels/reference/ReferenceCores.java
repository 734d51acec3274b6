package io.cliquestream.kernels.reference;

/** Core numbers by their definition: the least degrees of all sets of vertices. */
public final class ReferenceCores {
  private final int[] cores;

  public ReferenceCores(SmallGraph graph) {
    cores = new int[graph.vertexCount()];
    for (int set = 1; set < 1 << graph.vertexCount(); set++) {
      int least = graph.vertexCount();
      for (int left = set; left != 0 && least > 0; left &= left - 1) {
        int vertex = Integer.numberOfTrailingZeros(left);
        least = Math.min(least, Integer.bitCount(graph.row(vertex) & set));
      }
      for (int left = least == 0 ? 0 : set; left != 0; left &= left - 1) {
        int vertex = Integer.numberOfTrailingZeros(left);
        cores[vertex] = Math.max(cores[vertex], least);
      }
    }
  }

  public int of(int vertex) {
    return cores[vertex];
  }

  public long vertices(int core) {
    long count = 0;
    for (int of : cores) {
      count += of == core ? 1 : 0;
    }
    return count;
  }

  public int degeneracy() {
    int largest = 0;
    for (int core : cores) {
      largest = Math.max(largest, core);
    }
    return largest;
  }
}
