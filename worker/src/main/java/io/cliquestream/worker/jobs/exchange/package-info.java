/**
 * Kafka, transactions, offsets. One thread owns the group's consumer and says what is committed
 * ({@link io.cliquestream.worker.jobs.exchange.JobExchange}); another waits for the broker while it
 * commits. Anybody tells it something through its {@link
 * io.cliquestream.worker.jobs.exchange.ExchangeInbox}, from any thread; it tells what happened as
 * {@link io.cliquestream.worker.jobs.exchange.ExchangeEvent}s and knows nobody who hears them.
 */
package io.cliquestream.worker.jobs.exchange;
