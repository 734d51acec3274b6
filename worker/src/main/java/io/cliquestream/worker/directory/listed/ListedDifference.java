package io.cliquestream.worker.directory.listed;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.FigureChange;
import io.cliquestream.v1.ResultDifference;
import java.math.BigInteger;

/**
 * What a run changed since the one before, in short: where a result is a difference it has no
 * answer that a list could show.
 *
 * @param baseVersion of the run before, unsigned
 * @param figures how many are others than they were
 * @param figure the first of them by name, which is the answer's one number where that changed;
 *     empty for none
 * @param before its value, 0 for none
 * @param by how much it changed, 0 for none
 */
public record ListedDifference(
    long baseVersion, int figures, String figure, BigInteger before, BigInteger by) {
  static ListedDifference of(ResultDifference difference) {
    int figures = difference.getFiguresCount();
    FigureChange first =
        figures == 0 ? FigureChange.getDefaultInstance() : difference.getFigures(0);
    BigInteger before = Counts.toBigInteger(first.getBefore());
    return new ListedDifference(
        difference.getBaseVersion(),
        figures,
        first.getName(),
        before,
        Counts.toBigInteger(first.getAfter()).subtract(before));
  }

  BigInteger after() {
    return before.add(by);
  }
}
