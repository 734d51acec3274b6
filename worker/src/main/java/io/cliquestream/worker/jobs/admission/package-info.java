/**
 * What is decided before a job computes: whether it is one, what it will cost, and when it has a
 * lane and memory. Owns the one line in front of the engines and the reservations of its jobs; the
 * line is thread-safe, submitted to from the coordinator's event loop and taken from by the lanes.
 * Called by runs, standing jobs and engines; knows no Kafka.
 */
package io.cliquestream.worker.jobs.admission;
