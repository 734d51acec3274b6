package io.cliquestream.worker.intake.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which fetch begins when; what has begun ends when the test says so. */
final class TenantTurnsTest {
  private final Begun begun = new Begun();
  private final List<String> names = new ArrayList<>();

  /** Keeps what is begun. */
  private static final class Begun extends AbstractExecutorService {
    final List<Runnable> tasks = new ArrayList<>();
    private boolean shutdown;

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void shutdown() {
      shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shutdown = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return shutdown;
    }

    @Override
    public boolean isTerminated() {
      return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return shutdown;
    }
  }

  @Test
  void aTenantLeavesThreadsForOthers() {
    var turns = new TenantTurns(4, begun);
    for (int i = 0; i < 5; i++) {
      ask(turns, "a");
    }
    assertThat(begun.tasks).hasSize(2);
    ask(turns, "b");
    ask(turns, "b");
    assertThat(begun.tasks).hasSize(3);
    ask(turns, "c");
    // c is the first that finds no thread without taking the last.
    assertThat(begun.tasks).hasSize(4);
    endAll();
    assertThat(names).hasSize(8).startsWith("a", "a", "b", "c");
  }

  @Test
  void whoHasFewestUnderWayComesFirstThenWhoWaitsLongest() {
    var turns = new TenantTurns(2, begun);
    List.of("a", "a", "a", "b", "b").forEach(tenant -> ask(turns, tenant));
    endAll();
    assertThat(names).containsExactly("a", "b", "a", "b", "a");
  }

  @Test
  void oneThreadServesWhoWaitsLongest() {
    var turns = new TenantTurns(1, begun);
    List.of("a", "a", "b").forEach(tenant -> ask(turns, tenant));
    assertThat(begun.tasks).hasSize(1);
    endAll();
    assertThat(names).containsExactly("a", "a", "b");
  }

  @Test
  void nothingBeginsAfterTheEnd() {
    var turns = new TenantTurns(1, begun);
    ask(turns, "a");
    ask(turns, "b");
    turns.close();
    endAll();
    assertThat(names).containsExactly("a");
    assertThatThrownBy(() -> ask(turns, "c")).isInstanceOf(RejectedExecutionException.class);
  }

  private void ask(TenantTurns turns, String tenant) {
    turns.execute(tenant, () -> names.add(tenant));
  }

  /** What has begun ends in its order, and what begins then. */
  private void endAll() {
    while (!begun.tasks.isEmpty()) {
      begun.tasks.removeFirst().run();
    }
  }
}
