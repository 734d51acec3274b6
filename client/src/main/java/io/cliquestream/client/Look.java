package io.cliquestream.client;

/** What looking for something in a topic came to. */
public enum Look {
  /** It lies there. */
  FOUND,
  /** Everything up to the topic's end was seen, and it was not among it. */
  ABSENT,
  /** The time was over before everything was seen. */
  UNDECIDED
}
