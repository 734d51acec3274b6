package io.cliquestream.worker.directory.listed;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.RunCost;
import io.cliquestream.v1.RunTimes;
import io.cliquestream.v1.SplitProgress;

/**
 * How far a run is.
 *
 * @param fraction of the estimated work, 0 to 1
 * @param remainingMillis 0 when not known
 * @param partialCount in decimal; empty for none
 * @param observed Unix milliseconds
 * @param times of the steps that it has passed
 * @param cost what it is expected to take; null until that is known
 * @param split how far its parts are; null unless several workers compute it
 */
public record ListedProgress(
    double fraction,
    long remainingMillis,
    String partialCount,
    long observed,
    RunTimes times,
    RunCost cost,
    SplitProgress split) {
  public static ListedProgress of(JobProgress progress) {
    double fraction = progress.getFraction();
    return new ListedProgress(
        Double.isFinite(fraction) ? Math.clamp(fraction, 0, 1) : 0,
        Math.max(0, progress.getRemainingMillis()),
        progress.hasPartialCount() ? Counts.toDecimal(progress.getPartialCount()) : "",
        progress.getObservedEpochMillis(),
        progress.getTimes(),
        progress.hasCost() ? progress.getCost() : null,
        progress.hasSplit() ? progress.getSplit() : null);
  }
}
