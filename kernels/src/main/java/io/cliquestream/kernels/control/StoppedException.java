package io.cliquestream.kernels.control;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Optional;

/**
 * Ends a job that was cancelled, ran past its deadline or went on to what is hopeless, with what
 * was proven until then.
 */
public final class StoppedException extends ComputeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // never serialised; exceptions only inherit the interface
  private final transient Optional<Answer> partial;

  /**
   * A stop without a partial answer.
   *
   * @param code {@code CANCELLED}, {@code DEADLINE_EXCEEDED} or another one of stopping
   * @param message why, in one sentence
   */
  public StoppedException(FailureCode code, String message) {
    this(code, message, Optional.empty());
  }

  private StoppedException(FailureCode code, String message, Optional<Answer> partial) {
    super(code, message);
    this.partial = partial;
  }

  /**
   * {@return the same stop with the answer proven so far}
   *
   * @param answer proven until now; its description says what of it is a bound
   */
  public StoppedException withPartial(Answer answer) {
    StoppedException stopped = new StoppedException(code(), getMessage(), Optional.of(answer));
    stopped.setStackTrace(getStackTrace());
    return stopped;
  }

  /** {@return a proven partial state, if the algorithm has one} */
  public Optional<Answer> partial() {
    return partial == null ? Optional.empty() : partial;
  }
}
