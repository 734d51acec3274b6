/**
 * The worker's one exception: a stable code of the contract and a sentence. Thrown from any thread
 * by everybody.
 */
package io.cliquestream.worker.failure;
