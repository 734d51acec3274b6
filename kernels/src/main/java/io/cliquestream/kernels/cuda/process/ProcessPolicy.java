package io.cliquestream.kernels.cuda.process;

import java.time.Duration;
import java.util.List;

/**
 * Every setting of a supervised device process.
 *
 * @param tries how often a call may break the device before it fails
 * @param reruns how often a call is run again for faults that are not proven its own
 * @param restarts most restarts within {@code restartWindow}; one more and the device is given up
 * @param restartWindow the time over which restarts are counted
 * @param aloneTime how long a suspect runs alone before others are let in beside it, and how long
 *     it waits for others to end; doubled each time that nothing broke meanwhile
 * @param startTime longest start of the process until it is ready
 * @param stopTime longest time between a call's stop and its end; then the process is held to hang
 *     and is replaced
 * @param crowdedStopTime the same while other calls get on: what was stopped may wait behind a
 *     launch of theirs, which does not hear of it
 * @param checkTime how often a waiting caller asks whether its job was stopped
 * @param progressTime how often the process reports the progress of its calls
 * @param waitingCalls most calls at a time; one more is refused with QUEUE_FULL
 * @param jvmArguments arguments of the process's virtual machine, its heap among them
 */
public record ProcessPolicy(
    int tries,
    int reruns,
    int restarts,
    Duration restartWindow,
    Duration aloneTime,
    Duration startTime,
    Duration stopTime,
    Duration crowdedStopTime,
    Duration checkTime,
    Duration progressTime,
    int waitingCalls,
    List<String> jvmArguments) {

  /** Three tries, and a device that faults more than ten times in ten minutes is given up. */
  public static final ProcessPolicy DEFAULT =
      new ProcessPolicy(
          3,
          8,
          10,
          Duration.ofMinutes(10),
          Duration.ofSeconds(2),
          Duration.ofMinutes(1),
          Duration.ofSeconds(10),
          Duration.ofMinutes(2),
          Duration.ofMillis(2),
          Duration.ofMillis(50),
          256,
          List.of("-Xmx1g", "-XX:+UseParallelGC"));

  /** Checks the bounds. */
  public ProcessPolicy {
    jvmArguments = List.copyOf(jvmArguments);
    if (tries < 1 || reruns < 0 || restarts < 0 || waitingCalls < 1) {
      throw new IllegalArgumentException("process policy: a bound is too small");
    }
  }
}
