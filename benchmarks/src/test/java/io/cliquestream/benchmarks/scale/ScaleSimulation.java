package io.cliquestream.benchmarks.scale;

import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.TaskSpread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * One job on many devices, event by event, by the product's rules: its planner cuts ({@link
 * PartPlan#merged}), its rule spreads tasks over partitions ({@link TaskSpread}), each device takes
 * the tasks of its partitions one after the other, and hands over what takes too long in eight
 * pieces ({@link Part#divided}).
 *
 * <p>A job that would be over at once on so many devices says nothing. So the job is {@code copies}
 * of the measured one side by side, as a larger graph of the same kind would have: the spread of
 * task sizes and the errors of their prediction stay as they were measured.
 */
final class ScaleSimulation {
  /** As the worker's. */
  private static final int PIECES = 8;

  /** As the worker's. */
  private static final double LATE = 4;

  /**
   * What is assumed.
   *
   * @param devices how many
   * @param copies of the measured job
   * @param tasksOfDevice tasks that are wanted for each device
   * @param partitionsOfDevice partitions of the tasks' topic for each device
   * @param taskSeconds from a part's end to the next one's begin: a transaction
   * @param reduceSeconds to add a partial answer, all of them on one thread
   * @param cutThreads threads that cut; the product has one
   * @param timeout as split.task-timeout, in seconds
   */
  record Assumptions(
      int devices,
      int copies,
      int tasksOfDevice,
      int partitionsOfDevice,
      double taskSeconds,
      double reduceSeconds,
      int cutThreads,
      double timeout) {}

  /**
   * What comes of it.
   *
   * @param tasks given out at first
   * @param handedOver tasks that took too long
   * @param cutSeconds before the first task begins
   * @param seconds from the job's begin to the last partial answer
   * @param efficiency measured work over devices times seconds
   * @param imbalance the busiest device's work over the mean
   */
  record Outcome(
      int tasks,
      int handedOver,
      double cutSeconds,
      double seconds,
      double efficiency,
      double imbalance) {}

  private record Task(Part part, double seconds) {}

  /** A device that will look for work, or end its task. */
  private record Event(double time, int device, Task ended, int partition) {}

  private final TaskCosts costs;
  private final Assumptions assumed;
  private final List<Deque<Task>> partitions = new ArrayList<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::time).thenComparingInt(Event::device));
  private final boolean[] idle;
  private final int[] turn;
  private final double[] busy;
  private int handedOver;
  private int answers;

  ScaleSimulation(TaskCosts costs, Assumptions assumed) {
    this.costs = costs;
    this.assumed = assumed;
    this.idle = new boolean[assumed.devices()];
    this.turn = new int[assumed.devices()];
    this.busy = new double[assumed.devices()];
  }

  Outcome run() {
    int wanted = Math.max(1, assumed.devices() * assumed.tasksOfDevice() / assumed.copies());
    List<Part> parts = costs.plan().merged(wanted).parts();
    List<Part> all = new ArrayList<>();
    for (int copy = 0; copy < assumed.copies(); copy++) {
      all.addAll(parts);
    }
    all.sort(Comparator.comparingDouble(Part::cost).reversed().thenComparingInt(Part::index));
    int queues = assumed.devices() * assumed.partitionsOfDevice();
    int[] chosen = TaskSpread.of(all, queues, 0);
    for (int queue = 0; queue < queues; queue++) {
      partitions.add(new ArrayDeque<>());
    }
    double[] measured = new double[parts.size()];
    parts.forEach(part -> measured[part.index()] = seconds(part));
    for (int i = 0; i < chosen.length; i++) {
      Part part = all.get(i);
      partitions.get(chosen[i]).add(new Task(part, measured[part.index()]));
    }
    double cut = costs.cutSeconds() * assumed.copies() / assumed.cutThreads();
    for (int device = 0; device < assumed.devices(); device++) {
      events.add(new Event(cut, device, null, 0));
    }
    double end = Math.max(drain(), cut + answers * assumed.reduceSeconds());
    double work = costs.total() * assumed.copies();
    double most = 0;
    double sum = 0;
    for (double device : busy) {
      most = Math.max(most, device);
      sum += device;
    }
    return new Outcome(
        all.size(),
        handedOver,
        cut,
        end,
        work / (assumed.devices() * end),
        most * assumed.devices() / sum);
  }

  private double seconds(Part part) {
    return costs.before(part.roots().end()) - costs.before(part.roots().first());
  }

  private double drain() {
    double end = 0;
    while (!events.isEmpty()) {
      Event event = events.remove();
      end = Math.max(end, event.time());
      if (event.ended() != null) {
        handOver(event);
      }
      begin(event.device(), event.time());
    }
    return end;
  }

  /** The pieces of a task that took too long go to partitions that follow each other. */
  private void handOver(Event event) {
    handedOver++;
    int next = event.partition();
    for (Part piece : event.ended().part().divided(PIECES)) {
      partitions.get(next).add(new Task(piece, seconds(piece)));
      int device = next / assumed.partitionsOfDevice();
      if (idle[device]) {
        idle[device] = false;
        events.add(new Event(event.time(), device, null, 0));
      }
      next = (next + 1) % partitions.size();
    }
  }

  private void begin(int device, double now) {
    for (int i = 0; i < assumed.partitionsOfDevice(); i++) {
      turn[device] = (turn[device] + 1) % assumed.partitionsOfDevice();
      int partition = device * assumed.partitionsOfDevice() + turn[device];
      Task task = partitions.get(partition).poll();
      if (task != null) {
        compute(device, partition, task, now);
        return;
      }
    }
    idle[device] = true;
  }

  private void compute(int device, int partition, Task task, double now) {
    double longest = Math.max(assumed.timeout(), LATE * task.part().cost() / 1e9);
    boolean late = task.seconds() > longest && task.part().roots().size() > 1;
    double takes = late ? longest : task.seconds();
    busy[device] += takes;
    answers += late ? 0 : 1;
    events.add(
        new Event(now + takes + assumed.taskSeconds(), device, late ? task : null, partition));
  }
}
