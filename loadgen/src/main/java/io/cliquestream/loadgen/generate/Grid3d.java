package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;
import java.util.ArrayList;
import java.util.List;

/**
 * Three-dimensional mesh. With 6 neighbours it has no triangles, with 26 it has many.
 *
 * @param width vertices along the first axis, 1 or more
 * @param height vertices along the second axis, 1 or more
 * @param depth vertices along the third axis, 1 or more
 * @param stencil neighbours of an inner vertex: 6 or 26
 */
public record Grid3d(long width, long height, long depth, int stencil) implements GraphModel {
  private record Step(int x, int y, int z) {}

  private static final List<Step> TO_6 = forwardSteps(1);
  private static final List<Step> TO_26 = forwardSteps(3);

  /** Checks the bounds. */
  public Grid3d {
    Draws.require(width >= 1 && height >= 1 && depth >= 1, "grid3d sides are 1 or more");
    Draws.requireVertices(Draws.product(Draws.product(width, height, "grid3d"), depth, "grid3d"));
    Draws.require(stencil == 6 || stencil == 26, "grid3d stencil is 6 or 26, not " + stencil);
  }

  @Override
  public long vertices() {
    return width * height * depth;
  }

  /** Fixed: the mesh has nothing random, its permutation has. */
  @Override
  public long seed() {
    return 1;
  }

  @Override
  public long blocks() {
    return Draws.blocks(vertices() * steps().size());
  }

  @Override
  public void draw(long block, EdgeConsumer edges) {
    List<Step> steps = steps();
    long end = Draws.endOf(block, vertices() * steps.size());
    for (long draw = Draws.firstOf(block); draw < end; draw++) {
      long vertex = draw / steps.size();
      Step step = steps.get((int) (draw % steps.size()));
      long x = vertex / (height * depth) + step.x();
      long y = vertex / depth % height + step.y();
      long z = vertex % depth + step.z();
      if (x >= 0 && y >= 0 && z >= 0 && x < width && y < height && z < depth) {
        edges.accept(vertex, (x * height + y) * depth + z);
      }
    }
  }

  private List<Step> steps() {
    return stencil == 6 ? TO_6 : TO_26;
  }

  /** The half of the neighbours that come later, so that each edge is drawn once. */
  private static List<Step> forwardSteps(int changedAxes) {
    List<Step> steps = new ArrayList<>();
    for (int x = -1; x <= 1; x++) {
      for (int y = -1; y <= 1; y++) {
        for (int z = -1; z <= 1; z++) {
          boolean forward = (x * 3 + y) * 3 + z > 0;
          if (forward && Math.abs(x) + Math.abs(y) + Math.abs(z) <= changedAxes) {
            steps.add(new Step(x, y, z));
          }
        }
      }
    }
    return List.copyOf(steps);
  }
}
