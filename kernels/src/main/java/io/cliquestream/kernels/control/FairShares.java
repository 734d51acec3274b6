package io.cliquestream.kernels.control;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Whose turn it is: start-time fair queueing over tenants, then over each tenant's two classes of
 * jobs, then over its priorities, then by arrival. The one rule of this project for who goes next:
 * a lane asks it for the next job, a thread of the CPU engine for the next work.
 *
 * <p><b>What the words mean.</b> A <i>tenant's weight</i> says how much computing time it gets
 * against every other tenant that has something to compute at the same time: with weights 1 and 3,
 * a quarter and three quarters. It does not matter how many jobs a tenant has, nor how they are
 * prioritised: five hours-long jobs of one tenant and a single one of another get half each. A
 * <i>priority</i> is a weight (1.5 to its power) among the jobs of one tenant and orders nothing
 * across tenants: nobody gets more of the machine by writing 9 on everything. A <i>class</i> tells
 * short jobs from long ones. Within a tenant both classes have equal weight; but a small job may
 * borrow: it goes first as long as its tenant (and within the tenant, the small class) is no
 * further ahead than {@code credit}. So a small job that comes now and then never waits behind a
 * long one, and a flood of small jobs gets its fair share and no more.
 *
 * <p><b>The rule.</b> A tenant, a class and a priority each have a clock of <i>used time</i>: the
 * measured cost charged to it, divided by its weight. The next to go is the tenant whose clock
 * (less the credit, for a small job) is furthest behind, in it the class, in that the priority, in
 * that the entry. Whoever has had nothing to do starts at the clock of who was served last, so
 * nobody saves up time while idle, and nobody has to catch up for time when it was not there
 * (Goyal, Vin and Cheng, Start-time Fair Queueing, SIGCOMM 1996; for the credit: Duda and Cheriton,
 * Borrowed-Virtual-Time scheduling, SOSP 1999, where an urgent thread may go ahead of its clock).
 *
 * <p><b>Bounds.</b> Two tenants that both wait all the time are never further apart, in used time
 * over weight, than the credit and, over each one's weight, the largest cost that is charged at a
 * time by as many servers as there are. Therefore none starves: whoever waits is first as soon as
 * the others have used so much, whatever arrives meanwhile; a newcomer starts at the clock of who
 * was served last and so goes at most {@code credit} ahead once. The same holds among the classes
 * and the priorities of a tenant. {@code FairSharesTest} holds this against thousands of random
 * arrivals.
 *
 * <p>Costs O(tenants that wait) for a look and O(log of the entries of one priority) for a change.
 * Clocks of tenants that have nothing to do are kept until nobody is behind them, at most {@value
 * #REMEMBERED} of them. There is no time in here, only charges: guarded by its user's lock.
 *
 * @param <E> what waits for its turn
 */
public final class FairShares<E> {
  /** Tenants without entries whose clocks are kept. */
  static final int REMEMBERED = 1_024;

  private final double credit;
  private final Node tenants = new Node(null, 1);
  private final Map<String, Tenant> byName = new HashMap<>();
  private long sequence;
  private int entries;

  /**
   * Shares without entries.
   *
   * @param credit how far ahead of its clock a small job may go, in the unit of costs
   */
  public FairShares(double credit) {
    this.credit = credit;
  }

  /** A clock, and what it serves. */
  private static class Node {
    final Node parent;
    double weight;
    double used;

    /** The clock of the child that was served last: where newcomers start. */
    double time;

    int entries;

    Node(Node parent, double weight) {
      this.parent = parent;
      this.weight = weight;
    }
  }

  private final class Tenant extends Node {
    final String name;
    final Map<JobClass, ClassNode> classes = new EnumMap<>(JobClass.class);

    Tenant(String name, double weight) {
      super(tenants, weight);
      this.name = name;
    }
  }

  private final class ClassNode extends Node {
    final Map<Integer, Priority> priorities = new TreeMap<>();
    int waiting;

    ClassNode(Node tenant) {
      super(tenant, 1);
    }
  }

  private final class Priority extends Node {
    final ClassNode jobClass;
    final TreeSet<Entry> waiting =
        new TreeSet<>(
            (a, b) ->
                a.used != b.used ? Double.compare(a.used, b.used) : Long.compare(a.order, b.order));

    Priority(ClassNode jobClass, double weight) {
      super(jobClass, weight);
      this.jobClass = jobClass;
    }
  }

  /** Something that waits, or is being served; from {@link #add} to {@link #remove}. */
  public final class Entry {
    private final E item;
    private final long order;
    private Claim claim;
    private Priority node;
    private double used;
    private boolean waiting;

    private Entry(E item, Claim claim) {
      this.item = item;
      this.claim = claim;
      this.order = sequence++;
    }

    /** {@return what was added} */
    public E item() {
      return item;
    }

    /** {@return for whom it computes} */
    public Claim claim() {
      return claim;
    }
  }

  /**
   * Adds what waits from now on.
   *
   * @param item what is to be served
   * @param claim for whom
   * @return the item's place here, to be named in every other call
   */
  public Entry add(E item, Claim claim) {
    Entry entry = new Entry(item, claim);
    enter(entry);
    entry.used = entry.node.time;
    offer(entry);
    entries++;
    return entry;
  }

  private void enter(Entry entry) {
    Claim claim = entry.claim;
    Tenant tenant = byName.get(claim.tenant());
    if (tenant == null) {
      forgetIdle();
      tenant = new Tenant(claim.tenant(), claim.weight());
      byName.put(claim.tenant(), tenant);
    }
    tenant.weight = claim.weight();
    Tenant owner = tenant;
    ClassNode jobClass =
        tenant.classes.computeIfAbsent(claim.jobClass(), _ -> new ClassNode(owner));
    entry.node =
        jobClass.priorities.computeIfAbsent(
            claim.priority(), _ -> new Priority(jobClass, claim.priorityWeight()));
    for (Node node = entry.node; node.parent != null; node = node.parent) {
      if (node.entries++ == 0) {
        node.used = Math.max(node.used, node.parent.time);
      }
    }
  }

  private void leave(Entry entry) {
    for (Node node = entry.node; node.parent != null; node = node.parent) {
      node.entries--;
    }
  }

  private void forgetIdle() {
    if (byName.size() <= REMEMBERED) {
      return;
    }
    for (Iterator<Tenant> all = byName.values().iterator(); all.hasNext(); ) {
      Tenant tenant = all.next();
      if (tenant.entries == 0 && tenant.used <= tenants.time) {
        all.remove();
      }
    }
    if (byName.size() > REMEMBERED) {
      // Whoever is least ahead gains least by being forgotten.
      List<Tenant> idle = new ArrayList<>(byName.values());
      idle.removeIf(tenant -> tenant.entries > 0);
      idle.sort((a, b) -> Double.compare(a.used, b.used));
      int surplus = Math.min(idle.size(), byName.size() - REMEMBERED);
      idle.subList(0, surplus).forEach(tenant -> byName.remove(tenant.name));
    }
  }

  /**
   * Puts an entry that was taken back in its place.
   *
   * @param entry of these shares, taken before
   */
  public void offer(Entry entry) {
    if (!entry.waiting) {
      entry.waiting = true;
      entry.node.waiting.add(entry);
      entry.node.jobClass.waiting++;
    }
  }

  /**
   * An entry is being served and waits no longer; it still counts, and is still charged.
   *
   * @param entry of these shares, waiting
   */
  public void take(Entry entry) {
    withdraw(entry);
    serve(entry);
  }

  /**
   * An entry gets a turn and waits for the next one at the same time.
   *
   * @param entry of these shares, waiting
   */
  public void serve(Entry entry) {
    double begin = entry.used;
    for (Node node = entry.node; node != null; node = node.parent) {
      node.time = Math.max(node.time, begin);
      begin = node.used;
    }
  }

  private void withdraw(Entry entry) {
    if (entry.waiting) {
      entry.waiting = false;
      entry.node.waiting.remove(entry);
      entry.node.jobClass.waiting--;
    }
  }

  /**
   * Forgets an entry, waiting or served.
   *
   * @param entry of these shares
   */
  public void remove(Entry entry) {
    withdraw(entry);
    leave(entry);
    entries--;
  }

  /**
   * Moves an entry to another class; its tenant's clock stays as it is.
   *
   * @param entry of these shares
   * @param to the class from now on
   */
  public void move(Entry entry, JobClass to) {
    boolean waited = entry.waiting;
    withdraw(entry);
    leave(entry);
    entry.claim = entry.claim.as(to);
    enter(entry);
    entry.used = Math.max(entry.node.time, 0);
    if (waited) {
      offer(entry);
    }
  }

  /**
   * Charges an entry, and whoever it computes for.
   *
   * @param entry of these shares
   * @param cost measured or predicted; negative to give a part of a prediction back
   */
  public void charge(Entry entry, double cost) {
    boolean waited = entry.waiting;
    withdraw(entry);
    entry.used += cost;
    for (Node node = entry.node; node.parent != null; node = node.parent) {
      node.used += cost / node.weight;
    }
    if (waited) {
      offer(entry);
    }
  }

  /**
   * Finds the waiting entry whose turn it is.
   *
   * @param room whether there is room for a class of jobs of a tenant
   * @param ready asked of the first entries of each priority, in their order, until one is
   * @return null where none is ready or has room
   */
  public Entry first(BiPredicate<String, JobClass> room, Predicate<E> ready) {
    Entry best = null;
    double bestKey = 0;
    for (Tenant tenant : byName.values()) {
      if (tenant.entries > 0) {
        Entry found = firstOf(tenant, room, ready);
        if (found != null) {
          double key = tenant.used - creditOf(found) / tenant.weight;
          if (best == null || key < bestKey || (key == bestKey && found.order < best.order)) {
            best = found;
            bestKey = key;
          }
        }
      }
    }
    return best;
  }

  private double creditOf(Entry entry) {
    return entry.claim.jobClass() == JobClass.SMALL ? credit : 0;
  }

  private Entry firstOf(Tenant tenant, BiPredicate<String, JobClass> room, Predicate<E> ready) {
    Entry best = null;
    double bestKey = 0;
    for (Map.Entry<JobClass, ClassNode> member : tenant.classes.entrySet()) {
      ClassNode node = member.getValue();
      if (node.waiting > 0 && room.test(tenant.name, member.getKey())) {
        Entry found = firstOf(node, ready);
        if (found != null) {
          double key = node.used - creditOf(found);
          if (best == null || key < bestKey) {
            best = found;
            bestKey = key;
          }
        }
      }
    }
    return best;
  }

  private Entry firstOf(ClassNode jobClass, Predicate<E> ready) {
    Entry best = null;
    Node bestNode = null;
    for (Priority node : jobClass.priorities.values()) {
      Entry found = firstOf(node, ready);
      // Among equals the higher priority, which comes later here.
      if (found != null && (bestNode == null || node.used <= bestNode.used)) {
        best = found;
        bestNode = node;
      }
    }
    return best;
  }

  private Entry firstOf(Priority node, Predicate<E> ready) {
    for (Entry entry : node.waiting) {
      if (ready.test(entry.item)) {
        return entry;
      }
    }
    return null;
  }

  /** {@return entries, waiting or served} */
  public int size() {
    return entries;
  }

  /** Tenants whose clocks are kept. */
  int remembered() {
    return byName.size();
  }
}
