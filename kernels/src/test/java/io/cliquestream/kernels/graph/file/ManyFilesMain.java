package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files many times over and prints the process's resident memory in bytes at the end. */
final class ManyFilesMain {
  private ManyFilesMain() {}

  /** Arguments: how often, then the files. */
  public static void main(String[] arguments) throws IOException {
    ReadLimits limits = ReadLimits.defaults().withParallelism(new Parallelism(1));
    for (int round = Integer.parseInt(arguments[0]); round > 0; round--) {
      for (int file = 1; file < arguments.length; file++) {
        try (EdgeArray edges =
            GraphFiles.read(
                Path.of(arguments[file]), GraphFileFormat.AUTO, limits, JobControl.unbounded())) {
          if (edges.size() == 0) {
            throw new IllegalStateException("nothing was read");
          }
        }
      }
    }
    String resident =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .findFirst()
            .orElseThrow()
            .replaceAll("\\D", "");
    System.out.println(1024 * Long.parseLong(resident));
  }
}
