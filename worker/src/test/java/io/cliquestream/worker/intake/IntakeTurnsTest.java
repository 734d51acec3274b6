package io.cliquestream.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Partitions that were restored side by side had their graphs, and answered their jobs, all at the
 * end of it.
 */
class IntakeTurnsTest {
  private final List<String> taken = new ArrayList<>();

  private final class Feed implements IntakeTurns.Taker {
    private final String name;
    private final long number;
    private boolean restored;

    private Feed(String name, long number, boolean restored) {
      this.name = name;
      this.number = number;
      this.restored = restored;
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public boolean isRestored() {
      return restored;
    }

    @Override
    public void take() {
      taken.add(name);
    }
  }

  @Test
  void theFirstPartitionIsRestoredBeforeTheNextBegins() {
    var turns = new IntakeTurns(1);
    var first = new Feed("first", 0, false);
    var second = new Feed("second", 1, false);
    turns.wants(second);
    turns.wants(first);
    turns.ended();
    // The first has more of it each time that it was given a turn.
    turns.wants(first);
    turns.wants(second);
    turns.wants(new Feed("third", 2, false));
    turns.ended();
    turns.ended();

    assertThat(taken).containsExactly("second", "first", "first", "second");
  }

  @Test
  void noMoreThanTheThreadsWorkAtOnce() {
    var turns = new IntakeTurns(2);
    for (int number = 0; number < 3; number++) {
      turns.wants(new Feed(Integer.toString(number), number, false));
    }

    assertThat(taken).containsExactly("0", "1");
    turns.ended();
    assertThat(taken).containsExactly("0", "1", "2");
  }

  @Test
  void whatIsNewAndWhatIsRestoredTakeTurns() {
    var turns = new IntakeTurns(1);
    var working = new Feed("working", 0, true);
    turns.wants(working);
    for (int round = 0; round < 2; round++) {
      turns.wants(new Feed("new " + round, 10 + round, true));
      turns.wants(new Feed("restoring " + round, 20 + round, false));
    }
    for (int ended = 0; ended < 4; ended++) {
      turns.ended();
    }

    assertThat(taken).containsExactly("working", "restoring 0", "new 0", "restoring 1", "new 1");
  }

  @Test
  void whoWithdrewHasNoTurn() {
    var turns = new IntakeTurns(1);
    var working = new Feed("working", 0, false);
    var released = new Feed("released", 1, false);
    turns.wants(working);
    turns.wants(released);
    // Restored meanwhile: it is found all the same.
    released.restored = true;

    assertThat(turns.withdraw(released)).isTrue();
    assertThat(turns.withdraw(working)).isFalse();
    turns.ended();
    assertThat(taken).containsExactly("working");
  }
}
