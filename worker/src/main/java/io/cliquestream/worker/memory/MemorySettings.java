package io.cliquestream.worker.memory;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory of the whole process, and how it is divided: the heap, so much for what the virtual
 * machine needs beside it, and all the rest for graphs and jobs off the heap.
 */
@Section("memory")
public record MemorySettings(
    @Setting(
            defaultValue = "0B",
            range = "0B..64TiB",
            description =
                "Most memory of the process: heap, graphs, jobs, buffers. 0B for nine tenths of"
                    + " what the container, or else the machine, has.")
        ByteSize limit,
    @Setting(
            defaultValue = "60",
            range = "10..90",
            description =
                "Hundredths of the heap that the arrays of running jobs may take together.")
        int jobHeapPercent) {
  /** Classes, compiled code, stacks, the collector's tables, buffers of clients. */
  private static final long MACHINE_BYTES = 256L << 20;

  private static final long LEAST_OFF_HEAP = 64L << 20;
  private static final double SHARE = 0.9;
  private static final List<Path> CONTAINER_LIMITS =
      List.of(
          Path.of("/sys/fs/cgroup/memory.max"),
          Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));

  /** The account of memory off the heap: what the limit leaves, 64 MiB at least. */
  public HostMemory offHeap() {
    long rest = limitBytes() - Runtime.getRuntime().maxMemory() - MACHINE_BYTES;
    return new HostMemory(Math.max(LEAST_OFF_HEAP, rest));
  }

  /** Whether the heap alone leaves less off the heap than is needed to run anything. */
  public boolean isHeapTooLarge() {
    return limitBytes() - Runtime.getRuntime().maxMemory() - MACHINE_BYTES < LEAST_OFF_HEAP;
  }

  /** The account of jobs' arrays. */
  public HostMemory heap() {
    return new HostMemory(Runtime.getRuntime().maxMemory() / 100 * jobHeapPercent);
  }

  /** Most memory of the process. */
  public long limitBytes() {
    return limit.bytes() > 0 ? limit.bytes() : (long) (SHARE * available());
  }

  /** Memory of the machine, or without end where it does not say. */
  public static long machineBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Long.MAX_VALUE;
  }

  private static long available() {
    long machine = machineBytes();
    for (Path path : CONTAINER_LIMITS) {
      machine = Math.min(machine, containerLimit(path));
    }
    return machine;
  }

  /** A container without a limit says "max", or a number beyond any memory. */
  private static long containerLimit(Path path) {
    try {
      return Long.parseLong(Files.readString(path).strip());
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
