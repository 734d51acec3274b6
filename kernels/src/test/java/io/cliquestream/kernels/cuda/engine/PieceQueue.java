package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.cuda.share.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pieces of one job in this process: for devices that take what is next, or that take turns. */
final class PieceQueue {
  /** What a device did of a phase. */
  private record Done(int phase, long units, long allUnits) {}

  private final int devices;
  private final boolean turns;
  private final long aloneNanos;
  private final Map<Integer, AtomicInteger> taken = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> counts = new ConcurrentHashMap<>();
  private final List<Done> done = new ArrayList<>();
  private final AtomicInteger bound = new AtomicInteger();
  private final CountDownLatch offered = new CountDownLatch(1);
  private final boolean joined;
  private volatile String choice;

  private PieceQueue(int devices, boolean turns, long aloneNanos, String choice) {
    this.devices = devices;
    this.turns = turns;
    this.aloneNanos = aloneNanos;
    this.choice = choice;
    this.joined = choice != null;
  }

  /** Of a job that the first device offers after a while, 0 at once. */
  static PieceQueue of(int devices, boolean turns, long aloneNanos) {
    return new PieceQueue(devices, turns, aloneNanos, null);
  }

  /** Of a job that all devices join: nobody works alone before. */
  static PieceQueue joined(int devices, boolean turns, String choice) {
    return new PieceQueue(devices, turns, 0, choice);
  }

  int devices() {
    return devices;
  }

  /** Whether the job was offered. */
  boolean isShared() {
    return choice != null;
  }

  /** Pieces that were taken. */
  int pieces() {
    return taken.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  /** Waits for the offer, or for the end of a job that is not offered. */
  void awaitOffer(Future<?> first) throws InterruptedException {
    while (!isShared() && !first.isDone()) {
      if (offered.await(1, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Every phase was done by all devices together, and every piece was taken. */
  synchronized void requireAllDone() {
    Map<Integer, Long> units = new HashMap<>();
    for (Done part : done) {
      units.merge(part.phase(), part.units(), Long::sum);
    }
    for (Done part : done) {
      assertThat(units.get(part.phase())).as("phase " + part.phase()).isEqualTo(part.allUnits());
    }
    if (!turns) {
      counts.forEach(
          (phase, count) -> assertThat(taken.get(phase).get()).isGreaterThanOrEqualTo(count));
    }
  }

  /** The share of a device. */
  Share device(int number) {
    return new Share() {
      private final Map<Integer, Integer> own = new ConcurrentHashMap<>();

      @Override
      public Optional<String> choice() {
        return number > 0 || joined ? Optional.of(choice) : Optional.empty();
      }

      @Override
      public int mayDivide(double predictedNanos) {
        return devices;
      }

      @Override
      public long aloneNanos() {
        return aloneNanos;
      }

      @Override
      public int offer(String chosen, double predictedNanos) {
        assertThat(choice).isNull();
        assertThat(predictedNanos).isPositive();
        choice = chosen;
        offered.countDown();
        return devices;
      }

      @Override
      public int devices() {
        return devices;
      }

      @Override
      public int take(int phase, int count) {
        assertThat(counts.computeIfAbsent(phase, _ -> count)).isEqualTo(count);
        AtomicInteger next = taken.computeIfAbsent(phase, _ -> new AtomicInteger());
        if (!turns) {
          int piece = next.getAndIncrement();
          return piece < count ? piece : -1;
        }
        int piece = own.getOrDefault(phase, number);
        if (piece >= count) {
          return -1;
        }
        own.put(phase, piece + devices);
        next.incrementAndGet();
        return piece;
      }

      @Override
      public void did(int phase, long units, long allUnits) {
        synchronized (PieceQueue.this) {
          done.add(new Done(phase, units, allUnits));
        }
      }

      @Override
      public int bound() {
        return bound.get();
      }

      @Override
      public void raise(int size) {
        bound.accumulateAndGet(size, Math::max);
      }
    };
  }
}
