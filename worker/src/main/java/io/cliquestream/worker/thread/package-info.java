/**
 * Threads without which a worker is of no use, watched: what happens to one is seen from outside,
 * and none ends unnoticed. Knows nothing of the rest of the worker; whoever starts a thread owns
 * it.
 */
package io.cliquestream.worker.thread;
