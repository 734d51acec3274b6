package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;

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
  public void draw(long block, EdgeConsumer edges) {
    if (model instanceof RMat) {
      model.draw(block, edges);
      return;
    }
    var permutation = new IdPermutation(vertices(), seed());
    model.draw(block, (from, to) -> edges.accept(permutation.apply(from), permutation.apply(to)));
  }
}
