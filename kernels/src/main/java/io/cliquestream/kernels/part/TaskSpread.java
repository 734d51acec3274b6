package io.cliquestream.kernels.part;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Which of some queues each part waits in: every part goes to the one with the least predicted work
 * so far. With the largest parts first no queue is more than a third above the best there is
 * (Graham, Bounds on multiprocessing timing anomalies, 1969), as far as predictions hold.
 */
public final class TaskSpread {
  private TaskSpread() {}

  private record Queue(double load, int turn, int number) {}

  /**
   * The queue of each part.
   *
   * @param parts in the order in which they are given out
   * @param queues how many, 1 or more
   * @param first any number: which queue is the first of equals
   * @return by the order of parts, 0 to {@code queues} - 1 each
   */
  public static int[] of(List<Part> parts, int queues, int first) {
    if (queues < 1) {
      throw new IllegalArgumentException(queues + " queues");
    }
    PriorityQueue<Queue> least =
        new PriorityQueue<>(
            queues, Comparator.comparingDouble(Queue::load).thenComparingInt(Queue::turn));
    for (int turn = 0; turn < queues; turn++) {
      least.add(new Queue(0, turn, Math.floorMod(first + turn, queues)));
    }
    int[] chosen = new int[parts.size()];
    for (int i = 0; i < chosen.length; i++) {
      Queue queue = least.remove();
      chosen[i] = queue.number();
      least.add(new Queue(queue.load() + 1 + parts.get(i).cost(), queue.turn(), queue.number()));
    }
    return chosen;
  }
}
