package io.cliquestream.client;

/** Where following a topic starts. */
public enum StartFrom {
  /** With the oldest record kept. */
  BEGINNING,
  /** With the first record written after following started. */
  END
}
