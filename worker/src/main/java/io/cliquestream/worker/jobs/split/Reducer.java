package io.cliquestream.worker.jobs.split;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PartialAnswer;
import io.cliquestream.worker.failure.WorkerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one run of a split job: its plan, the first one in the topic, and the sum of the
 * partial answers to it, each part once. Fed by the feed's thread, from any place of the topic on
 * and any record as often as it comes; asked by the job's lane.
 *
 * <p>Memory: the sum ({@link PartialSum}), and the pieces of partial answers that are not whole
 * yet, which are those that workers write right now. Whoever may write the topics may spoil a job
 * split over them; more than that job's answer it must not cost: what is no plan of this very
 * request is passed over, and what is held is bounded.
 */
final class Reducer {
  /** What there is to do for a lane that waits. */
  record Look(boolean whole, boolean changed, List<FailedPart> failed) {}

  /** A part that could not be computed, or some roots of one. */
  record FailedPart(int part, RootRange roots, Failure failure) {}

  private static final Logger LOG = LoggerFactory.getLogger(Reducer.class);

  /** Plans that a run may have had, each of an owner that failed. */
  private static final int PLANS = 1_000;

  /** On the heap, of each thing in a piece, at least. */
  private static final int ENTRY_BYTES = 64;

  private final JobRequest request;
  private final long run;
  private final Predicate<JobPlan> accepts;
  private final long version;
  private final long mostCounts;
  private final long pendingBytes;
  private final DoubleConsumer progress;
  private final Map<String, List<PartialAnswer>> pending = new HashMap<>();
  private final Set<String> workers = new TreeSet<>();
  private final Map<Integer, FailedPart> failed = new TreeMap<>();
  private final Set<Integer> handedOver = new TreeSet<>();
  private final Set<String> planIds = new TreeSet<>();
  private JobPlan record;
  private PartPlan plan;
  private PartialSum sum;
  private long held;
  private long duplicates;
  private long computeNanos;
  private long news;
  private WorkerException broken;

  /**
   * @param accepts whether this worker can go on with a plan
   * @param version of the graph that the run reads
   * @param mostCounts vertices or edges of the graph, whichever are more
   * @param pendingBytes most bytes of pieces that wait for others
   * @param progress takes the predicted work of each part that was added
   */
  Reducer(
      JobRequest request,
      long run,
      Predicate<JobPlan> accepts,
      long version,
      long mostCounts,
      long pendingBytes,
      DoubleConsumer progress) {
    this.request = request;
    this.run = run;
    this.accepts = accepts;
    this.version = version;
    this.mostCounts = mostCounts;
    this.pendingBytes = pendingBytes;
    this.progress = progress;
  }

  /** Takes a plan, if it is one of this run and none is known. */
  synchronized void plan(JobPlan found) {
    if (!found.getJobId().equals(request.getJobId())
        || found.getRun() != run
        || !PlanNotices.isPlanId(found.getPlanId())) {
      return;
    }
    try {
      if (planIds.size() < PLANS) {
        planIds.add(found.getPlanId());
      }
      if (plan == null && found.getGraphVersion() == version && accepts.test(found)) {
        take(found);
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.warn("plan {} of job {} cannot be read", found.getPlanId(), request.getJobId(), e);
    }
  }

  private void take(JobPlan found) {
    if (!PlanTranslation.isFor(request, found)) {
      LOG.warn("plan {} is for another job {}", found.getPlanId(), request.getJobId());
      return;
    }
    PartPlan read = PlanTranslation.plan(found, mostCounts);
    sum = new PartialSum(read);
    plan = read;
    record = found;
    tell();
  }

  /** Takes a piece, if it belongs to the plan. */
  synchronized void partial(PartialAnswer piece) {
    try {
      if (plan == null || broken != null || !piece.getPlanId().equals(record.getPlanId())) {
        return;
      }
      if (piece.getPart() < 0 || piece.getPart() >= sum.parts()) {
        broke("there is no part " + piece.getPart(), null);
      } else if (sum.has(piece.getPart())) {
        duplicates += piece.getPiece() == 0 ? 1 : 0;
        forget(piece);
      } else if (piece.hasFailure()) {
        failed.put(
            piece.getPart(),
            new FailedPart(piece.getPart(), roots(piece), bounded(piece.getFailure())));
        tell();
      } else if (collect(piece)) {
        add(piece);
      }
    } catch (OutOfMemoryError e) {
      broke(
          "a partial answer cannot be added",
          new WorkerException(
              FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
              "a partial answer takes more memory than this worker has",
              e));
    } catch (RuntimeException e) {
      broke("a partial answer cannot be added: " + e, e);
    }
  }

  /** A failure as this worker would have said it. */
  private static Failure bounded(Failure failure) {
    FailureCode code = failure.getCode();
    return Failures.of(
        code == FailureCode.UNRECOGNIZED || code == FailureCode.FAILURE_CODE_UNSPECIFIED
            ? FailureCode.FAILURE_CODE_INTERNAL
            : code,
        failure.getMessage());
  }

  /** About what a piece takes on the heap, its key included. */
  private static long weight(PartialAnswer piece) {
    long entries =
        1L
            + piece.getSumsCount()
            + piece.getListedCount()
            + piece.getPerVertex().getLargeCount()
            + piece.getPerEdge().getLargeCount();
    return piece.getSerializedSize() + piece.getComputationId().length() + entries * ENTRY_BYTES;
  }

  /** Those that an answer is of: of older workers' ones all of the part. */
  private RootRange roots(PartialAnswer piece) {
    return piece.getEndRoot() == 0
        ? plan.parts().get(piece.getPart()).roots()
        : new RootRange(piece.getFirstRoot(), piece.getEndRoot());
  }

  private static String key(PartialAnswer piece) {
    return piece.getPart() + "/" + piece.getComputationId();
  }

  private void forget(PartialAnswer piece) {
    List<PartialAnswer> pieces = pending.remove(key(piece));
    if (pieces != null) {
      pieces.forEach(known -> held -= weight(known));
    }
  }

  /** Whether this piece was the last one missing; they come in their order. */
  private boolean collect(PartialAnswer piece) {
    List<PartialAnswer> pieces = pending.get(key(piece));
    if (pieces == null) {
      if (piece.getPiece() != 0) {
        return false;
      }
      pieces = new ArrayList<>();
      pending.put(key(piece), pieces);
    }
    if (piece.getPiece() == pieces.size()) {
      pieces.add(piece);
      held += weight(piece);
    }
    if (held > pendingBytes) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
          "partial answers that are not whole yet take more than split.pending-bytes, "
              + pendingBytes
              + " bytes");
    }
    return pieces.size() == piece.getPieces();
  }

  private void add(PartialAnswer last) {
    List<PartialAnswer> pieces = List.copyOf(pending.get(key(last)));
    forget(last);
    RootRange roots = roots(last);
    if (!sum.add(last.getPart(), roots, PartialTranslation.answer(pieces, mostCounts))) {
      duplicates++;
    } else {
      if (sum.has(last.getPart())) {
        failed.remove(last.getPart());
      } else {
        handedOver.add(last.getPart());
      }
      workers.add(last.getWorker());
      computeNanos += last.getComputeNanos();
      progress.accept(plan.parts().get(last.getPart()).of(roots).cost());
      tell();
    }
  }

  private void broke(String message, RuntimeException cause) {
    broken =
        cause instanceof WorkerException known
            ? known
            : new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, message, cause);
    tell();
  }

  private void tell() {
    news++;
    notifyAll();
  }

  /** The plan, once there is one. */
  synchronized Optional<JobPlan> record() {
    return Optional.ofNullable(record);
  }

  /** Every plan of the run that was seen, those included that another one or version outdated. */
  synchronized List<String> planIds() {
    return List.copyOf(planIds);
  }

  /** The plan, which is there. */
  synchronized PartPlan plan() {
    return plan;
  }

  /**
   * Waits for something new, no longer than a while; takes the failures with it.
   *
   * @throws WorkerException when what came cannot be used
   */
  synchronized Look await(long nanos) throws InterruptedException {
    long before = news;
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    while (left > 0
        && broken == null
        && news == before
        && (sum == null || !sum.isWhole())
        && failed.isEmpty()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    if (broken != null) {
      throw broken;
    }
    List<FailedPart> now = List.copyOf(failed.values());
    failed.clear();
    return new Look(sum != null && sum.isWhole(), news != before, now);
  }

  /** Parts that are missing, ascending. */
  synchronized List<Integer> missing() {
    return sum.missing();
  }

  /** What is missing: roots of parts, ascending. */
  synchronized List<Part> missingRoots() {
    return sum.missing().stream()
        .flatMap(part -> sum.missing(part).stream().map(plan.parts().get(part)::of))
        .toList();
  }

  /** Parts that were handed over: that came in pieces. */
  synchronized int handedOver() {
    return handedOver.size();
  }

  /** The largest clique known so far. */
  synchronized int cliqueNumber() {
    return sum.cliqueNumber();
  }

  /** The sum, once it is whole: nothing is added any more. */
  synchronized PartialSum whole() {
    return sum;
  }

  /** Workers that computed parts. */
  synchronized int workers() {
    return workers.size();
  }

  /** Partial answers to parts that were in the sum already. */
  synchronized long duplicates() {
    return duplicates;
  }

  /** Time that workers took for the parts in the sum, added up. */
  synchronized long computeNanos() {
    return computeNanos;
  }
}
