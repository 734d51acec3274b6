package io.cliquestream.worker.config;

import java.lang.management.ManagementFactory;

/** How much memory the process may take beside the Java heap. */
@Section("memory")
public record MemorySettings(
    @Setting(
            defaultValue = "0B",
            minimum = "0B",
            maximum = "64TiB",
            description =
                "Bytes off the heap for graphs, orientations, snapshots being put together and jobs"
                    + " together; three quarters of what the machine or container has beside the"
                    + " Java heap when 0.")
        ByteSize offHeapBytes) {
  private static final long LEAST_BYTES = 64L << 20;

  /** The limit in bytes, above 0. */
  public long limit() {
    if (offHeapBytes.bytes() > 0) {
      return offHeapBytes.bytes();
    }
    // Inside a container this is the container's memory.
    long all =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Long.MAX_VALUE;
    return Math.max(LEAST_BYTES, (all - Runtime.getRuntime().maxMemory()) / 4 * 3);
  }
}
