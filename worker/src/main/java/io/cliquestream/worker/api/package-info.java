/**
 * The HTTP API: what {@code openapi.yaml} says, for the whole group, from any worker.
 *
 * <p>{@link io.cliquestream.worker.api.ApiService} is all of it; {@code service} makes it and gives
 * its {@link io.cliquestream.worker.api.Api} to the HTTP server. Requests come in on the server's
 * event loop; whatever looks something up or reads a topic happens on the threads of its own
 * executor, so many at a time as it has, and the answer goes out on the loop again. What is known
 * of the group comes from {@code directory}, and {@code json} says how it is written; what this
 * worker tells of itself comes from {@link io.cliquestream.worker.api.OwnWorker}.
 */
package io.cliquestream.worker.api;
