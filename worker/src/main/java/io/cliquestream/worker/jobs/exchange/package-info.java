/**
 * Kafka, transactions, offsets. One thread owns the group's consumer and the transactional producer
 * ({@link io.cliquestream.worker.jobs.exchange.JobExchange}). Anybody tells it something through
 * its {@link io.cliquestream.worker.jobs.exchange.ExchangeInbox}, from any thread; it tells what
 * happened as {@link io.cliquestream.worker.jobs.exchange.ExchangeEvent}s and knows nobody who
 * hears them.
 */
package io.cliquestream.worker.jobs.exchange;
