package io.cliquestream.worker.graphs.cache;

import io.cliquestream.worker.Interleavings;
import io.cliquestream.worker.memory.HostMemory;
import org.junit.jupiter.api.Test;

/** Memory with several users is freed once, after the last of them, and leaves the account then. */
final class CountedInterleavings {
  private static final long BYTES = 40;

  /** Memory that knows whether it is there. */
  private static final class Block implements AutoCloseable {
    private int closed;

    void use() {
      Interleavings.require(closed == 0, "used after it was freed");
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  void aUserNeverLosesItsMemoryAndTheLastOneFreesIt() {
    Interleavings.of(
        () -> {
          var memory = new HostMemory(100);
          var block = new Block();
          var counted = new Counted<>(block, BYTES, memory, freed -> {});
          Interleavings.Step lease =
              () -> {
                if (counted.tryPin()) {
                  counted.value().use();
                  counted.unpin();
                }
              };
          Interleavings.together(counted::unpin, lease, lease);
          Interleavings.require(block.closed == 1, "freed " + block.closed + " times");
          Interleavings.require(memory.used() == 0, memory.used() + " bytes are left");
          Interleavings.require(!counted.tryPin(), "taken after it was freed");
        });
  }
}
