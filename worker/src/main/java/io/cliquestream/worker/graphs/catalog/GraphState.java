package io.cliquestream.worker.graphs.catalog;

import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.cache.Place;
import io.cliquestream.worker.graphs.cache.VersionOrigin;
import java.util.List;

/**
 * A graph at one moment.
 *
 * @param partition of its topic
 * @param versions ascending
 */
public record GraphState(String graphId, int partition, List<Version> versions) {
  /**
   * A version at one moment.
   *
   * @param version unsigned
   * @param refusal why it was rejected; null unless it was
   * @param place where a usable version is; null for all others, as are the figures 0
   * @param bytes on the host
   * @param deviceBytes what a GPU holds of it
   * @param origin where its records lay; null unless it is usable
   */
  public record Version(
      long version,
      VersionStatus status,
      Refusal refusal,
      Place place,
      long vertices,
      long edges,
      long bytes,
      long deviceBytes,
      VersionOrigin origin) {}
}
