package io.cliquestream.worker.access;

import java.util.Locale;

/** What somebody may do. */
public enum Role {
  /** Reads. */
  VIEWER,
  /** Reads, submits, cancels, retires, replays, discards and drains. */
  OPERATOR;

  /** As files and answers spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
