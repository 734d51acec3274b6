/**
 * Reading records that may not fit the heap once they are decompressed: a topic's bound on a record
 * counts compressed bytes, and Kafka's client has none of its own. Knows Kafka's consumer and
 * nothing of the worker. Used by whatever thread owns a consumer.
 */
package io.cliquestream.worker.reading;
