package io.cliquestream.worker.changes;

import io.cliquestream.worker.graphs.VersionDelta;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What a lane wants committed in one transaction.
 *
 * @param partition of the changes, and of the graphs
 * @param records of versions, and dead letters
 * @param offsets of the changes
 * @param group that keeps these offsets
 * @param versions those that answers may be for, at most one of a graph
 * @param answerWait how long it may wait for answers
 */
public record VersionCommit(
    int partition,
    List<ProducerRecord<byte[], byte[]>> records,
    Map<TopicPartition, OffsetAndMetadata> offsets,
    ConsumerGroupMetadata group,
    List<Version> versions,
    Duration answerWait) {
  /** A version, and what makes it of the one before. */
  public record Version(String graphId, VersionDelta delta) {}
}
