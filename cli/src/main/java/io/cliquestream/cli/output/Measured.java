package io.cliquestream.cli.output;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * What a job in this process took beside what its result says; times in nanoseconds.
 *
 * @param source what the graph was read from
 * @param readNanos reading the file into an array of edges, numbers and checks included
 * @param readProcessorNanos of every thread of this process meanwhile
 * @param buildNanos making rows of it; 0 where a device took the edges as they were
 * @param openNanos waiting for the engine when the edges were there
 * @param copyNanos bringing the edges to a device
 * @param planNanos the part of preparing that planned the count
 * @param totalNanos from the command's start to the answer
 * @param processorNanos of every thread of this process since it started
 * @param graphBytes of the graph off the heap, its orientations not included
 * @param peakBytes most memory that was resident, where the system tells
 */
public record Measured(
    String source,
    long readNanos,
    long readProcessorNanos,
    long buildNanos,
    long openNanos,
    long copyNanos,
    long planNanos,
    long totalNanos,
    long processorNanos,
    long graphBytes,
    OptionalLong peakBytes) {

  /** Processor time of every thread of this process since it started. */
  public static long processorTime() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? Math.max(0, system.getProcessCpuTime())
        : 0;
  }

  /** Most memory that was resident since this process started; Linux alone tells. */
  public static OptionalLong peakResident() {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
