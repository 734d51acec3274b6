package io.cliquestream.worker.graphs.cache;

import java.nio.file.Path;

/**
 * A graph on disk.
 *
 * @param file its image
 * @param bytes length of the file
 * @param checksums CRC-32C of every block of the file, see {@link ImageChecksums}
 * @param wide whether it is a wide graph
 */
record SpilledGraph(Path file, long bytes, int[] checksums, boolean wide) {}
