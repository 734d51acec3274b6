package io.cliquestream.kernels.engine.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Graphs in files for an engine's process; here the test's own process maps them. */
@Timeout(60)
final class SharedGraphsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Executor JOBS = Thread::startVirtualThread;

  private final MappingOpener opener = new MappingOpener();
  private final SharedGraphs shared = new SharedGraphs(opener);

  /** Maps every file that it is told of, as an engine's process does, or fails as told. */
  private static final class MappingOpener implements SharedGraphs.Opener {
    final Map<Long, Path> files = new HashMap<>();
    final Map<Long, Graph> mapped = new HashMap<>();
    final List<Long> asked = new ArrayList<>();
    final Queue<Supplier<? extends Throwable>> failuresOfOpen = new ArrayDeque<>();
    final Queue<Supplier<? extends Throwable>> failuresOfClose = new ArrayDeque<>();
    final CountDownLatch opening = new CountDownLatch(1);
    volatile CountDownLatch mayOpen = new CountDownLatch(0);

    @Override
    public long open(long key, Path file) {
      opening.countDown();
      try {
        mayOpen.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      synchronized (this) {
        failIfTold(failuresOfOpen);
        files.put(key, file);
        try {
          mapped.put(key, GraphImage.map(file));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return key;
      }
    }

    @Override
    public synchronized void close(long key, long opened) {
      assertThat(opened).isEqualTo(key);
      asked.add(key);
      failIfTold(failuresOfClose);
      mapped.remove(key).close();
    }

    private static void failIfTold(Queue<Supplier<? extends Throwable>> failures) {
      switch (failures.isEmpty() ? null : failures.remove().get()) {
        case null -> {}
        case Error e -> throw e;
        case Throwable e -> throw (RuntimeException) e;
      }
    }
  }

  @AfterEach
  void close() {
    shared.close();
    opener.mapped.values().forEach(Graph::close);
  }

  @Test
  void aUseLeakedAndItsJobFailedWhenAnotherGraphCouldNotBeForgotten() {
    leaksNothingWhenForgettingFails(
        () -> new ComputeException(FailureCode.DEVICE_FAULT, "the process is gone"));
  }

  @Test
  void aJobWaitedForeverWhenForgettingAnotherGraphRanOutOfMemory() {
    leaksNothingWhenForgettingFails(() -> new OutOfMemoryError("of a test"));
  }

  private void leaksNothingWhenForgettingFails(Supplier<? extends Throwable> failure) {
    long first = useOnceAndClose(complete(4));
    opener.failuresOfClose.add(failure);
    // Has the first one forgotten, which fails: that is not this job's business.
    long second = useOnceAndClose(complete(5));
    assertThat(opener.asked).containsExactly(first);
    assertThat(opener.mapped).containsKey(first);
    // What could not be forgotten is tried again with the next job, and the second is not in use.
    useOnceAndClose(complete(6));
    assertThat(opener.asked).containsExactlyInAnyOrder(first, first, second);
    assertThat(opener.mapped).doesNotContainKeys(first, second);
    assertThat(opener.files.get(first)).doesNotExist();
    assertThat(opener.files.get(second)).doesNotExist();
  }

  @Test
  void aGraphWhoseFileCouldNotBeDeletedWasTakenBackFromTheProcessTwice() throws Exception {
    long first = useOnceAndClose(complete(4));
    Path file = opener.files.get(first);
    long bytes = shared.bytes();
    // A folder with something in it is what no process can delete as a file, not even root's.
    Files.delete(file);
    Path inside = Files.createFile(Files.createDirectory(file).resolve("inside"));
    long second = useOnceAndClose(complete(5));
    assertThat(opener.asked).containsExactly(first);
    // What lies there still counts, and jobs on others go on.
    assertThat(shared.bytes()).isGreaterThan(bytes);
    long third = useOnceAndClose(complete(6));
    assertThat(opener.asked).containsExactly(first, second);
    assertThat(file).exists();
    assertThat(opener.files.get(second)).doesNotExist();

    Files.delete(inside);
    useOnceAndClose(complete(7));
    assertThat(file).doesNotExist();
    assertThat(opener.asked).containsExactly(first, second, third);
  }

  @Test
  void aStoppedJobWaitedOnForAGraphThatWasBeingOpened() throws Exception {
    opener.mayOpen = new CountDownLatch(1);
    Graph graph = complete(4);
    var control = JobControl.unbounded();
    var stopped = CompletableFuture.runAsync(() -> shared.use(graph, control).close(), JOBS);
    opener.opening.await();
    var patient = CompletableFuture.supplyAsync(() -> use(graph), JOBS);
    control.cancel("seen enough");
    assertThatThrownBy(() -> stopped.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StoppedException.class);
    assertThat(opener.mapped).isEmpty();
    opener.mayOpen.countDown();
    long key;
    try (SharedGraphs.Use use = patient.get(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      key = use.key();
    }
    // Neither job uses it any more: it goes with its owner.
    graph.close();
    useOnceAndClose(complete(5));
    assertThat(opener.asked).containsExactly(key);
  }

  @Test
  void aGraphThatCouldNotBeOpenedIsOpenedForTheNextJob() {
    opener.failuresOfOpen.add(() -> new OutOfMemoryError("of a test"));
    opener.failuresOfOpen.add(() -> new ComputeException(FailureCode.GRAPH_TOO_LARGE, "no room"));
    try (Graph graph = complete(4)) {
      assertThatThrownBy(() -> use(graph))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("cannot be shared");
      assertThatThrownBy(() -> use(graph)).hasMessage("no room");
      assertThat(shared.bytes()).isZero();
      try (SharedGraphs.Use use = use(graph)) {
        assertThat(opener.mapped.get(use.key()).edgeCount()).isEqualTo(graph.edgeCount());
      }
    }
  }

  @Test
  void aGraphWhoseMemoryIsAFileLayTwiceInMemory() throws Exception {
    try (Graph plain = complete(40)) {
      Path copy;
      try (SharedGraphs.Use use = use(plain)) {
        copy = opener.files.get(use.key());
        assertThat(shared.bytes()).isEqualTo(GraphImage.bytes(plain)).isEqualTo(Files.size(copy));
      }
      // A file system has its own links alone.
      Path image = copy.getParent().resolve("image.graph");
      GraphImage.write(plain, image);
      try (Graph mapped = GraphImage.map(image);
          SharedGraphs.Use use = use(mapped)) {
        Path linked = opener.files.get(use.key());
        assertThat(linked).isNotEqualTo(image);
        assertThat(Files.getAttribute(linked, "unix:ino"))
            .isEqualTo(Files.getAttribute(image, "unix:ino"));
        assertThat(shared.bytes()).isEqualTo(GraphImage.bytes(plain));
      }
      try (Graph mapped = GraphImage.map(image)) {
        Files.delete(image);
        try (SharedGraphs.Use use = use(mapped)) {
          assertThat(opener.mapped.get(use.key()).edgeCount()).isEqualTo(plain.edgeCount());
        }
      }
    }
  }

  private SharedGraphs.Use use(Graph graph) {
    return shared.use(graph, JobControl.within(LIMIT));
  }

  /** Returns the key of a graph that its owner has closed since. */
  private long useOnceAndClose(Graph graph) {
    try (graph;
        SharedGraphs.Use use = use(graph)) {
      assertThat(opener.mapped.get(use.key()).vertexCount()).isEqualTo(graph.vertexCount());
      return use.key();
    }
  }

  private static Graph complete(int vertices) {
    try (EdgeArray edges = EdgeArray.wide()) {
      for (int u = 0; u < vertices; u++) {
        for (int v = u + 1; v < vertices; v++) {
          edges.add(u, v);
        }
      }
      return GraphBuilder.build(edges);
    }
  }
}
