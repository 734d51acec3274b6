package io.cliquestream.kernels.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rule of turns, simulated: costs are given, servers take jobs and end them in simulated time,
 * and nothing here looks at a clock.
 */
final class FairSharesTest {
  private static final double CREDIT = 20;

  private record Job(String tenant, int priority, JobClass jobClass, double cost, double arrival) {
    Claim claim(double weight) {
      return new Claim(tenant, weight, priority, jobClass);
    }
  }

  /** A job on a server. */
  private record Served(FairShares<Job>.Entry entry, double start, double end) {}

  /** Servers that take the job whose turn it is as soon as they are free. */
  private static final class Simulation {
    final FairShares<Job> shares = new FairShares<>(CREDIT);
    final Map<String, Double> weights = new HashMap<>();
    final Map<String, Double> used = new HashMap<>();
    final List<Served> served = new ArrayList<>();
    final PriorityQueue<Served> running =
        new PriorityQueue<>(Comparator.comparingDouble(Served::end));
    final int servers;
    long added;
    long ended;
    double now;

    Simulation(int servers) {
      this.servers = servers;
    }

    void add(Job job) {
      added += job.tenant().equals("flood") ? 1 : 0;
      shares.add(job, job.claim(weights.getOrDefault(job.tenant(), 1.0)));
    }

    /** Jobs of the flood that wait or run. */
    int floods() {
      return (int) (added - ended);
    }

    /** Lets time pass until then; {@code after} is told of every end. */
    void run(double until, Runnable after) {
      while (true) {
        while (running.size() < servers) {
          FairShares<Job>.Entry next = shares.first((_, _) -> true, _ -> true);
          if (next == null) {
            break;
          }
          shares.take(next);
          running.add(new Served(next, now, now + next.item().cost()));
        }
        if (running.isEmpty() || running.peek().end() > until) {
          now = until;
          return;
        }
        Served last = running.remove();
        now = last.end();
        Job job = last.entry().item();
        shares.charge(last.entry(), job.cost());
        shares.remove(last.entry());
        used.merge(job.tenant(), job.cost(), Double::sum);
        served.add(last);
        ended += isFlood(last) ? 1 : 0;
        after.run();
      }
    }
  }

  private static double cost(Random random, double largest) {
    return largest * Math.pow(random.nextDouble(), 3) + 0.001;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 3", "2, 4", "4, 5", "8, 6", "32, 7"})
  void tenantsThatAlwaysWaitAreNeverFurtherApartThanTheBound(int servers, long seed) {
    var random = new Random(seed);
    double largest = 10;
    var simulation = new Simulation(servers);
    List<String> tenants = List.of("one", "two", "half", "many", "three");
    simulation.weights.putAll(Map.of("one", 1.0, "two", 2.0, "half", 0.5, "many", 1.0));
    simulation.weights.put("three", 3.0);
    Runnable refill =
        () -> {
          Map<String, Integer> waiting = new HashMap<>();
          for (String tenant : tenants) {
            waiting.put(tenant, tenant.equals("many") ? 50 : servers + 1);
          }
          // A tenant always has more waiting than servers could take; "many" has far more.
          for (String tenant : tenants) {
            for (int i = 0; i < waiting.get(tenant) / (servers + 1) + 1; i++) {
              simulation.add(
                  new Job(
                      tenant,
                      random.nextInt(10),
                      random.nextBoolean() ? JobClass.SMALL : JobClass.LONG,
                      cost(random, largest),
                      simulation.now));
            }
          }
          double bound = CREDIT + servers * largest;
          for (String a : tenants) {
            for (String b : tenants) {
              double wa = simulation.weights.get(a);
              double wb = simulation.weights.get(b);
              double apart =
                  simulation.used.getOrDefault(a, 0.0) / wa
                      - simulation.used.getOrDefault(b, 0.0) / wb;
              if (apart > (bound / wa + bound / wb) * (1 + 1e-9)) {
                throw new AssertionError(a + " is " + apart + " ahead of " + b);
              }
            }
          }
        };
    for (int i = 0; i <= servers; i++) {
      refill.run();
    }
    simulation.run(2_000.0 / servers * 4, refill);
    assertThat(simulation.served).hasSizeGreaterThan(1_000);
  }

  @Test
  void fiveLongJobsOfATenantCountNoMoreThanOneOfAnother() {
    var simulation = new Simulation(1);
    // Works that come back for turn after turn, as on the CPU engine.
    List<FairShares<Job>.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.add(
          simulation.shares.add(new Job("a", 0, JobClass.LONG, 1, 0), claim("a", JobClass.LONG)));
    }
    var other =
        simulation.shares.add(new Job("b", 0, JobClass.LONG, 1, 0), claim("b", JobClass.LONG));
    int turns = 0;
    for (int i = 0; i < 1_000; i++) {
      var next = simulation.shares.first((_, _) -> true, _ -> true);
      simulation.shares.serve(next);
      simulation.shares.charge(next, 1);
      turns += next == other ? 1 : 0;
    }
    assertThat(turns).isBetween(499, 501);
    assertThat(entries).hasSize(5);
  }

  private static Claim claim(String tenant, JobClass jobClass) {
    return new Claim(tenant, 1, 4, jobClass);
  }

  @Test
  void prioritiesAreWeightsWithinATenantAndNothingAcross() {
    var shares = new FairShares<String>(0);
    Map<String, Integer> turns = new HashMap<>();
    shares.add("a0", new Claim("a", 1, 0, JobClass.LONG));
    shares.add("a2", new Claim("a", 1, 2, JobClass.LONG));
    shares.add("b9", new Claim("b", 1, 9, JobClass.LONG));
    for (int i = 0; i < 6_500; i++) {
      var next = shares.first((_, _) -> true, _ -> true);
      shares.serve(next);
      shares.charge(next, 1);
      turns.merge(next.item(), 1, Integer::sum);
    }
    assertThat(turns.get("b9")).isBetween(3_249, 3_251);
    assertThat(turns.get("a2") / (double) turns.get("a0")).isBetween(2.24, 2.26);
  }

  @Test
  void aSmallJobGoesBeforeLongOnesOfOtherTenantsAndOfItsOwn() {
    var shares = new FairShares<String>(CREDIT);
    shares.add("long of a", claim("a", JobClass.LONG));
    var own = shares.add("long of b", claim("b", JobClass.LONG));
    shares.charge(own, 1);
    shares.add("small of b", claim("b", JobClass.SMALL));
    assertThat(shares.first((_, _) -> true, _ -> true).item()).isEqualTo("small of b");
    assertThat(shares.first((_, kind) -> kind == JobClass.LONG, _ -> true).item())
        .isEqualTo("long of a");
  }

  @Test
  void aFloodOfSmallJobsLeavesALongJobItsShare() {
    var shares = new FairShares<String>(CREDIT);
    var work = shares.add("long", claim("a", JobClass.LONG));
    double small = 0;
    double large = 0;
    for (int i = 0; i < 10_000; i++) {
      shares.add("small " + i, claim(i % 2 == 0 ? "b" : "a", JobClass.SMALL));
      var next = shares.first((_, _) -> true, _ -> true);
      if (next == work) {
        shares.serve(next);
        shares.charge(next, 1);
        large += 1;
      } else {
        shares.take(next);
        shares.charge(next, 1);
        shares.remove(next);
        small += 1;
      }
    }
    // Half of tenant a's half.
    assertThat(large / (large + small)).isBetween(0.24, 0.26);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void whoeverArrivesIsServedBeforeOthersHaveUsedMoreThanTheBound(long seed) {
    var random = new Random(seed);
    for (int servers = 1; servers <= 16; servers *= 4) {
      double largest = 5;
      var simulation = new Simulation(servers);
      List<Job> added = new ArrayList<>();
      for (int i = 0; i < 4_000; i++) {
        int tenant = (int) (12 * Math.pow(random.nextDouble(), 2));
        Job job =
            new Job(
                "t" + tenant,
                random.nextInt(10),
                random.nextInt(4) == 0 ? JobClass.LONG : JobClass.SMALL,
                cost(random, largest),
                simulation.now);
        added.add(job);
        simulation.add(job);
        simulation.run(simulation.now + random.nextDouble() * 1.1 / servers, () -> {});
      }
      // A flood of one tenant goes on for ever: everyone else is through with what it had.
      double floodStart = simulation.now;
      for (int i = 0; i < 100_000 && simulation.shares.size() > 0; i++) {
        simulation.add(new Job("flood", 9, JobClass.SMALL, largest, simulation.now));
        simulation.run(simulation.now + largest / servers, () -> {});
        if (simulation.shares.size() == simulation.floods()) {
          break;
        }
      }
      long others = simulation.served.stream().filter(s -> !isFlood(s)).count();
      assertThat(others).isEqualTo(added.size());
      double flooded =
          simulation.served.stream()
              .filter(FairSharesTest::isFlood)
              .mapToDouble(s -> s.entry().item().cost())
              .sum();
      double owed = added.stream().mapToDouble(Job::cost).sum();
      // The flood was never further ahead than any single tenant, whose work is part of the sum.
      assertThat(flooded).isLessThanOrEqualTo(owed + CREDIT + (servers + 1) * largest);
      assertThat(simulation.now).isGreaterThanOrEqualTo(floodStart);
    }
  }

  private static boolean isFlood(Served served) {
    return served.entry().item().tenant().equals("flood");
  }

  @Test
  void nobodySavesTimeUpWhileIdle() {
    var shares = new FairShares<String>(0);
    var early = shares.add("early", claim("sleeper", JobClass.LONG));
    shares.remove(early);
    var busy = shares.add("busy", claim("busy", JobClass.LONG));
    for (int i = 0; i < 1_000; i++) {
      shares.serve(busy);
      shares.charge(busy, 1);
    }
    shares.add("late", claim("sleeper", JobClass.LONG));
    int late = 0;
    for (int i = 0; i < 100; i++) {
      var next = shares.first((_, _) -> true, _ -> true);
      shares.serve(next);
      shares.charge(next, 1);
      late += next.item().equals("late") ? 1 : 0;
    }
    assertThat(late).isBetween(49, 51);
  }

  @Test
  void equalJobsKeepTheirOrder() {
    var shares = new FairShares<String>(CREDIT);
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      shares.add("job " + i, claim("a", JobClass.LONG));
    }
    for (int i = 0; i < 100; i++) {
      var next = shares.first((_, _) -> true, _ -> true);
      shares.take(next);
      shares.charge(next, 1);
      shares.remove(next);
      taken.add(next.item());
    }
    assertThat(taken).startsWith("job 0", "job 1", "job 2").endsWith("job 98", "job 99");
  }

  @Test
  void aDemotedJobKeepsItsPlaceInItsTenantsAccount() {
    var shares = new FairShares<String>(CREDIT);
    var demoted = shares.add("demoted", claim("a", JobClass.SMALL));
    shares.take(demoted);
    shares.charge(demoted, 100);
    shares.move(demoted, JobClass.LONG);
    shares.offer(demoted);
    shares.add("other", claim("b", JobClass.LONG));
    assertThat(shares.first((_, _) -> true, _ -> true).item()).isEqualTo("other");
    assertThat(demoted.claim().jobClass()).isEqualTo(JobClass.LONG);
    shares.remove(demoted);
    assertThat(shares.size()).isEqualTo(1);
  }

  @Test
  void tenantsThatCameOnceAreForgotten() {
    var shares = new FairShares<String>(CREDIT);
    for (int i = 0; i < 10_000; i++) {
      var entry = shares.add("job", claim("tenant " + i, JobClass.SMALL));
      shares.take(entry);
      shares.charge(entry, 1);
      shares.remove(entry);
      assertThat(shares.remembered()).isLessThanOrEqualTo(FairShares.REMEMBERED + 1);
    }
  }
}
