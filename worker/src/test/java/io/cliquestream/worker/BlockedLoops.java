package io.cliquestream.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxThread;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Vert.x for tests, whose event loops make a test fail that are held up within one turn: by
 * computing, counted in the thread's processor time, or by waiting for a lock, a file or another
 * thread, counted without what the thread waited for a processor. So the bound is a tight one, and
 * a machine with more to do than it has processors fails no test. Every test that runs anything of
 * the service on an event loop uses it and ends with {@link #requireNone}.
 */
public final class BlockedLoops {
  private static final long LOOK_MILLIS = 10;

  private static final List<String> FOUND = new CopyOnWriteArrayList<>();
  private static final List<WatchedLoop> LOOPS = new CopyOnWriteArrayList<>();
  private static final AtomicBoolean LOADED = new AtomicBoolean();

  static {
    Thread.ofPlatform().daemon().name("watch-loops").start(BlockedLoops::watch);
  }

  private BlockedLoops() {}

  /**
   * The first server of a process loads hundreds of classes on its loop, once, before it serves.
   */
  private static void loadServerClasses() {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    vertx
        .createHttpServer()
        .requestHandler(_ -> {})
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .join();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  /** A Vert.x that is watched. */
  public static Vertx vertx() {
    if (LOADED.compareAndSet(false, true)) {
      loadServerClasses();
    }
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    for (EventExecutor loop : ((VertxInternal) vertx).nettyEventLoopGroup()) {
      loop.execute(() -> LOOPS.add(new WatchedLoop((VertxThread) Thread.currentThread())));
    }
    return vertx;
  }

  private static void watch() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        LOOPS.removeIf(WatchedLoop::isGone);
        for (WatchedLoop loop : LOOPS) {
          loop.look().ifPresent(FOUND::add);
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("event loops cannot be watched", e);
    }
  }

  /** What held event loops up since the last call. */
  static List<String> take() {
    List<String> found = List.copyOf(FOUND);
    FOUND.removeAll(found);
    return found;
  }

  /** Fails when an event loop was held up since the last call. */
  public static void requireNone() {
    assertThat(take()).as("event loops that were held up").isEmpty();
  }
}
