/**
 * Commands that speak to an installation through Kafka: topics, graphs, streams, jobs, results.
 * Each opens a client, does its work on the caller's thread and closes it; what follows topics
 * prints on the client's. Called by the command line alone.
 */
package io.cliquestream.cli.kafka;
