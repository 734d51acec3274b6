package io.cliquestream.client;

/**
 * Where an acknowledged record lies.
 *
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset
 */
public record RecordPosition(String topic, int partition, long offset) {}
