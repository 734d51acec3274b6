package io.cliquestream.worker.graphs.catalog;

import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.cache.CachedGraph;

/** What a version selector comes to at this moment. */
public sealed interface Resolution {
  /**
   * A version that can be leased.
   *
   * @param version its number
   * @param graph where it is kept
   */
  record Usable(long version, CachedGraph graph) implements Resolution {}

  /** The version's records are coming in. */
  record InFlight() implements Resolution {}

  /**
   * There is no such version now.
   *
   * @param refusal what to tell
   * @param mayAppear whether a later version could fulfil the selector
   */
  record Absent(Refusal refusal, boolean mayAppear) implements Resolution {}
}
