package io.cliquestream.kernels.change.device;

import java.util.List;

/**
 * Takes a copy over batches, and counts what the last of them did.
 *
 * @param expected how many batches the copy must have taken since it was loaded
 * @param batches each pairs of ids of the copy, the first with {@link #DELETION} or without; none:
 *     the last batch that the copy took is counted once more
 * @param question what is counted
 */
public record ChangeStep(long expected, List<int[]> batches, ChangeQuestion question) {
  /** Set in the first id of a pair whose edge goes. */
  public static final int DELETION = Integer.MIN_VALUE;
}
