package io.cliquestream.worker.jobs.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Shares partitions among members so that no member has two more than another, moving as few as
 * that takes, and none before it is ready where it goes.
 *
 * <p>Invariants: a partition is given to one member at most; one that a member owns is given to no
 * other (it is given back first, and to nobody in that round); every member gets the same plan from
 * the same words, whoever leads. Repeated with what came of it, it ends: every move lowers the
 * difference between two members, and what is balanced is left alone.
 *
 * @param given partitions of each member from now on
 * @param toPrepare partitions of others that each member is to make ready, or to keep so, and will
 *     get then
 */
record HandoverPlan(Map<String, Set<Integer>> given, Map<String, Set<Integer>> toPrepare) {
  /**
   * What a member says.
   *
   * @param name orders members; stays the same when a worker comes back
   * @param generation of the group in which it owned what it owns; -1 for none
   * @param owned partitions that are its own
   * @param ready partitions of others that it could take over at once
   */
  record Member(String name, int generation, Set<Integer> owned, Set<Integer> ready) {}

  /** The plan for partitions 0 to {@code partitions - 1} and members by id. */
  static HandoverPlan of(int partitions, Map<String, Member> members) {
    return new Making(partitions, members).plan();
  }

  private static final class Making {
    private final int partitions;
    private final Map<String, Member> members;
    private final List<String> order;
    private final Map<String, Set<Integer>> given = new HashMap<>();
    private final Map<String, Set<Integer>> toPrepare = new HashMap<>();

    /** Partitions of each member once everything has moved. */
    private final Map<String, TreeSet<Integer>> after = new HashMap<>();

    Making(int partitions, Map<String, Member> members) {
      this.partitions = partitions;
      this.members = members;
      this.order = new ArrayList<>(members.keySet());
      order.sort(
          Comparator.comparing((String id) -> members.get(id).name())
              .thenComparing(Comparator.naturalOrder()));
      for (String id : order) {
        given.put(id, new TreeSet<>());
        toPrepare.put(id, new TreeSet<>());
        after.put(id, new TreeSet<>());
      }
    }

    HandoverPlan plan() {
      Map<Integer, List<String>> claims = claims();
      claims.forEach(
          (partition, owners) -> {
            // Two who claim it in one generation: nobody until both have let go.
            if (owners.size() == 1) {
              given.get(owners.getFirst()).add(partition);
              after.get(owners.getFirst()).add(partition);
            }
          });
      for (int partition = 0; partition < partitions; partition++) {
        if (!claims.containsKey(partition)) {
          String next = nextFor(partition);
          given.get(next).add(partition);
          after.get(next).add(partition);
        }
      }
      while (move()) {
        // Until it is balanced.
      }
      return new HandoverPlan(given, toPrepare);
    }

    /** Owners by partition: of several the one of the latest generation. */
    private Map<Integer, List<String>> claims() {
      Map<Integer, List<String>> claims = new TreeMap<>();
      for (String id : order) {
        for (int partition : members.get(id).owned()) {
          if (partition < partitions) {
            List<String> before = claims.computeIfAbsent(partition, _ -> new ArrayList<>());
            int newest = before.isEmpty() ? -1 : members.get(before.getFirst()).generation();
            if (!before.isEmpty() && members.get(id).generation() > newest) {
              before.clear();
            }
            if (before.isEmpty() || members.get(id).generation() == newest) {
              before.add(id);
            }
          }
        }
      }
      return claims;
    }

    /** Who has fewest; among them one that is ready. */
    private String nextFor(int partition) {
      return first(
          order,
          Comparator.comparingInt((String id) -> after.get(id).size())
              .thenComparing(id -> !members.get(id).ready().contains(partition)));
    }

    private boolean move() {
      String most = first(order, Comparator.comparingInt(id -> -after.get(id).size()));
      String fewest = first(order, Comparator.comparingInt(id -> after.get(id).size()));
      if (after.get(most).size() - after.get(fewest).size() < 2) {
        return false;
      }
      Member next = members.get(fewest);
      int partition =
          first(
              after.get(most).descendingSet(),
              Comparator.comparing(p -> !next.ready().contains(p)));
      after.get(most).remove(partition);
      after.get(fewest).add(partition);
      if (!members.get(most).owned().contains(partition)) {
        // Nobody's until now.
        given.get(most).remove(partition);
        given.get(fewest).add(partition);
      } else {
        // Also when it is ready: so it stays until it is given.
        toPrepare.get(fewest).add(partition);
        if (next.ready().contains(partition)) {
          given.get(most).remove(partition);
        }
      }
      return true;
    }

    private static <T> T first(Collection<T> all, Comparator<T> by) {
      return all.stream().min(by).orElseThrow();
    }
  }
}
