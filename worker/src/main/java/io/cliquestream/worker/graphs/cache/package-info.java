/**
 * Where a usable version is: in memory, on disk or on the topic alone, and who uses its memory.
 *
 * <p>Owns the memory and the files of graphs and orientations, the one count of their users, and
 * three threads: one that writes to disk and two that bring graphs back. Called by the catalogue
 * and by intake from any thread; leases are given to jobs. Knows nothing of records: what reads a
 * version again is handed in.
 */
package io.cliquestream.worker.graphs.cache;
