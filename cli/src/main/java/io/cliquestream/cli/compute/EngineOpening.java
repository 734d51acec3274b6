package io.cliquestream.cli.compute;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * An engine that opens while the graph is read: a GPU's context takes some tenths of a second. An
 * engine that does not open ends the reading, too.
 */
final class EngineOpening implements AutoCloseable {
  private final CompletableFuture<Engine> opened = new CompletableFuture<>();
  private long waitedNanos;

  private EngineOpening() {}

  /**
   * Begins to open an engine for one job after another.
   *
   * @param threads CPU threads; 0 stands for one per core
   * @param control cancelled when the engine does not open
   */
  static EngineOpening begin(EngineChoice choice, int threads, JobControl control) {
    EngineOptions options = EngineOptions.ONE_JOB.withThreads(threads);
    EngineOpening opening = new EngineOpening();
    switch (choice) {
      case CPU -> opening.opened.complete(Engines.open(choice, options));
      case CUDA, AUTO ->
          Thread.ofPlatform()
              .daemon()
              .name("cliquestream-open")
              .start(() -> opening.open(choice, options, control));
    }
    return opening;
  }

  private void open(EngineChoice choice, EngineOptions options, JobControl control) {
    try {
      opened.complete(Engines.open(choice, options));
    } catch (Throwable e) { // also an Error: whoever waits must hear of it
      opened.completeExceptionally(e);
      control.cancel("the engine does not open");
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
