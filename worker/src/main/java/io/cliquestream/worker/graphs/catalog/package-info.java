/**
 * Which versions of which graphs there are and what a selector comes to; leases that wait for one.
 *
 * <p>Owns the life of a version from its announcement to its retirement and drops its memory at the
 * end. Written by intake on worker threads, one at a time for each partition; read from any thread.
 * Has no thread of its own.
 */
package io.cliquestream.worker.graphs.catalog;
