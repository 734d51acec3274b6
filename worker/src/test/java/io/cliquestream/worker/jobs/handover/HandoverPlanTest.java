package io.cliquestream.worker.jobs.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.jobs.handover.HandoverPlan.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class HandoverPlanTest {
  private static Member member(String name, Set<Integer> owned, Set<Integer> ready) {
    return new Member(name, 1, owned, ready);
  }

  @Test
  void whatNobodyOwnsIsGivenAtOnce() {
    var plan =
        HandoverPlan.of(
            5, Map.of("a", member("a", Set.of(), Set.of()), "b", member("b", Set.of(), Set.of())));
    assertThat(plan.given().get("a")).hasSize(3);
    assertThat(plan.given().get("b")).hasSize(2);
    assertThat(plan.toPrepare().values()).allMatch(Set::isEmpty);
  }

  @Test
  void aPartitionStaysUntilItIsReadyAndThenGoesThroughNobodysHands() {
    var a = member("a", Set.of(0, 1, 2, 3), Set.of());
    var first = HandoverPlan.of(4, Map.of("a", a, "b", member("b", Set.of(), Set.of())));
    assertThat(first.given().get("a")).containsExactly(0, 1, 2, 3);
    assertThat(first.given().get("b")).isEmpty();
    Set<Integer> wanted = first.toPrepare().get("b");
    assertThat(wanted).containsExactly(2, 3);

    var second = HandoverPlan.of(4, Map.of("a", a, "b", member("b", Set.of(), wanted)));
    assertThat(second.given().get("a")).containsExactly(0, 1);
    assertThat(second.given().get("b")).isEmpty();
    assertThat(second.toPrepare().get("b")).as("kept until they come").isEqualTo(wanted);

    var third =
        HandoverPlan.of(
            4,
            Map.of("a", member("a", Set.of(0, 1), Set.of()), "b", member("b", Set.of(), wanted)));
    assertThat(third.given().get("b")).isEqualTo(wanted);
    assertThat(third.toPrepare().get("b")).isEmpty();
  }

  @Test
  void aPartitionThatTwoClaimIsTheLaterOnes() {
    var stale = new Member("a", 3, Set.of(0), Set.of());
    var owner = new Member("b", 4, Set.of(0, 1), Set.of());
    var plan = HandoverPlan.of(2, Map.of("a", stale, "b", owner));
    assertThat(plan.given().get("b")).contains(0);
    assertThat(plan.given().get("a")).doesNotContain(0);
    var both = new Member("a", 4, Set.of(0), Set.of());
    var contested = HandoverPlan.of(2, Map.of("a", both, "b", owner));
    assertThat(contested.given().get("a")).doesNotContain(0);
    assertThat(contested.given().get("b")).doesNotContain(0);
  }

  /** Workers come, go without a word and come back; whatever happens, it ends and is balanced. */
  @Test
  void everyGroupComesToRestBalancedAndGivesNothingAwayUnprepared() {
    long seed = Long.getLong("cliquestream.test.seed", 11L);
    var random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      int partitions = 1 + random.nextInt(20);
      Map<String, Member> members = new HashMap<>();
      for (int step = 0; step < 6; step++) {
        String who = "w" + random.nextInt(5);
        if (members.remove(who) == null || members.isEmpty()) {
          members.put(who, member(who, Set.of(), Set.of()));
        }
        rest(partitions, members, "seed %d round %d".formatted(seed, round));
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // members are told apart by identity
  private static void rest(int partitions, Map<String, Member> members, String where) {
    for (int rebalance = 0; ; rebalance++) {
      assertThat(rebalance).as(where).isLessThan(10);
      Map<Integer, String> owners = new HashMap<>();
      members.forEach((id, member) -> member.owned().forEach(p -> owners.put(p, id)));
      HandoverPlan plan = HandoverPlan.of(partitions, members);
      boolean moves = false;
      Set<Integer> all = new HashSet<>();
      for (String id : Set.copyOf(members.keySet())) {
        Member before = members.get(id);
        for (int partition : plan.given().get(id)) {
          assertThat(all.add(partition)).as(where).isTrue();
          assertThat(owners.getOrDefault(partition, id)).as(where).isEqualTo(id);
        }
        var left = new TreeSet<>(before.owned());
        left.removeAll(plan.given().get(id));
        for (int partition : left) {
          assertThat(members.values())
              .as(where)
              .anyMatch(other -> other != before && other.ready().contains(partition));
        }
      }
      for (String id : Set.copyOf(members.keySet())) {
        var next = member(id, plan.given().get(id), plan.toPrepare().get(id));
        moves |= !next.equals(members.put(id, next));
      }
      if (!moves) {
        assertThat(all).as(where).hasSize(partitions);
        int most = members.values().stream().mapToInt(m -> m.owned().size()).max().orElseThrow();
        int fewest = members.values().stream().mapToInt(m -> m.owned().size()).min().orElseThrow();
        assertThat(most - fewest).as(where).isLessThan(2);
        return;
      }
    }
  }
}
