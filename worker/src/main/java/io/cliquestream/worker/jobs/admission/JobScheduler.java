package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.FairShares;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The one line in front of the engines: every job that has its graph waits here, for a lane and for
 * memory at once, and nowhere else before it computes.
 *
 * <p><b>Who is next</b> says {@link FairShares}: tenants by weight on measured processor time,
 * small jobs first within a credit, priorities within a tenant. Read its essay for what tenant,
 * weight and priority mean.
 *
 * <p><b>Lanes.</b> A lane is a thread that computes one job at a time. Small jobs may take any
 * lane. Long ones may take {@link LanePolicy#lanes()} of them, and a tenant without a running long
 * job one of {@link LanePolicy#spareLanes()} more, so that no tenant's hours-long jobs shut
 * another's out. {@link LanePolicy#smallLanes()} are left that no long job can have. Which thread
 * has which job does not matter: only numbers are kept.
 *
 * <p><b>Classes.</b> Nobody knows how long most jobs take. A job that is not known to be long
 * starts as a small one. When it has used more than a small job may, it becomes a long one: if
 * there is room for one more, it goes on where it is and its lane counts as a long one from then
 * on; if there is none, it is stopped (the host is asked to), waits its turn as a long job and
 * starts again. That costs what a small job may take, once a job, and no thread.
 *
 * <p><b>Memory.</b> A job's predicted bytes are reserved before it leaves the line and released
 * when it ends. A part of the accounts is kept for light jobs, so large that every lane can have
 * one: they never wait for memory that other jobs hold. When the job whose turn it is does not fit,
 * light ones pass it, which takes nothing from it; no other does, or it would wait for ever. A job
 * that is larger than the whole limit is refused at once; one that waits for memory while no job
 * but light ones holds any of it (graphs do) is refused after {@link LanePolicy#memoryWait()}.
 *
 * <p>All methods may be called from any thread; one lock guards everything, and the host's methods
 * are called without it but for {@link Host#usedNanos}. Lanes are alike: a change wakes one.
 *
 * @param <T> a job, compared by identity
 */
public final class JobScheduler<T> {
  /** What the scheduler must be told, and whom it tells. Called from lanes and from the watch. */
  public interface Host<T> {
    /** Processor time that a running job has used so far; 0 while nobody measures it. */
    long usedNanos(T job);

    /** A running job has become a long one. */
    void demoted(T job);

    /**
     * A running job must make room; its lane calls {@link Turn#again} when it has stopped.
     *
     * @return false when it has not begun to compute; it is asked again at the next review
     */
    boolean displace(T job);

    /** A job was taken out of the line and will not run. */
    void refused(T job, WorkerException cause);
  }

  /** One part of so many of each account is for light jobs. */
  private static final int LIGHT_SHARE = 4;

  private final LanePolicy policy;
  private final HostMemory heap;
  private final HostMemory offHeap;
  private final Quotas quotas;
  private final Host<T> host;
  private final AdmissionMetrics metrics;
  private final FairShares<Turn> shares;
  private final IdentityHashMap<T, Turn> turns = new IdentityHashMap<>();
  private final Set<Turn> computing = new HashSet<>();
  private final Map<String, Integer> longOf = new HashMap<>();
  private final Map<String, Integer> runningOf = new HashMap<>();
  private int running;
  private int runningLong;
  private int runningHeavy;
  private long heavyHeap;
  private Turn blocked;
  private long blockedSince;
  private boolean closed;

  /**
   * @param heap the account of jobs' arrays
   * @param offHeap the account of everything off the heap, jobs' and graphs'
   */
  public JobScheduler(
      LanePolicy policy,
      HostMemory heap,
      HostMemory offHeap,
      Quotas quotas,
      Host<T> host,
      AdmissionMetrics metrics) {
    this.policy = policy;
    this.heap = heap;
    this.offHeap = offHeap;
    this.quotas = quotas;
    this.host = host;
    this.metrics = metrics;
    this.shares = new FairShares<>(2.0 * policy.smallTime().toNanos());
  }

  /** A job's stay: it waits, runs, perhaps again. Ends with {@link #end}. */
  public final class Turn {
    private final T job;
    private final Demand demand;
    private FairShares<Turn>.Entry entry;
    private long since = System.nanoTime();
    private long started;
    private long usedBefore;
    private long charged;
    private final boolean light;
    private boolean runs;
    private boolean displaced;

    private Turn(T job, Demand demand) {
      this.job = job;
      this.demand = demand;
      this.light =
          demand.bytes().heap() <= lightBytes(heap)
              && demand.bytes().offHeap() <= lightBytes(offHeap);
    }

    /** What to compute. */
    public T job() {
      return job;
    }

    /** The lane has let go of the job: it is charged for what it used, and its memory is free. */
    public void end() {
      synchronized (JobScheduler.this) {
        settle(this);
        shares.remove(entry);
        turns.remove(job);
        wakeOne();
      }
      metrics.ended(demand, measured());
    }

    /**
     * The lane has let go of a displaced job: it waits again, as a long one.
     *
     * @return false when the line is closed, and the job is its caller's to give back
     */
    public boolean again() {
      synchronized (JobScheduler.this) {
        settle(this);
        if (closed) {
          shares.remove(entry);
          turns.remove(job);
          return false;
        }
        displaced = false;
        since = System.nanoTime();
        shares.move(entry, JobClass.LONG);
        shares.offer(entry);
        quotas.enter(Quotas.Resource.WAITING_JOBS, claim().tenant(), 1);
        wakeOne();
        return true;
      }
    }

    /** For whom it computes, and in which class now. */
    public Claim claim() {
      return entry.claim();
    }

    /** Processor time of this turn so far; the time by the clock while nobody measures it. */
    public long measured() {
      long used = host.usedNanos(job) - usedBefore;
      return used > 0 ? used : System.nanoTime() - started;
    }
  }

  /**
   * Puts a job in the line.
   *
   * @return false when the line is closed
   * @throws WorkerException JOB_MEMORY_EXCEEDED when it can never run here, QUOTA_EXCEEDED when its
   *     tenant has too many waiting
   */
  public synchronized boolean submit(T job, Demand demand) {
    MemoryRefusals.requireFits(demand, offHeap);
    if (closed) {
      return false;
    }
    if (!quotas.tryTake(Quotas.Resource.WAITING_JOBS, demand.claim().tenant(), 1)) {
      metrics.refused(Quotas.Resource.WAITING_JOBS);
      throw quotas.exceeded(Quotas.Resource.WAITING_JOBS, demand.claim().tenant());
    }
    Turn turn = new Turn(job, demand);
    turn.entry = shares.add(turn, demand.claim());
    turns.put(job, turn);
    wakeOne();
    return true;
  }

  /** Takes a waiting job out; false when a lane has it, or it is not here. */
  public synchronized boolean cancel(T job) {
    Turn turn = turns.get(job);
    if (turn == null || turn.runs) {
      return false;
    }
    drop(turn);
    wakeOne();
    return true;
  }

  /** Wakes a lane when a job waits; it would look in vain otherwise. */
  private void wakeOne() {
    if (turns.size() > computing.size()) {
      notify();
    }
  }

  private void drop(Turn turn) {
    quotas.give(Quotas.Resource.WAITING_JOBS, turn.claim().tenant(), 1);
    shares.remove(turn.entry);
    turns.remove(turn.job);
  }

  /** Waits for the job whose turn it is; empty once the line is closed. Called by lanes. */
  public Optional<Turn> take() throws InterruptedException {
    Turn turn = null;
    synchronized (this) {
      while (!closed && turn == null) {
        turn = next();
        if (turn == null) {
          wait();
        }
      }
    }
    if (turn != null) {
      metrics.started(turn.claim(), turn.started - turn.since);
    }
    return Optional.ofNullable(turn);
  }

  private Turn next() {
    FairShares<Turn>.Entry first =
        running < policy.total() ? shares.first(this::hasRoom, _ -> true) : null;
    if (first == null) {
      return null;
    }
    if (reserve(first.item())) {
      blocked = null;
    } else {
      if (blocked != first.item()) {
        blocked = first.item();
        blockedSince = System.nanoTime();
      }
      first = shares.first(this::hasRoom, waiting -> waiting.light);
      if (first == null || !reserve(first.item())) {
        return null;
      }
    }
    Turn turn = first.item();
    shares.take(first);
    turn.runs = true;
    computing.add(turn);
    turn.started = System.nanoTime();
    turn.usedBefore = host.usedNanos(turn.job);
    turn.charged = turn.demand.predictedNanos();
    shares.charge(first, (double) turn.charged);
    quotas.give(Quotas.Resource.WAITING_JOBS, turn.claim().tenant(), 1);
    count(turn.claim(), 1);
    wakeOne(); // the next one may find room, too
    return turn;
  }

  private void count(Claim claim, int change) {
    running += change;
    runningOf.merge(claim.tenant(), change, JobScheduler::sum);
    if (claim.jobClass() == JobClass.LONG) {
      countLong(claim.tenant(), change);
    }
  }

  private void countLong(String tenant, int change) {
    runningLong += change;
    longOf.merge(tenant, change, JobScheduler::sum);
  }

  /** No entry for nothing, so that tenants who have gone leave nothing behind. */
  private static Integer sum(Integer a, Integer b) {
    int sum = a + b;
    return sum == 0 ? null : sum;
  }

  private boolean hasRoom(String tenant, JobClass jobClass) {
    if (runningOf.getOrDefault(tenant, 0) >= quotas.limit(Quotas.Resource.RUNNING_JOBS)) {
      return false;
    }
    return jobClass == JobClass.SMALL || hasRoomForLong(tenant);
  }

  private boolean hasRoomForLong(String tenant) {
    return runningLong < policy.lanes()
        || (runningLong < policy.lanes() + policy.spareLanes() && !longOf.containsKey(tenant));
  }

  /** Most bytes of a light job: a quarter of an account is enough for one on every lane. */
  private long lightBytes(HostMemory account) {
    return account.limit() / LIGHT_SHARE / policy.total();
  }

  /** What jobs that are not light may take of the heap together. */
  private long heavyHeapLimit() {
    return heap.limit() - heap.limit() / LIGHT_SHARE;
  }

  /** Arrays that no heap of this size could hold are left to the heap: their job runs alone. */
  private long heapBytes(Turn turn) {
    return Math.min(turn.demand.bytes().heap(), heavyHeapLimit());
  }

  private boolean reserve(Turn turn) {
    long heapBytes = heapBytes(turn);
    if ((!turn.light && heavyHeap + heapBytes > heavyHeapLimit()) || !heap.tryReserve(heapBytes)) {
      return false;
    }
    if (!offHeap.tryReserve(turn.demand.bytes().offHeap())) {
      heap.release(heapBytes);
      return false;
    }
    if (!turn.light) {
      runningHeavy++;
      heavyHeap += heapBytes;
    }
    return true;
  }

  private void settle(Turn turn) {
    shares.charge(turn.entry, (double) turn.measured() - turn.charged);
    turn.runs = false;
    computing.remove(turn);
    turn.charged = 0;
    count(turn.claim(), -1);
    heap.release(heapBytes(turn));
    offHeap.release(turn.demand.bytes().offHeap());
    if (!turn.light) {
      runningHeavy--;
      heavyHeap -= heapBytes(turn);
    }
  }

  /**
   * Charges running jobs for what they used since, and turns small ones that are none into long
   * ones. Called every few milliseconds by the watch of the lanes.
   */
  public void review() {
    List<Turn> demoted = new ArrayList<>();
    List<Turn> displaced = new ArrayList<>();
    Turn refused = null;
    synchronized (this) {
      long now = System.nanoTime();
      for (Turn turn : computing) {
        review(turn, now, demoted, displaced);
      }
      if (blocked != null && !turns.containsKey(blocked.job)) {
        blocked = null;
      }
      if (blocked != null) {
        if (runningHeavy == 0 && now - blockedSince > policy.memoryWait().toNanos()) {
          refused = blocked;
          drop(blocked);
          blocked = null;
        }
        // Memory of graphs comes back without a word.
        wakeOne();
      }
    }
    demoted.forEach(turn -> host.demoted(turn.job));
    displaced.removeIf(this::couldNotDisplace);
    if (!demoted.isEmpty() || !displaced.isEmpty()) {
      metrics.demoted(demoted.size(), displaced.size());
    }
    if (refused != null) {
      host.refused(refused.job, MemoryRefusals.taken(refused.demand, offHeap));
    }
  }

  private void review(Turn turn, long now, List<Turn> demoted, List<Turn> displaced) {
    long measured = turn.measured();
    if (measured > turn.charged) {
      shares.charge(turn.entry, (double) measured - turn.charged);
      turn.charged = measured;
    }
    if (turn.claim().jobClass() == JobClass.SMALL
        && !turn.displaced
        && policy.isPast(host.usedNanos(turn.job) - turn.usedBefore, now - turn.started)) {
      String tenant = turn.claim().tenant();
      if (hasRoomForLong(tenant)) {
        shares.move(turn.entry, JobClass.LONG);
        countLong(tenant, 1);
        demoted.add(turn);
      } else {
        turn.displaced = true;
        displaced.add(turn);
      }
    }
  }

  private boolean couldNotDisplace(Turn turn) {
    if (host.displace(turn.job)) {
      return false;
    }
    synchronized (this) {
      turn.displaced = false;
    }
    return true;
  }

  /** Jobs that wait, by class. */
  public synchronized int waiting(JobClass jobClass) {
    int count = 0;
    for (Turn turn : turns.values()) {
      count += !turn.runs && turn.claim().jobClass() == jobClass ? 1 : 0;
    }
    return count;
  }

  /** Jobs that compute now, by class. */
  public synchronized int running(JobClass jobClass) {
    return jobClass == JobClass.LONG ? runningLong : running - runningLong;
  }

  /**
   * Takes no more jobs and lets everyone who waits for one go.
   *
   * @return the jobs that waited, which are the caller's to give back
   */
  public synchronized List<T> close() {
    List<T> left = new ArrayList<>();
    closed = true;
    for (Turn turn : List.copyOf(turns.values())) {
      if (!turn.runs) {
        drop(turn);
        left.add(turn.job);
      }
    }
    notifyAll();
    return left;
  }
}
