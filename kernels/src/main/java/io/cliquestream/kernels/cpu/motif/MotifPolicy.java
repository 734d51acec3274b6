package io.cliquestream.kernels.cpu.motif;

/**
 * Tuning of motif counting.
 *
 * @param pagePositions positions of common neighbours kept at a time, 4 bytes each
 */
record MotifPolicy(long pagePositions) {
  /** 512 MiB of neighbourhoods at a time. */
  static final MotifPolicy DEFAULT = new MotifPolicy(1L << 27);
}
