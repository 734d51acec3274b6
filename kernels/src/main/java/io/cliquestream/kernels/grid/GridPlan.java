package io.cliquestream.kernels.grid;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * How a graph is cut, and which parts are read from disk, in which order.
 *
 * <p>Tasks follow each other so that one number of three changes at a time: each but the first
 * finds one of its parts in memory, and more where the budget holds more. Of the parts that a task
 * does not need, those go that were needed longest ago.
 *
 * @param n classes of ranks
 * @param m shares of each task
 * @param vertices of the graph, largest id and one
 * @param arcs of each part, at index i * n + j; duplicates included
 * @param budgetBytes most bytes of parts in memory
 */
public record GridPlan(int n, int m, long vertices, List<Long> arcs, long budgetBytes) {
  /** Largest n: 2^30 tasks. */
  public static final int MOST_CLASSES = 1 << 10;

  static final int BYTES_OF_ARC = Integer.BYTES;

  /** Both ends, and as much again to merge what several threads sorted. */
  static final int BYTES_OF_SORTING = 2 * Long.BYTES;

  /**
   * A task: triangles with their lowest rank in class i, their middle one in j, the highest in k.
   *
   * @param i class of the lowest rank, 0 to n - 1
   * @param j class of the middle rank, 0 to n - 1
   * @param k class of the highest rank, 0 to n - 1
   */
  public record Task(int i, int j, int k) {
    /** Its parts, at most three different ones. */
    List<Integer> parts(int n) {
      return List.of(i * n + j, i * n + k, j * n + k).stream().distinct().toList();
    }
  }

  /**
   * Checks the numbers, and copies the list.
   *
   * @throws IllegalArgumentException for numbers out of bounds, or a list that does not have an
   *     entry for each part
   */
  public GridPlan {
    arcs = List.copyOf(arcs);
    if (n < 1 || n > MOST_CLASSES || m < 1 || arcs.size() != n * n) {
      throw new IllegalArgumentException(n + " classes, " + m + " shares, " + arcs.size());
    }
  }

  /** {@return number of parts} */
  public int parts() {
    return n * n;
  }

  /** {@return number of tasks, before they are cut into shares} */
  public long tasks() {
    return (long) n * n * n;
  }

  /** Ranks of one class, at most. */
  int classSize() {
    return Math.toIntExact((vertices + n - 1) / n);
  }

  /**
   * {@return bytes of a part in memory}
   *
   * @param part number of the part, 0 to {@link #parts} - 1
   */
  public long bytes(int part) {
    return arcs.get(part) * BYTES_OF_ARC + ((long) classSize() + 1) * Integer.BYTES;
  }

  /**
   * {@return most bytes that are needed at the same time: three parts, or one while it is sorted}
   */
  public long neededBytes() {
    long most = 0;
    for (int part = 0; part < parts(); part++) {
      long sorting = arcs.get(part) * BYTES_OF_SORTING + ((long) classSize() + 1) * Integer.BYTES;
      most = Math.max(most, Math.max((n == 1 ? 1 : 3) * bytes(part), sorting));
    }
    return most;
  }

  /**
   * The task of a number from 0 on: back and forth, so that one of i, j, k changes by one.
   *
   * @param number 0 to {@link #tasks} - 1
   * @return one that shares parts with the task before
   */
  public Task task(long number) {
    int i = (int) (number / ((long) n * n));
    int row = (int) (number / n % n);
    int j = i % 2 == 0 ? row : n - 1 - row;
    int place = (int) (number % n);
    int k = (i * n + row) % 2 == 0 ? place : n - 1 - place;
    return new Task(i, j, k);
  }

  /**
   * {@return bytes of parts that the tasks read from disk altogether; takes a step for each task}
   */
  public long readBytes() {
    long sum = 0;
    Memory memory = new Memory();
    for (long number = 0; number < tasks(); number++) {
      for (int part : memory.need(task(number)).read()) {
        sum += bytes(part);
      }
    }
    return sum;
  }

  /** What a task's turn changes in memory. */
  record Change(List<Integer> dropped, List<Integer> read) {}

  /** Which parts are in memory, the one that was needed longest ago first. */
  final class Memory {
    private final SequencedSet<Integer> held = new LinkedHashSet<>();
    private long bytes;

    /** Makes room for the parts of a task, and says what is to be dropped and read for it. */
    Change need(Task task) {
      List<Integer> needed = task.parts(n);
      List<Integer> read = needed.stream().filter(part -> !held.contains(part)).toList();
      for (int part : needed) {
        if (held.remove(part)) {
          bytes -= bytes(part);
        }
      }
      long room = budgetBytes - needed.stream().mapToLong(GridPlan.this::bytes).sum();
      List<Integer> dropped = new ArrayList<>();
      Iterator<Integer> oldest = held.iterator();
      while (bytes > Math.max(0, room) && oldest.hasNext()) {
        int part = oldest.next();
        oldest.remove();
        bytes -= bytes(part);
        dropped.add(part);
      }
      for (int part : needed) {
        held.add(part);
        bytes += bytes(part);
      }
      return new Change(dropped, read);
    }

    /** Bytes of all parts in memory. */
    long heldBytes() {
      return bytes;
    }
  }
}
