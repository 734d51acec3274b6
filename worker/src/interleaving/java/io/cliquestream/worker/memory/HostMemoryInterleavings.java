package io.cliquestream.worker.memory;

import io.cliquestream.worker.Interleavings;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The account of a process's memory never exceeds its limit, and loses nothing. */
final class HostMemoryInterleavings {
  @Test
  void reservationsStayWithinTheLimitWhileACacheGivesWay() {
    Interleavings.of(
        () -> {
          var memory = new HostMemory(100);
          var cached = new AtomicLong(50);
          memory.reserveBeyondLimit(50);
          memory.onShortage(missing -> memory.release(cached.getAndSet(0)));
          Interleavings.Step job =
              () -> {
                if (memory.tryReserve(60)) {
                  Interleavings.require(memory.used() <= 100, "over the limit");
                  memory.release(60);
                }
              };
          Interleavings.together(job, job);
          Interleavings.require(memory.used() == cached.get(), memory.used() + " bytes are left");
        });
  }
}
