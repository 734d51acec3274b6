package io.cliquestream.worker.jobs.exchange;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of the jobs topic, taken from the topic and not yet answered.
 *
 * @param epoch which assignment of its partition it belongs to
 * @param provenance who may have begun with it before
 * @param nanos when it arrived, by the monotonic clock
 */
public record ArrivedRecord(
    ConsumerRecord<byte[], byte[]> record, long epoch, Provenance provenance, long nanos) {}
