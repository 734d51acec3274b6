package io.cliquestream.worker.intake.reread;

import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.worker.graphs.cache.GraphSource;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.intake.assembly.RecordRange;
import java.util.Optional;

/**
 * A version's records in the topic.
 *
 * @param partitionCount partitions of the topic
 * @param records where they lie
 * @param base what a delta was applied to; null for a snapshot
 * @param deltas deltas from the snapshot to this version, this one included
 * @param rereads reads them
 */
public record VersionSource(
    String graphId,
    long version,
    int partition,
    int partitionCount,
    RecordRange records,
    VersionSource base,
    int deltas,
    VersionRereads rereads)
    implements GraphSource {
  @Override
  public SimpleGraph read(Optional<GraphNames> names) {
    return rereads.read(this, names);
  }
}
