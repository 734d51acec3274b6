package io.cliquestream.cli.campaign;

import io.cliquestream.v1.JobResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the results of a campaign of split jobs say of how they went, and how long. Thread-safe. */
final class SplitTally implements ResultLedger.ExpectedAnswers {
  /** What happens in the middle of a job. */
  enum Disturbance {
    /** Nothing. */
    NONE,
    /** SIGKILL of a worker, which is started again at once. */
    WORKER_KILL,
    /** SIGKILL of the broker, likewise. */
    BROKER_KILL,
    /** SIGSTOP of a worker, and SIGCONT after a while. */
    STANDSTILL
  }

  private static final List<String> COUNTED =
      List.of("split-parts", "split-reissued", "split-duplicates", "split-handed-over");

  private final ResultLedger.ExpectedAnswers jobs;
  private final Map<String, Long> sums = new TreeMap<>();
  private final Map<Disturbance, Integer> disturbed = new EnumMap<>(Disturbance.class);
  private final Map<Integer, Map<Disturbance, List<Double>>> seconds = new TreeMap<>();
  private int late;
  private int resumed;

  SplitTally(ResultLedger.ExpectedAnswers jobs) {
    this.jobs = jobs;
  }

  @Override
  public String fault(int number, JobResult result) {
    count(result);
    return jobs.fault(number, result);
  }

  private synchronized void count(JobResult result) {
    Map<String, String> plan = result.getPlanMap();
    for (String name : COUNTED) {
      if (plan.containsKey(name)) {
        sums.merge(name, Long.parseLong(plan.get(name)), Long::sum);
      }
    }
    resumed += Boolean.parseBoolean(plan.get("split-resumed")) ? 1 : 0;
  }

  /**
   * Something was disturbed.
   *
   * @param tooLate whether the job was over before
   */
  synchronized void disturbed(Disturbance what, boolean tooLate) {
    disturbed.merge(what, 1, Integer::sum);
    late += tooLate ? 1 : 0;
  }

  /** A job that was alone took so long. */
  synchronized void took(int kind, Disturbance what, double time) {
    seconds
        .computeIfAbsent(kind, _ -> new EnumMap<>(Disturbance.class))
        .computeIfAbsent(what, _ -> new ArrayList<>())
        .add(time);
  }

  synchronized int times(Disturbance what) {
    return disturbed.getOrDefault(what, 0);
  }

  /** Disturbances of jobs that were over by then. */
  synchronized int late() {
    return late;
  }

  /** Jobs that a second owner took up where the first one left them. */
  synchronized int resumed() {
    return resumed;
  }

  /** Sum over all results of what their plans say under a name. */
  synchronized long sum(String name) {
    return sums.getOrDefault(name, 0L);
  }

  /** Median of the jobs of a kind that were alone; NaN without any. */
  synchronized double median(int kind, Disturbance what) {
    List<Double> times =
        seconds.getOrDefault(kind, Map.of()).getOrDefault(what, List.of()).stream()
            .sorted()
            .toList();
    return times.isEmpty() ? Double.NaN : times.get(times.size() / 2);
  }
}
