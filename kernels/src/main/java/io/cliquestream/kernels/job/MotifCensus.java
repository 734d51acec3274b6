package io.cliquestream.kernels.job;

/**
 * Counts the connected vertex-induced subgraphs of one size by isomorphism class.
 *
 * @param size vertices of a motif: 3, 4 or 5
 */
public record MotifCensus(int size) implements Job {
  public MotifCensus {
    Options.require(size >= 3 && size <= 5, "motifs have 3, 4 or 5 vertices, not " + size);
  }

  @Override
  public String name() {
    return "motifs";
  }
}
