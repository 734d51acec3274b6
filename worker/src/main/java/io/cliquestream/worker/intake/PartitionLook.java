package io.cliquestream.worker.intake;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A look at the end of a partition, shared by everybody who asked before it began.
 *
 * @param end everything below this offset lay there
 * @param askers who wants to know when that has been taken in
 */
record PartitionLook(long end, List<Asker> askers) {
  /**
   * Who asked.
   *
   * @param graphId of which graph the records count; null for all
   * @param taken completes when they have been taken in
   */
  record Asker(String graphId, CompletableFuture<Void> taken) {}
}
