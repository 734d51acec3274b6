package io.cliquestream.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command in a process of its own, as a container runs it, and all that it says. */
public final class ServeProcess implements AutoCloseable {
  private static final long LIMIT_SECONDS = 90;

  private final Process process;
  private final List<String> said = new ArrayList<>();
  private boolean silent;

  private ServeProcess(Process process) {
    this.process = process;
    Thread.ofPlatform().daemon().name("listen-to-serve").start(this::listen);
  }

  /**
   * Starts a worker.
   *
   * @param environment variables besides those of this process
   */
  static ServeProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    var words = new ArrayList<>(List.of("serve", "--set", "http.port=0"));
    words.addAll(List.of("--set", "log.library-level=info"));
    words.addAll(List.of(arguments));
    return of(environment, words.toArray(String[]::new));
  }

  /**
   * Starts any command.
   *
   * @param environment variables besides those of this process
   */
  public static ServeProcess of(Map<String, String> environment, String... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new ServeProcess(builder.start());
  }

  /** Waits until a line contains a text. */
  public synchronized String awaitLine(String text) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (true) {
      for (String line : said) {
        if (line.contains(text)) {
          return line;
        }
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (silent || left <= 0) {
        throw new AssertionError("never said '" + text + "' but " + String.join("\n", said));
      }
      wait(left);
    }
  }

  /** SIGTERM. */
  public ServeProcess terminate() {
    // Through its handle: the process's own method would also stop listening to it.
    if (!process.toHandle().destroy()) {
      throw new IllegalStateException("no signal could be sent");
    }
    return this;
  }

  /** SIGKILL. */
  public ServeProcess kill() {
    process.destroyForcibly();
    return this;
  }

  /** The process's exit code, once it has ended and everything it said was heard. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("did not end; said " + said());
    }
    synchronized (this) {
      while (!silent) {
        wait();
      }
    }
    return process.exitValue();
  }

  /** Everything on both streams up to now. */
  public synchronized String said() {
    return String.join("\n", said);
  }

  private void listen() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        synchronized (this) {
          said.add(line);
          notifyAll();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      synchronized (this) {
        silent = true;
        notifyAll();
      }
    }
  }

  @Override
  public void close() {
    kill().process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
  }
}
