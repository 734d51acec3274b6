package io.cliquestream.worker.config;

/**
 * A text that must never be seen: printed configurations, logs and messages show {@code (secret)}
 * in its place, because that is all its {@link #toString} says.
 *
 * @param text the secret itself; empty for none
 */
public record Secret(String text) {
  /** Whether there is none. */
  public boolean isEmpty() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return isEmpty() ? "" : "(secret)";
  }
}
