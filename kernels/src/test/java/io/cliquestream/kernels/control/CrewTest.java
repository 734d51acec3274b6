package io.cliquestream.kernels.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for more: nothing is done twice, left out, or kept, whoever joins and when. */
@Timeout(120)
class CrewTest {
  private static final int ITEMS = 200;

  /** Shares items out as a range task does, and closes the offer. */
  private static Throwable share(Crew crew, int threads, AtomicIntegerArray done) {
    AtomicLong next = new AtomicLong();
    Runnable participant =
        () -> {
          for (long at = next.getAndIncrement(); at < done.length(); at = next.getAndIncrement()) {
            done.incrementAndGet((int) at);
          }
        };
    Offer offer = new Offer(participant, threads);
    crew.show(offer, threads);
    participant.run();
    return offer.close(crew.waits());
  }

  private static void assertOnce(AtomicIntegerArray done) {
    for (int i = 0; i < done.length(); i++) {
      assertThat(done.get(i)).as("times that item %d was taken", i).isEqualTo(1);
    }
  }

  @Test
  void stagesOfManyCallersAreDoneOnceHoweverManyWait() throws InterruptedException {
    Crew crew = new Crew(true);
    List<Thread> callers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int caller = 0; caller < 3; caller++) {
      int threads = 1 + caller;
      callers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int round = 0; round < 500; round++) {
                        if (round % 50 == 0) {
                          crew.call(threads);
                        }
                        AtomicIntegerArray done = new AtomicIntegerArray(ITEMS);
                        assertThat(share(crew, threads, done)).isNull();
                        assertOnce(done);
                      }
                    } catch (Throwable failure) {
                      synchronized (failures) {
                        failures.add(failure);
                      }
                    }
                  }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(failures).isEmpty();
    leave(crew);
  }

  /** All go when nothing is offered any more. */
  private static void leave(Crew crew) throws InterruptedException {
    while (crew.waiting() > 0) {
      Thread.sleep(1);
    }
    assertThat(crew.waiting()).isZero();
  }

  @Test
  void offersThatNobodyJoinsEndAndLateOnesAreRefused() {
    Crew crew = new Crew(false);
    AtomicBoolean ran = new AtomicBoolean();
    Offer offer = new Offer(() -> ran.set(true), 2);
    assertThat(offer.close(crew.waits())).isNull();
    assertThat(offer.join()).isFalse();
    assertThat(ran).isFalse();
  }

  @Test
  void noMoreJoinThanThereArePlaces() {
    Offer offer = new Offer(() -> {}, 2);
    assertThat(offer.join()).isTrue();
    assertThat(offer.join()).isTrue();
    assertThat(offer.join()).isFalse();
    offer.work();
    offer.work();
    assertThat(offer.close(true)).isNull();
  }

  @Test
  void theFirstFailureIsToldTheOthersAreWithIt() {
    Offer offer =
        new Offer(
            () -> {
              throw new IllegalStateException("no");
            },
            2);
    assertThat(offer.join()).isTrue();
    assertThat(offer.join()).isTrue();
    offer.work();
    offer.work();
    assertThat(offer.close(false))
        .hasMessage("no")
        .satisfies(told -> assertThat(told.getSuppressed()).hasSize(1));
  }

  @Test
  void anInterruptedCallerWaitsForThoseThatHaveJoinedAndStaysInterrupted() throws Exception {
    CountDownLatch joined = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Offer offer =
        new Offer(
            () -> {
              joined.countDown();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              ended.set(true);
            },
            1);
    Thread helper = Thread.ofPlatform().start(() -> assertThat(offer.join()).isTrue());
    helper.join();
    Thread worker = Thread.ofPlatform().start(offer::work);
    joined.await();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  offer.close(true);
                  interrupted.set(Thread.currentThread().isInterrupted() && ended.get());
                });
    goOn.countDown();
    caller.join();
    worker.join();
    assertThat(interrupted).isTrue();
  }

  @Test
  void workIsNotKeptByThoseThatWaitForMore() throws InterruptedException {
    Crew crew = new Crew(true);
    WeakReference<long[]> rows = offered(crew);
    for (int tries = 0; tries < 1_000 && rows.get() != null; tries++) {
      System.gc();
      Thread.sleep(1);
    }
    assertThat(rows.get()).isNull();
    leave(crew);
  }

  private static WeakReference<long[]> offered(Crew crew) {
    long[] rows = new long[1_000];
    crew.call(1);
    Offer offer = new Offer(() -> rows[0]++, 1);
    crew.show(offer, 1);
    offer.close(true);
    return new WeakReference<>(rows);
  }

  @Test
  void aCallWhileThePoolIsBusyBlocksNobody() throws InterruptedException {
    Crew crew = new Crew(true);
    CountDownLatch goOn = new CountDownLatch(1);
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool()
          .execute(
              () -> {
                try {
                  goOn.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
    }
    crew.call(2);
    AtomicIntegerArray done = new AtomicIntegerArray(ITEMS);
    assertThat(share(crew, 2, done)).isNull();
    assertOnce(done);
    goOn.countDown();
    leave(crew);
  }
}
