package io.cliquestream.worker.jobs.split;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PartialAnswer;
import io.cliquestream.v1.Task;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.translation.FailureCodes;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes tasks, one at a time, on a thread of its own and the engine's. The graph is leased, or
 * read from the topic; memory is set aside, unless the task's job is on a lane of this worker,
 * which has done so. Whatever goes wrong becomes a failure of the part.
 */
final class TaskComputation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TaskComputation.class);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** A part may take so many times what was predicted. */
  private static final double LATE = 4;

  /** Doublings of the time that a part may take: what comes of it is longer than any job. */
  private static final int MOST_DOUBLINGS = 20;

  private final SplitMeans means;
  private final PartKind kind;
  private final PlanNotices notices;
  private final Predicate<String> isOwn;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cliquestream-task").factory());

  /**
   * @param kind of the parts that are computed
   * @param isOwn whether a plan's job is on a lane of this worker
   */
  TaskComputation(SplitMeans means, PartKind kind, PlanNotices notices, Predicate<String> isOwn) {
    this.means = means;
    this.kind = kind;
    this.notices = notices;
    this.isOwn = isOwn;
  }

  /** A task under way. */
  static final class Run {
    private final JobControl control;
    private final CompletableFuture<List<PartialAnswer.Builder>> result = new CompletableFuture<>();
    private final long timeoutNanos;
    private volatile long computingSince;
    private volatile boolean handedOver;

    private Run(JobControl control, long timeoutNanos) {
      this.control = control;
      this.timeoutNanos = timeoutNanos;
    }

    /**
     * Whether it computes for longer than it should; waiting for graph and memory is not counted.
     */
    boolean takesTooLong() {
      long since = computingSince;
      return since != 0 && System.nanoTime() - since > timeoutNanos;
    }

    /** Ends it soon, to be done in pieces. */
    void handOver() {
      handedOver = true;
      control.cancel("it takes too long and is handed over");
    }

    /** Whether it ended because it was handed over. */
    boolean isHandedOver() {
      return handedOver && result().isEmpty();
    }

    /** Ends it soon; its result is empty then. */
    void stop(String reason) {
      control.cancel(reason);
    }

    boolean isDone() {
      return result.isDone();
    }

    /** Pieces of the partial answer, or a failure; empty when it was stopped. */
    List<PartialAnswer.Builder> result() {
      return result.join();
    }
  }

  /**
   * Starts a task.
   *
   * @param ended called when it is done
   */
  Run start(Task task, Runnable ended) {
    Run run = new Run(control(task.getRequest()), timeoutNanos(task));
    thread.execute(
        () -> {
          run.result.complete(compute(task, run));
          ended.run();
        });
    return run;
  }

  /**
   * Twice the time after each hand-over: pieces that shrink meet a time that grows, so what is
   * given up stays a share of what is computed, however slow the worker and however wrong the
   * prediction.
   */
  private long timeoutNanos(Task task) {
    int doublings = Math.clamp(task.getHandedOver(), 0, MOST_DOUBLINGS);
    double timeout = (double) means.settings().split().taskTimeout().toNanos() * (1L << doublings);
    double predicted = task.getCost() / kind.threads();
    return (long) Math.max(timeout, LATE * predicted);
  }

  private JobControl control(JobRequest request) {
    int priority = request.hasPriority() ? request.getPriority() : JobControl.USUAL_PRIORITY;
    Duration limit = means.settings().jobs().maximumTime();
    if (request.getDeadlineEpochMillis() > 0) {
      long left = Math.max(0, request.getDeadlineEpochMillis() - System.currentTimeMillis());
      limit = left < limit.toMillis() ? Duration.ofMillis(left) : limit;
    }
    JobControl control = JobControl.within(limit, priority);
    double weight =
        means.settings().quotas().weightsByTenant().getOrDefault(request.getTenant(), 1.0);
    control.claim(new Claim(request.getTenant(), weight, priority, JobClass.LONG));
    return control;
  }

  private List<PartialAnswer.Builder> compute(Task task, Run run) {
    long start = System.nanoTime();
    try {
      List<PartialAnswer.Builder> pieces = pieces(task, run);
      pieces
          .getFirst()
          .setEngine(kind.engine().kind().label())
          .setComputeNanos(System.nanoTime() - start);
      return pieces;
    } catch (StoppedException e) {
      LOG.debug("part {} of plan {} was stopped", task.getPart(), task.getPlanId(), e);
      return List.of();
    } catch (ComputeException e) {
      return failed(FailureCodes.of(e.code()), e.getMessage());
    } catch (WorkerException e) {
      return failed(e.code(), e.getMessage());
    } catch (OutOfMemoryError e) {
      LOG.error("part {} of plan {} ran out of memory", task.getPart(), task.getPlanId(), e);
      return failed(
          FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
          "the part needs more memory than this worker has");
    } catch (RuntimeException | Error e) {
      LOG.error("part {} of plan {} met a defect", task.getPart(), task.getPlanId(), e);
      return failed(FailureCode.FAILURE_CODE_INTERNAL, "a defect: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private static List<PartialAnswer.Builder> failed(FailureCode code, String message) {
    return List.of(
        PartialAnswer.newBuilder()
            .setFailure(Failures.of(code, message == null ? code.name() : message)));
  }

  private List<PartialAnswer.Builder> pieces(Task task, Run run) throws InterruptedException {
    JobControl control = run.control;
    Part part = PlanTranslation.part(task).knowing(notices.knownClique(task.getPlanId()));
    Future<GraphLease> asked =
        means.graphs().lease(task.getRequest().getGraphId(), PlanTranslation.graph(task));
    try (GraphLease lease = await(asked, control)) {
      JobBytes bytes =
          isOwn.test(task.getPlanId())
              ? new JobBytes(0, 0)
              : kind.engine()
                  .hostBytes(GraphShape.of(lease.graph()), part.job(), control.pageBytes());
      reserve(bytes, control);
      try {
        // 0 says that it has not begun.
        run.computingSince = System.nanoTime() | 1;
        return PartialTranslation.pieces(kind.parts().run(lease.prepared(), part, control));
      } finally {
        means.heap().release(bytes.heap());
        means.offHeap().release(bytes.offHeap());
      }
    }
  }

  private static GraphLease await(Future<GraphLease> asked, JobControl control)
      throws InterruptedException {
    var lease = asked.toCompletionStage().toCompletableFuture();
    while (true) {
      try {
        return lease.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (control.stopped()) {
          // It may still come.
          var _ = lease.thenAccept(GraphLease::close);
          throw control.stop();
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof WorkerException known
            ? known
            : new WorkerException(
                FailureCode.FAILURE_CODE_INTERNAL, "the graph could not be leased: " + e, e);
      }
    }
  }

  private void reserve(JobBytes bytes, JobControl control) throws InterruptedException {
    long deadline = System.nanoTime() + means.settings().jobs().memoryWait().toNanos();
    while (true) {
      control.checkStopped();
      if (means.heap().tryReserve(bytes.heap())) {
        if (means.offHeap().tryReserve(bytes.offHeap())) {
          return;
        }
        means.heap().release(bytes.heap());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
            "no memory became free for the part: "
                + bytes.heap()
                + " bytes on the heap and "
                + bytes.offHeap()
                + " off it");
      }
      Thread.sleep(LOOK);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
