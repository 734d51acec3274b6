package io.cliquestream.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, with this one's class path; ends by SIGKILL. */
public final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  public static ChildProcess start(Class<?> main, List<String> properties, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(properties);
    command.add(main.getName());
    command.addAll(arguments);
    return started(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  /** A program of any kind; what it writes to both outputs is read together. */
  public static ChildProcess ofCommand(List<String> command) {
    return started(new ProcessBuilder(command).redirectErrorStream(true));
  }

  private static ChildProcess started(ProcessBuilder builder) {
    try {
      return new ChildProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads lines until one holds this; then goes on reading, so that the process never waits. */
  public void awaitLineWith(String text) {
    var before = new StringBuilder();
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.contains(text)) {
          var _ = Thread.ofPlatform().daemon().start(() -> output.lines().forEach(_ -> {}));
          return;
        }
        before.append(line).append('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("the process ended before it said '" + text + "':\n" + before);
  }

  /** Reads lines until one starts so; returns the rest of it. */
  public String awaitLine(String start) {
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(start)) {
          return line.substring(start.length());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("the process ended before it said '" + start + "'");
  }

  /** Waits for the process to end by itself; returns its exit code. */
  public int awaitEnd() {
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the process did not end");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** SIGTERM; returns when the process has ended. */
  public void terminate() {
    if (!process.toHandle().destroy()) {
      throw new IllegalStateException("no signal could be sent");
    }
    var _ = awaitEnd();
  }

  /** SIGKILL; returns when the process is gone. */
  public void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the process survived SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
