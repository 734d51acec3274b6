package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.job.KCliqueMethod;
import java.util.Locale;

/**
 * A configuration of Almasri, El Hajj, Nagi, Xiong and Hwu, Parallel k-clique counting on GPUs (ICS
 * 2022), but for the order, which is that of the graph.
 *
 * @param method graph orientation or pivoting (section 3)
 * @param edges a block takes an edge, otherwise a vertex (section 4.2)
 * @param binary sets and induced subgraphs are bits, otherwise lists (section 4.3)
 * @param group threads that work on one subtree, or on one candidate of the pivot: 1, 2, 4, 8, 16
 *     or 32 (section 4.4)
 */
public record PaperConfiguration(KCliqueMethod method, boolean edges, boolean binary, int group) {
  /** Threads of a block. */
  private static final int THREADS = 128;

  /** The same with other tasks. */
  PaperConfiguration withEdges(boolean value) {
    return new PaperConfiguration(method, value, binary, group);
  }

  /** The same with another group. */
  PaperConfiguration withGroup(int value) {
    return new PaperConfiguration(method, edges, binary, value);
  }

  /** Such as "paper orientation vertex binary 8". */
  public String text() {
    return "paper %s %s %s %d"
        .formatted(
            method.name().toLowerCase(Locale.ROOT),
            edges ? "edge" : "vertex",
            binary ? "binary" : "lists",
            group);
  }

  /**
   * Memory of resident blocks, the only memory that grows with the graph: induced subgraph and
   * stacks.
   *
   * @param blocks resident blocks
   * @param degree d, the largest out-degree
   * @param setWords w, 32-bit words of a set: d with lists, d / 32 with binary encoding
   * @param levels l, levels of a stack: k with orientation, d / 2 + 2 with pivoting
   * @param groups g, groups of threads in a block
   * @param words 32-bit words of a block
   */
  record Memory(long blocks, long degree, long setWords, long levels, long groups, long words) {
    long bytes() {
      return Integer.BYTES * blocks * words;
    }
  }

  /**
   * The memory formula.
   *
   * @param k largest size that is counted
   */
  Memory memory(long blocks, long degree, long k) {
    long setWords = binary ? (degree + 31) / 32 : degree;
    long ids = degree + (binary ? 0 : degree);
    long groups = THREADS / group;
    return switch (method) {
      case ORIENTATION -> {
        long levels = Math.min(k, degree + 1);
        long words = ids + degree * setWords + groups * levels * (setWords + 2);
        yield new Memory(blocks, degree, setWords, levels, groups, words);
      }
      case PIVOTING -> {
        long levels = degree / 2 + 2;
        long words = ids + degree * setWords + levels * (2 * setWords + 5);
        yield new Memory(blocks, degree, setWords, levels, groups, words);
      }
    };
  }

  /** The formula with its numbers, such as "1056 x (111 + 111 x 4 + 16 x 4 x (4 + 2)) words". */
  String formula(Memory of) {
    String subgraph =
        binary
            ? "%d + %d x %d".formatted(of.degree, of.degree, of.setWords)
            : "2 x %d + %d x %d".formatted(of.degree, of.degree, of.setWords);
    String stacks =
        switch (method) {
          case ORIENTATION -> "%d x %d x (%d + 2)".formatted(of.groups, of.levels, of.setWords);
          case PIVOTING -> "%d x (2 x %d + 5)".formatted(of.levels, of.setWords);
        };
    return "%d x (%s + %s) words".formatted(of.blocks, subgraph, stacks);
  }
}
