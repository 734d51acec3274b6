package io.cliquestream.kernels.change.device;

/**
 * What a batch did. A device that counted the graph whole knows how many more or fewer there are,
 * and says that alone.
 *
 * @param appeared so many came, 0 or more
 * @param vanished so many went, 0 or more
 */
public record ChangeCounts(long appeared, long vanished) {
  /** {@return how many more there are now; below 0 when more went than came} */
  public long more() {
    return appeared - vanished;
  }
}
