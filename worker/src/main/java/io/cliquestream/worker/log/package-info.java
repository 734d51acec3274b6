/**
 * Lines that every worker logs, each a call of one method, so that texts and fields are the same
 * whoever writes them. Called from any thread; knows nothing of the rest of the worker.
 */
package io.cliquestream.worker.log;
