package io.cliquestream.cli.bench;

import java.util.Map;

/**
 * One run of a job through Kafka.
 *
 * @param whole from the start of reading until the answer was there
 * @param parts in milliseconds, in the order in which they follow one another
 */
record ServedRun(WholeRun whole, Map<String, Double> parts) {}
