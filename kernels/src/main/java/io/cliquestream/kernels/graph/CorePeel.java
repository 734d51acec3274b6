package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.StopMeter;

/**
 * Peels a graph: always removes a vertex of least remaining degree (Matula and Beck, 1983), by
 * buckets in O(n + m) (Batagelj and Zaveršnik, 2003). Deterministic: vertices start ordered by
 * degree, then id; a vertex that loses a neighbour changes places with the first of its bucket.
 *
 * @param reversedOrder the vertices, the last one removed first
 * @param coreNumbers the core number of each vertex
 */
record CorePeel(int[] reversedOrder, int[] coreNumbers) {
  private static final long PEELING_STEPS = 4;

  static CorePeel of(Graph graph, StopMeter meter) {
    int n = graph.vertexCount();
    int[] degrees = new int[n];
    int largest = 0;
    for (int v = 0; v < n; v++) {
      meter.work(1);
      degrees[v] = graph.degree(v);
      largest = Math.max(largest, degrees[v]);
    }
    // start[d]: position of the first vertex of remaining degree d in the peel order.
    int[] start = new int[largest + 2];
    for (int v = 0; v < n; v++) {
      meter.work(1);
      start[degrees[v] + 1]++;
    }
    for (int d = 0; d <= largest; d++) {
      start[d + 1] += start[d];
    }
    int[] peel = new int[n];
    int[] position = new int[n];
    int[] next = start.clone();
    for (int v = 0; v < n; v++) {
      meter.work(4);
      position[v] = next[degrees[v]]++;
      peel[position[v]] = v;
    }
    int[] row = new int[256];
    for (int i = 0; i < n; i++) {
      int v = peel[i];
      int core = degrees[v];
      row = Orientation.room(row, graph.degree(v));
      int length = graph.copyNeighbors(v, row);
      meter.work(1 + PEELING_STEPS * length);
      for (int j = 0; j < length; j++) {
        int u = row[j];
        int degree = degrees[u];
        if (degree > core) {
          int first = start[degree];
          int w = peel[first];
          int place = position[u];
          peel[place] = w;
          position[w] = place;
          peel[first] = u;
          position[u] = first;
          start[degree] = first + 1;
          degrees[u] = degree - 1;
        }
      }
    }
    for (int low = 0, high = n - 1; low < high; low++, high--) {
      meter.work(1);
      int swapped = peel[low];
      peel[low] = peel[high];
      peel[high] = swapped;
    }
    return new CorePeel(peel, degrees);
  }
}
