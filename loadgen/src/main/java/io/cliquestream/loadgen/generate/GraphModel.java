package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;

/**
 * A random graph as a list of draws, cut into blocks that can be drawn in any order and again. The
 * graph is the set of drawn edges; loops are never handed out, duplicates may be.
 */
public sealed interface GraphModel
    permits BarabasiAlbert, ErdosRenyi, Grid3d, Permuted, Planted, RMat, WattsStrogatz {
  /** Most vertices: ids are 32 bits wide and the last one stays free. */
  long MAXIMUM_VERTICES = 0xffff_ffffL;

  /** Vertices, isolated ones included; every id is below. */
  long vertices();

  /** Seed of the random streams. */
  long seed();

  /** Blocks of draws. */
  long blocks();

  /**
   * Hands out the edges of one block, always the same ones. Safe for use by several threads at once
   * with a sink each.
   *
   * @param block 0 to {@code blocks() - 1}
   * @param edges takes each, of ids below 2^32; a loop is ignored by it
   */
  void draw(long block, EdgeConsumer edges);

  /** The name that commands use. */
  default String name() {
    return switch (this) {
      case BarabasiAlbert _ -> "ba";
      case ErdosRenyi _ -> "er";
      case Grid3d _ -> "grid3d";
      case Permuted permuted -> permuted.model().name();
      case Planted _ -> "planted";
      case RMat _ -> "rmat";
      case WattsStrogatz _ -> "ws";
    };
  }
}
