/**
 * Transactions that nobody ends: those of workers that are dead, and those that a broker lost. Each
 * looks by itself on a thread of its own, asks the broker alone, and tells nobody: what it ends,
 * everybody sees from the broker. For what was lost of the worker's own the exchange asks before it
 * commits, on its thread. Made and started by the service of the jobs.
 */
package io.cliquestream.worker.jobs.transactions;
