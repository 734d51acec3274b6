package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeQuestion;
import java.io.IOException;
import java.util.Optional;

/**
 * An exact answer that can follow a graph's changes. Stands on one version at a time; whoever holds
 * it knows which. For one thread at a time.
 */
public interface MaintainedAnswer {
  /** Takes over an answer that was computed from nothing. */
  void adopt(Answer answer, GraphVersion version);

  /** Expected steps of {@link #advance}, each in the order of a nanosecond. */
  double predict(VersionChange change);

  /**
   * Works out what a change does. Nothing is different before the result is run, which does not
   * fail; so an advance that is stopped leaves the answer as it was.
   *
   * @return makes the answer that of the newer version
   * @throws StepBudget.Exceeded when counting anew is better after all
   */
  Runnable advance(VersionChange change, StepBudget budget);

  /** What a device would count of a change to bring the answer forward; empty when it cannot. */
  default Optional<ChangeQuestion> question() {
    return Optional.empty();
  }

  /**
   * Makes the answer that of the newer version, from what a device counted for {@link #question}.
   * Does not fail half-way.
   *
   * @throws ArithmeticException when the answer's numbers do not hold it; nothing has changed
   */
  default void advanced(ChangeCounts counts) {
    throw new IllegalStateException("nothing was asked of a device");
  }

  /** The answer, as an engine would give it for the version that it stands on. */
  Answer answer(GraphVersion version);

  /** Writes what {@link #restore} needs, by the ids and edges of the version, not by its slots. */
  void save(GraphVersion version, StateWriter out) throws IOException;

  /**
   * Reads what {@link #save} wrote, of a version with the same edges.
   *
   * @throws IOException when it is not that
   */
  void restore(GraphVersion version, StateReader in) throws IOException;
}
