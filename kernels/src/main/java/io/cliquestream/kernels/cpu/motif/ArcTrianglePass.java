package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;

/** Triangles through every arc in both directions, each found from the vertex that has the arc. */
final class ArcTrianglePass extends RootPass<ArcTrianglePass.Marks> {
  /** Marks of one thread. */
  static final class Marks extends State {
    final boolean[] near;

    Marks(RankedGraph graph) {
      near = new boolean[graph.vertexCount()];
    }
  }

  private final ArcTriangles triangles;

  ArcTrianglePass(RankedGraph graph, ArcTriangles triangles, RootChunks chunks) {
    super(graph, chunks, new SumTable());
    this.triangles = triangles;
  }

  @Override
  public Marks newState() {
    return new Marks(graph);
  }

  @Override
  void process(int x, Marks state, Slice<Marks> slice) {
    for (long i = graph.offset(x); i < graph.offset(x + 1); i++) {
      state.near[graph.neighbor(i)] = true;
    }
    for (long i = graph.offset(x); i < graph.offset(x + 1); i++) {
      int z = graph.neighbor(i);
      int found = 0;
      for (long j = graph.offset(z); j < graph.offset(z + 1); j++) {
        found += state.near[graph.neighbor(j)] ? 1 : 0;
      }
      triangles.set(i, found);
      state.work(1L + graph.degree(z), slice);
    }
    for (long i = graph.offset(x); i < graph.offset(x + 1); i++) {
      state.near[graph.neighbor(i)] = false;
    }
  }
}
