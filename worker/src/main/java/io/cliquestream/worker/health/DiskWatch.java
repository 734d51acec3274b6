package io.cliquestream.worker.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Whether the disk that evicted graphs go to takes them: writable, and not full. */
public final class DiskWatch {
  /** Below it the disk counts as full. */
  private static final long LEAST_BYTES = 16 << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private DiskWatch() {}

  /**
   * Watches the disk of a folder.
   *
   * @param folder the system's temporary folder when empty
   */
  public static BackgroundWatch of(Path folder) {
    Path watched =
        folder.toString().isEmpty() ? Path.of(System.getProperty("java.io.tmpdir")) : folder;
    return new BackgroundWatch("disk", PATIENCE, () -> look(watched)).start();
  }

  private static PartHealth look(Path folder) throws IOException {
    if (!Files.isWritable(folder)) {
      return PartHealth.down(Duration.ZERO, folder + " is not writable");
    }
    long free = Files.getFileStore(folder).getUsableSpace();
    return new PartHealth(free >= LEAST_BYTES, Duration.ZERO, (free >> 20) + " MiB free");
  }
}
