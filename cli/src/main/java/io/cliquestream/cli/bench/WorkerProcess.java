package io.cliquestream.cli.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker as a process of its own, with this JVM's options; what it says goes to a file. */
record WorkerProcess(Process process, Path said) implements AutoCloseable {
  private static final long END_SECONDS = 60;

  /**
   * Starts one that waits for versions as long as a run may take.
   *
   * @param engine value of its setting {@code engine.kind}
   */
  static WorkerProcess start(String bootstrap, String engine, Duration limit) {
    List<String> command = new ArrayList<>(WholeRun.commandLine("serve"));
    command.addAll(List.of("--bootstrap", bootstrap, "--set", "http.port=0"));
    command.addAll(List.of("--set", "engine.kind=" + engine));
    command.addAll(List.of("--set", "jobs.version-wait=" + limit.toSeconds() + "s"));
    try {
      Path said = Files.createTempFile("cliquestream-bench-", ".log");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      return new WorkerProcess(process, said);
    } catch (IOException e) {
      throw WholeRun.failure("a worker could not be started: " + e.getMessage());
    }
  }

  /** Fails as the worker did when it has ended. */
  void requireAlive() {
    if (!process.isAlive()) {
      try {
        throw WholeRun.ended(process.exitValue(), Files.readString(said).strip());
      } catch (IOException e) {
        throw WholeRun.failure("the worker ended with " + process.exitValue());
      }
    }
  }

  /** SIGTERM, then SIGKILL for one that does not listen. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      Files.deleteIfExists(said);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
