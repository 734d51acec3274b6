package io.cliquestream.kernels.assembly;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes an answer of core numbers as they are found, vertex by vertex. Used by one thread. */
public final class CoreTally {
  /** Bytes of an entry of a sorted map and of its number and count. */
  private static final long ENTRY_BYTES = 120;

  private final Optional<CountArray> perVertex;
  private long[] vertices = new long[64];

  /**
   * Nothing yet.
   *
   * @param vertexCount of the graph
   * @param perVertex whether the answer holds core numbers by vertex
   */
  public CoreTally(long vertexCount, boolean perVertex) {
    this.perVertex = perVertex ? Optional.of(new CountArray(vertexCount)) : Optional.empty();
  }

  /**
   * Adds a vertex.
   *
   * @param vertex dense, each one once
   * @param core its core number, 0 or more
   */
  public void add(long vertex, int core) {
    if (core >= vertices.length) {
      vertices = Arrays.copyOf(vertices, core + core / 2 + 1);
    }
    vertices[core]++;
    perVertex.ifPresent(cores -> cores.set(vertex, core));
  }

  /** {@return what was added} */
  public Answer.CoreNumbers answer() {
    SortedMap<Integer, BigInteger> byCore = new TreeMap<>();
    for (int core = 0; core < vertices.length; core++) {
      if (vertices[core] > 0) {
        byCore.put(core, BigInteger.valueOf(vertices[core]));
      }
    }
    return new Answer.CoreNumbers(byCore, perVertex);
  }

  /**
   * {@return bytes on the heap at most, the answer's included}
   *
   * @param degeneracy of the graph, or a bound on it
   */
  public static long heapBytes(long degeneracy) {
    return (3 * Long.BYTES + ENTRY_BYTES) * (degeneracy + 64);
  }
}
