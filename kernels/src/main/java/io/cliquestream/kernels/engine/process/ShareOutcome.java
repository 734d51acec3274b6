package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.cuda.share.PhaseUnits;
import io.cliquestream.kernels.part.PartialAnswer;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one device did of a job.
 *
 * @param whole the outcome, where the device did all of the job
 * @param part what it found otherwise
 * @param lost whether the device's process was replaced, and what it had found went with it
 * @param plan what this device chose
 * @param prepareNanos as in {@link JobOutcome}, and so on
 * @param memory what it took on this device
 * @param done how much of each phase of the job this device did
 * @param slices in which it did that; of a whole outcome they are there
 */
public record ShareOutcome(
    Optional<JobOutcome> whole,
    PartialAnswer part,
    boolean lost,
    SortedMap<String, String> plan,
    long prepareNanos,
    long computeNanos,
    long copyNanos,
    long planNanos,
    JobOutcome.Memory memory,
    List<PhaseUnits> done,
    List<JobOutcome.Slice> slices) {
  /** What a process says that takes the place of one which had pieces of the job. */
  public static final ShareOutcome LOST = nothing(true);

  /** Nothing, for all pieces were taken. */
  public static final ShareOutcome NOTHING = nothing(false);

  /** All of the job. */
  public static ShareOutcome whole(JobOutcome outcome) {
    return new ShareOutcome(
        Optional.of(outcome),
        PartialAnswer.NOTHING,
        false,
        outcome.plan(),
        outcome.prepareNanos(),
        outcome.computeNanos(),
        outcome.copyNanos(),
        outcome.planNanos(),
        outcome.memory(),
        List.of(),
        List.of());
  }

  private static ShareOutcome nothing(boolean lost) {
    return new ShareOutcome(
        Optional.empty(),
        PartialAnswer.NOTHING,
        lost,
        new TreeMap<>(),
        0,
        0,
        0,
        0,
        JobOutcome.Memory.UNKNOWN,
        List.of(),
        List.of());
  }
}
