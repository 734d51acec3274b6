package io.cliquestream.cli.bench;

import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.part.TaskSpread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * One job in parts on many workers, from its cut to the sum of all answers.
 *
 * <p>Parts are given out largest predicted cost first. With a shared queue a worker that is free
 * takes the next one: list scheduling, at most (1 - 1/D) times the largest part above the mean load
 * of D workers (Graham, Bounds on multiprocessing timing anomalies, 1969). With partitions, as over
 * Kafka, each part is put where predicted work is least, by the worker's own {@link TaskSpread},
 * and partitions belong to workers in turn; nobody takes another's.
 *
 * <p>A worker first waits for the cut and for the graph. A slow worker takes longer by a factor; a
 * lost one ends when half of its share has passed, what it was computing is lost, and others get
 * its parts after a while, dealt in turn. The owner adds answers one after another, in the order in
 * which they come.
 */
final class ClusterSimulation {
  private final List<MeasuredParts.Cost> largestFirst;
  private final double wholeNanos;
  private final double overheadNanos;
  private final ClusterAssumptions assumptions;

  /**
   * A job.
   *
   * @param wholeNanos its time in one piece on one worker, to which others are compared; as long as
   *     all parts when it is 0
   * @param overheadNanos what every part takes because it is a part; in its time
   */
  ClusterSimulation(
      List<MeasuredParts.Cost> parts,
      long wholeNanos,
      double overheadNanos,
      ClusterAssumptions assumptions) {
    this.overheadNanos = overheadNanos;
    this.wholeNanos =
        wholeNanos > 0 ? wholeNanos : parts.stream().mapToDouble(MeasuredParts.Cost::nanos).sum();
    this.largestFirst =
        parts.stream()
            .sorted(
                Comparator.comparingDouble(MeasuredParts.Cost::predicted)
                    .reversed()
                    .thenComparingInt(MeasuredParts.Cost::part))
            .toList();
    this.assumptions = assumptions;
  }

  /**
   * What became of a job. Times in nanoseconds.
   *
   * @param makespan from the start of the cut to the last answer in the sum
   * @param speedup time of the job in one piece on one worker that has the graph, by the makespan
   * @param efficiency that by the number of workers
   * @param imbalance time of the busiest worker by the mean of all
   */
  record Outcome(
      int devices, double makespan, double speedup, double efficiency, double imbalance) {}

  /** A worker: when it is free, and when it is lost. */
  private static final class Worker {
    private final int number;
    private final double factor;
    private final double lostAt;
    private final Deque<Task> own = new ArrayDeque<>();
    private double free;
    private double busy;

    Worker(int number, double free, double factor, double lostAt) {
      this.number = number;
      this.free = free;
      this.factor = factor;
      this.lostAt = lostAt;
    }
  }

  /** A part to be computed, and from when on. */
  private record Task(MeasuredParts.Cost cost, double from) {}

  /** Runs the job on so many workers. */
  Outcome run(int devices) {
    double ready = assumptions.cutNanos() + assumptions.graphNanos();
    double all = largestFirst.stream().mapToDouble(this::nanos).sum();
    List<Worker> workers = workers(devices, ready, all);
    List<Arrival> arrivals = new ArrayList<>();
    if (assumptions.partitionsEach() > 0) {
      inPartitions(workers, ready, arrivals);
    } else {
      inOneQueue(workers, ready, arrivals);
    }
    double makespan = Math.max(ready, added(arrivals));
    double busiest = workers.stream().mapToDouble(worker -> worker.busy).max().orElse(0);
    double mean = workers.stream().mapToDouble(worker -> worker.busy).sum() / devices;
    double speedup = makespan == 0 ? devices : scaled(wholeNanos) / makespan;
    return new Outcome(
        devices, makespan, speedup, speedup / devices, mean == 0 ? 1 : busiest / mean);
  }

  private double nanos(MeasuredParts.Cost cost) {
    double overhead = Math.min(overheadNanos, (double) cost.nanos());
    return overhead + scaled(cost.nanos() - overhead);
  }

  private double scaled(double nanos) {
    return nanos * assumptions.work() / assumptions.speed();
  }

  /** Slow workers and lost ones stand apart from one another, as far as there are enough. */
  private List<Worker> workers(int devices, double ready, double all) {
    long slow = Math.round(assumptions.slowShare() * devices);
    int lost = Math.min(assumptions.lost(), devices - 1);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      boolean isLost = i >= devices - lost;
      workers.add(
          new Worker(
              i,
              ready,
              i < slow ? assumptions.slowFactor() : 1,
              isLost ? ready + all / devices / 2 : Double.POSITIVE_INFINITY));
    }
    return workers;
  }

  /** An answer on its way to the owner. */
  private record Arrival(double at, double addNanos) {}

  /**
   * Lets a worker compute a task.
   *
   * @return whether it came to the end
   */
  private boolean compute(Worker worker, Task task, List<Arrival> arrivals) {
    double start = Math.max(worker.free, task.from());
    double end = start + nanos(task.cost()) * worker.factor + assumptions.taskNanos();
    if (end > worker.lostAt) {
      worker.busy += Math.max(0, worker.lostAt - start);
      worker.free = Double.POSITIVE_INFINITY;
      return false;
    }
    worker.busy += end - start;
    worker.free = end;
    arrivals.add(new Arrival(end, task.cost().addNanos()));
    return true;
  }

  private void inOneQueue(List<Worker> workers, double ready, List<Arrival> arrivals) {
    Deque<Task> queue = new ArrayDeque<>();
    largestFirst.forEach(cost -> queue.add(new Task(cost, ready)));
    PriorityQueue<Worker> free =
        new PriorityQueue<>(
            Comparator.comparingDouble((Worker worker) -> worker.free)
                .thenComparingInt(worker -> worker.number));
    free.addAll(workers);
    while (!queue.isEmpty()) {
      Task task = queue.remove();
      Worker worker = free.remove();
      if (compute(worker, task, arrivals)) {
        free.add(worker);
      } else {
        queue.add(new Task(task.cost(), worker.lostAt + assumptions.lossNanos()));
      }
    }
  }

  private void inPartitions(List<Worker> workers, double ready, List<Arrival> arrivals) {
    int[] partition =
        TaskSpread.of(
            largestFirst.stream().map(ClusterSimulation::part).toList(),
            (int) Math.round(assumptions.partitionsEach() * workers.size()),
            0);
    for (int i = 0; i < partition.length; i++) {
      workers.get(partition[i] % workers.size()).own.add(new Task(largestFirst.get(i), ready));
    }
    List<Task> left = new ArrayList<>();
    for (Worker worker : workers) {
      while (!worker.own.isEmpty() && compute(worker, worker.own.peek(), arrivals)) {
        var _ = worker.own.remove();
      }
      double from = worker.lostAt + assumptions.lossNanos();
      worker.own.forEach(task -> left.add(new Task(task.cost(), from)));
    }
    List<Worker> others =
        workers.stream().filter(worker -> worker.lostAt == Double.POSITIVE_INFINITY).toList();
    for (int i = 0; i < left.size(); i++) {
      var _ = compute(others.get(i % others.size()), left.get(i), arrivals);
    }
  }

  /** A part for the worker's own spread, which looks at its cost alone. */
  private static Part part(MeasuredParts.Cost cost) {
    return new Part(TriangleCount.total(), cost.part(), RootRange.ALL, 0, 0, cost.predicted());
  }

  /** When the last answer is in the sum. */
  private static double added(List<Arrival> arrivals) {
    double now = 0;
    arrivals.sort(Comparator.comparingDouble(Arrival::at));
    for (Arrival arrival : arrivals) {
      now = Math.max(now, arrival.at()) + arrival.addNanos();
    }
    return now;
  }
}
