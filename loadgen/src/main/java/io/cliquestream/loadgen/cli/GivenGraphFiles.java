package io.cliquestream.loadgen.cli;

import io.cliquestream.loadgen.load.GivenGraph;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the graph that a load begins with. Formats of files are known to whoever puts the command
 * together, with the options that say how they are read.
 */
public interface GivenGraphFiles {
  /**
   * Reads a file, whose vertices become numbers where they have names.
   *
   * @return the caller closes it
   * @throws IllegalArgumentException for a file that is no graph
   */
  GivenGraph read(Path file) throws IOException;
}
