package io.cliquestream.loadgen.generate;

/**
 * Another model with its ids permuted by its seed, which hides any order the model draws in. An
 * {@link RMat} is permuted already and stays as it is.
 *
 * @param model what is permuted
 */
public record Permuted(GraphModel model) implements GraphModel {
  @Override
  public long vertices() {
    return model.vertices();
  }

  @Override
  public long seed() {
    return model.seed();
  }

  @Override
  public long blocks() {
    return model.blocks();
  }

  @Override
  public void draw(long block, EdgeSink edges) {
    if (model instanceof RMat) {
      model.draw(block, edges);
      return;
    }
    var permutation = new IdPermutation(vertices(), seed());
    model.draw(block, (from, to) -> edges.edge(permutation.apply(from), permutation.apply(to)));
  }
}
