package io.cliquestream.kernels.cuda.driver;

import java.time.Duration;

/**
 * Every setting of the runtime of one device.
 *
 * @param lanes usual lanes, so many tasks run side by side; one urgent lane comes on top. A lane
 *     costs a thread and five streams
 * @param waitingTasks most tasks that wait for a lane; one more is refused with QUEUE_FULL
 * @param budgetBytes most bytes of device memory in use at a time; 0 stands for {@code
 *     budgetFraction} of what is free when the device is opened
 * @param budgetFraction share of the free memory that the budget takes; the rest is for the
 *     context, for modules and for the pool's fragmentation
 * @param slabBytes size of one pinned staging slab: 4 MiB cross PCIe 5 in 75 microseconds, long
 *     against the 10 microseconds a copy costs to enqueue
 * @param slabs number of staging slabs, locked one by one when first needed and then kept
 * @param laneHostBytes pinned memory of each lane for headers, counters and small results
 * @param spinTime how long a lane's thread spins on a completion word before it starts to park;
 *     covers short kernels without a thread switch
 * @param parkTime pause between two looks at a completion word after that
 * @param checkTime how often a waiting thread asks whether its job was stopped, and a polling one
 *     asks the driver for an error
 * @param agingTime a waiting task gains one step of priority each time it has waited so long, so
 *     low priority cannot starve
 * @param urgentPriority job priority from which the urgent lane takes a task
 * @param sliceTime aim for the length of one slice of a long kernel; other lanes' work gets in
 *     between slices
 * @param slicesInFlight slices enqueued ahead, so that the device never waits for the host
 * @param shortTaskTime until it has been on its lane for so long a task is a short one, which long
 *     ones let pass
 * @param quietTime so long after the last short task it is as if there had been none
 * @param briefSliceTime aim for the length of one slice of a long task beside short ones, where the
 *     kernel leaves it open; a launch costs some 50 microseconds
 * @param sparedShare one in so many multiprocessors is left out of a long task's launch beside
 *     short ones, and of every heavy one, where launches cannot be cut to any length
 * @param heavyLaunchTime a task whose launches take longer is a heavy one: of those one is on the
 *     device at a time, and what it spares is there before a short task comes
 * @param turnWait a long task passes short ones after this wait, and long ones after four times it
 */
public record DevicePolicy(
    int lanes,
    int waitingTasks,
    long budgetBytes,
    double budgetFraction,
    long slabBytes,
    int slabs,
    long laneHostBytes,
    Duration spinTime,
    Duration parkTime,
    Duration checkTime,
    Duration agingTime,
    int urgentPriority,
    Duration sliceTime,
    int slicesInFlight,
    Duration shortTaskTime,
    Duration quietTime,
    Duration briefSliceTime,
    int sparedShare,
    Duration heavyLaunchTime,
    Duration turnWait) {

  private static final int MOST_QUEUES = 32;

  /** Queues for what belongs to no lane: stops, looks at counters, memory that is given back. */
  private static final int OTHER_QUEUES = 3;

  /** Streams beside a lane's main one that the C library knows what to do with. */
  private static final int MOST_SIDE_STREAMS = 3;

  /** How long the thread of a lane that is the only one spins: no other wants its processor. */
  private static final Duration ONLY_LANE_SPIN_TIME = Duration.ofMillis(10);

  /** The defaults: eight lanes, 90 % of the free memory, 64 MiB of staging. */
  public static final DevicePolicy DEFAULT =
      new DevicePolicy(
          8,
          256,
          0,
          0.9,
          4L << 20,
          16,
          256L << 10,
          Duration.ofNanos(60_000),
          Duration.ofNanos(50_000),
          Duration.ofMillis(1),
          Duration.ofSeconds(2),
          8,
          Duration.ofMillis(8),
          3,
          Duration.ofMillis(100),
          Duration.ofSeconds(1),
          Duration.ofMillis(2),
          8,
          Duration.ofSeconds(1),
          Duration.ofMillis(100));

  /** Checks the bounds. */
  public DevicePolicy {
    require(lanes >= 1 && lanes <= 64, "lanes must be between 1 and 64");
    require(waitingTasks >= 1, "waitingTasks must be 1 or more");
    require(budgetBytes >= 0, "budgetBytes must be 0 or more");
    require(budgetFraction > 0 && budgetFraction <= 1, "budgetFraction must be in (0, 1]");
    require(slabBytes >= 4096 && slabBytes % 4096 == 0, "slabBytes must be whole pages");
    require(slabs >= 2, "slabs must be 2 or more: uploads use two at a time");
    require(laneHostBytes >= 4096 && laneHostBytes % 4096 == 0, "laneHostBytes: whole pages");
    require(!spinTime.isNegative(), "spinTime must not be negative");
    require(parkTime.isPositive(), "parkTime must be positive");
    require(checkTime.isPositive(), "checkTime must be positive");
    require(agingTime.isPositive(), "agingTime must be positive");
    require(sliceTime.isPositive(), "sliceTime must be positive");
    require(slicesInFlight >= 1 && slicesInFlight <= 64, "slicesInFlight must be 1 to 64");
    require(shortTaskTime.isPositive(), "shortTaskTime must be positive");
    require(quietTime.isPositive(), "quietTime must be positive");
    require(briefSliceTime.isPositive(), "briefSliceTime must be positive");
    require(sparedShare >= 2, "sparedShare must be 2 or more");
    require(heavyLaunchTime.isPositive(), "heavyLaunchTime must be positive");
    require(turnWait.isPositive(), "turnWait must be positive");
  }

  /**
   * Hardware queues to ask the driver for: eight for each usual lane, so that each stream of a
   * single lane, and those that take stops and give memory back, has one for itself; the most that
   * there can be from four lanes on. Each costs some 13 ms when the device is opened, and a part of
   * that when it is closed.
   */
  public static int hardwareQueues(int lanes) {
    return Math.min(MOST_QUEUES, 8 * lanes);
  }

  /**
   * Streams that each lane has beside its main one: with more streams than hardware queues two
   * lanes share one, and what one of them enqueued waits for the kernel of the other.
   */
  public int sideStreams() {
    return Math.clamp((MOST_QUEUES - OTHER_QUEUES) / (lanes + 1) - 1, 0, MOST_SIDE_STREAMS);
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException("device policy: " + rule);
    }
  }

  /** The same with another number of usual lanes; a single one spins longer. */
  public DevicePolicy withLanes(int count) {
    return with(count, waitingTasks, budgetBytes, count == 1 ? ONLY_LANE_SPIN_TIME : spinTime);
  }

  /** The same with a budget in bytes. */
  public DevicePolicy withBudgetBytes(long bytes) {
    return with(lanes, waitingTasks, bytes, spinTime);
  }

  /** The same with another bound on waiting tasks. */
  public DevicePolicy withWaitingTasks(int count) {
    return with(lanes, count, budgetBytes, spinTime);
  }

  private DevicePolicy with(
      int otherLanes, int otherTasks, long otherBudget, Duration otherSpinTime) {
    return new DevicePolicy(
        otherLanes,
        otherTasks,
        otherBudget,
        budgetFraction,
        slabBytes,
        slabs,
        laneHostBytes,
        otherSpinTime,
        parkTime,
        checkTime,
        agingTime,
        urgentPriority,
        sliceTime,
        slicesInFlight,
        shortTaskTime,
        quietTime,
        briefSliceTime,
        sparedShare,
        heavyLaunchTime,
        turnWait);
  }
}
