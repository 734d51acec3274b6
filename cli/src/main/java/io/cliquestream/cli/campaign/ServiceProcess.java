package io.cliquestream.cli.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java process of a campaign, whose output goes to a file; it can be killed and started again.
 */
final class ServiceProcess implements AutoCloseable {
  private static final long END_SECONDS = 60;

  private final String name;
  private final List<String> command;
  private final Path log;
  private Process process;
  private long peakBytes;

  /**
   * @param options of the JVM
   * @param main class with its arguments
   */
  ServiceProcess(String name, Path folder, List<String> options, List<String> main) {
    this.name = name;
    this.log = folder.resolve(name + ".log");
    command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(main);
  }

  synchronized void start() {
    try {
      var builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " does not start", e);
    }
  }

  /** SIGKILL; returns once the process is gone. */
  synchronized void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /**
   * Lets the process stand still, or go on: SIGSTOP, SIGCONT.
   *
   * @throws UncheckedIOException when the system has no such signals
   */
  synchronized void standStill(boolean still) throws InterruptedException {
    try {
      int end =
          new ProcessBuilder("kill", still ? "-STOP" : "-CONT", Long.toString(process.pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (end != 0) {
        throw new IOException("kill ended with " + end);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be stopped", e);
    }
  }

  /** Starts the process again if it ended by itself, as a supervisor does. */
  synchronized boolean startIfEnded() {
    if (process.isAlive()) {
      return false;
    }
    start();
    return true;
  }

  /** Operating-system id of the present process. */
  synchronized long pid() {
    return process.pid();
  }

  synchronized boolean isAlive() {
    return process.isAlive();
  }

  String name() {
    return name;
  }

  /** Largest resident memory seen by {@link #sample}. */
  synchronized long peakBytes() {
    return peakBytes;
  }

  /** Looks at the resident memory, where the system tells it. */
  synchronized void sample() {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          long kibibytes = Long.parseLong(line.replaceAll("[^0-9]", ""));
          peakBytes = Math.max(peakBytes, kibibytes << 10);
        }
      }
    } catch (IOException e) {
      // It ended while we looked, or the system has no such file: nothing to note.
      return;
    }
  }

  /** SIGTERM, then SIGKILL for one that does not listen. */
  @Override
  public synchronized void close() {
    if (process == null) {
      return;
    }
    process.destroy();
    try {
      if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
