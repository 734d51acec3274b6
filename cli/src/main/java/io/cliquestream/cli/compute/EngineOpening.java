package io.cliquestream.cli.compute;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An engine that opens while the graph is read: a GPU's context takes some tenths of a second. An
 * engine that does not open ends the reading, too.
 */
public final class EngineOpening implements AutoCloseable {
  /** Begun before the command line was read. */
  private static final AtomicReference<EngineOpening> AHEAD = new AtomicReference<>();

  private final EngineChoice choice;
  private final int threads;
  private final List<Integer> devices;
  private final CompletableFuture<Engine> opened = new CompletableFuture<>();
  private long waitedNanos;

  private EngineOpening(EngineChoice choice, int threads, List<Integer> devices) {
    this.choice = choice;
    this.threads = threads;
    this.devices = devices;
  }

  /**
   * Begins to open the engine that a command line will ask for, before the command line is read in
   * full: describing the commands takes as long as a GPU's driver needs to start. Does nothing for
   * words that want no engine or the host's.
   */
  public static void ahead(List<String> words) {
    if (!words.getFirst().equals("compute")
        || !words.contains("--graph")
        || words.stream().anyMatch(word -> word.startsWith("--devices"))) {
      return;
    }
    String engine = "auto";
    int threads = 0;
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).equals("--engine")) {
        engine = words.get(i + 1);
      } else if (words.get(i).equals("--threads") && words.get(i + 1).matches("\\d{1,4}")) {
        threads = Integer.parseInt(words.get(i + 1));
      }
    }
    for (EngineChoice choice : EngineChoice.values()) {
      if (choice != EngineChoice.CPU && choice.name().equalsIgnoreCase(engine)) {
        EngineOpening opening = new EngineOpening(choice, threads, List.of());
        opening.start();
        AHEAD.set(opening);
      }
    }
  }

  /**
   * Closes an engine that opened ahead and that no command took, as after a mistake in the command
   * line: a process must not end while the driver starts.
   */
  public static void closeUnused() {
    EngineOpening ahead = AHEAD.getAndSet(null);
    if (ahead != null) {
      ahead.close();
    }
  }

  /**
   * Begins to open an engine for one job after another, or takes the one that opens already.
   *
   * @param threads CPU threads; 0 stands for one per core
   * @param devices GPUs that share the job; none for the first
   * @param control cancelled when the engine does not open
   */
  static EngineOpening begin(
      EngineChoice choice, int threads, List<Integer> devices, JobControl control) {
    EngineOpening ahead = AHEAD.getAndSet(null);
    if (ahead != null
        && (ahead.choice != choice || ahead.threads != threads || !devices.isEmpty())) {
      ahead.close();
      ahead = null;
    }
    EngineOpening opening = ahead == null ? new EngineOpening(choice, threads, devices) : ahead;
    if (choice == EngineChoice.CPU) {
      opening.open();
      opening.requireNoFailure();
    } else if (ahead == null) {
      opening.start();
    }
    var _ =
        opening.opened.whenComplete(
            (_, failure) -> {
              if (failure != null) {
                control.cancel("the engine does not open");
              }
            });
    return opening;
  }

  private void start() {
    Thread.ofPlatform().daemon().name("cliquestream-open").start(this::open);
  }

  private void open() {
    try {
      EngineOptions options = EngineOptions.ONE_JOB.withThreads(threads);
      opened.complete(
          devices.isEmpty()
              ? Engines.open(choice, options)
              : Engines.openSupervised(choice, options, devices));
    } catch (Throwable e) { // also an Error: whoever waits must hear of it
      opened.completeExceptionally(e);
    }
  }

  /**
   * Waits for the engine.
   *
   * @throws RuntimeException why it does not open
   */
  Engine engine() {
    long start = System.nanoTime();
    try {
      return opened.join();
    } catch (CompletionException e) {
      throw unchecked(e.getCause());
    } finally {
      waitedNanos += System.nanoTime() - start;
    }
  }

  /** Throws why the engine does not open, if that is known by now. */
  void requireNoFailure() {
    if (opened.isCompletedExceptionally()) {
      throw unchecked(opened.exceptionNow());
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    return switch (failure) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case Throwable e -> new IllegalStateException(e);
    };
  }

  /** Time that somebody waited for the engine and for nothing else. */
  long waitedNanos() {
    return waitedNanos;
  }

  /** Closes the engine, once it is open. */
  @Override
  public void close() {
    Engine engine;
    try {
      engine = opened.join();
    } catch (CompletionException | CancellationException e) {
      // Told by whoever asked for the engine.
      return;
    }
    engine.close();
  }
}
