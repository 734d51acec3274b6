package io.cliquestream.worker.graphs.cache;

/** Where a usable version is. The ordinals are stable metric values. */
public enum Place {
  /** In memory, and perhaps on disk too. */
  MEMORY,
  /** On disk alone. */
  DISK,
  /** On the topic alone; the next lease reads it again. */
  TOPIC,
  /** Nowhere any more: its owner let go of it, or nothing had room for it. */
  GONE
}
