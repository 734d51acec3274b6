package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.failure.Options;

/**
 * How large a graph may be that an engine gets as a whole.
 *
 * @param maximumDenseVertices most vertices of a {@link Graph}; a graph with more is built as a
 *     {@link WideGraph}; 0 to {@link #MAXIMUM_VERTICES}
 * @param shardVertices most vertices of a part of a wide graph, 1 to {@link #MAXIMUM_VERTICES}
 * @param shardBytes most bytes of such a part as a {@link Graph}, 1 or more; the engine's own
 *     memory, an orientation to begin with, comes on top
 */
public record DenseLimits(int maximumDenseVertices, int shardVertices, long shardBytes) {
  /** Most vertices that 32 bits number while arrays indexed by vertex stay possible. */
  public static final int MAXIMUM_VERTICES = Integer.MAX_VALUE - 15;

  /** What the representation allows, in parts of at most 16 GiB. */
  public static final DenseLimits DEFAULT =
      new DenseLimits(MAXIMUM_VERTICES, MAXIMUM_VERTICES, 16L << 30);

  private static final String VERTICES_PROPERTY = "cliquestream.maximumDenseVertices";
  private static final String SHARD_VERTICES_PROPERTY = "cliquestream.shardVertices";
  private static final String SHARD_BYTES_PROPERTY = "cliquestream.shardBytes";

  /**
   * Checks the bounds.
   *
   * @throws ComputeException OPTION_INVALID for one that is out of its range
   */
  public DenseLimits {
    Options.require(
        maximumDenseVertices >= 0 && maximumDenseVertices <= MAXIMUM_VERTICES,
        "dense vertices must be 0 to " + MAXIMUM_VERTICES + ", not " + maximumDenseVertices);
    Options.require(
        shardVertices >= 1 && shardVertices <= MAXIMUM_VERTICES,
        "vertices of a shard must be 1 to " + MAXIMUM_VERTICES + ", not " + shardVertices);
    Options.require(shardBytes >= 1, "bytes of a shard must be 1 or more, not " + shardBytes);
  }

  /**
   * {@return the default, where the system properties {@code cliquestream.maximumDenseVertices},
   * {@code cliquestream.shardVertices} and {@code cliquestream.shardBytes} do not say otherwise}
   *
   * @throws ComputeException OPTION_INVALID for what is no number, or out of bounds
   */
  public static DenseLimits configured() {
    return new DenseLimits(
        Math.toIntExact(
            property(VERTICES_PROPERTY, DEFAULT.maximumDenseVertices, Integer.MAX_VALUE)),
        Math.toIntExact(
            property(SHARD_VERTICES_PROPERTY, DEFAULT.shardVertices, Integer.MAX_VALUE)),
        property(SHARD_BYTES_PROPERTY, DEFAULT.shardBytes, Long.MAX_VALUE));
  }

  /**
   * {@return whether a graph of so many vertices is a {@link Graph}; otherwise it is a {@link
   * WideGraph}}
   *
   * @param vertices with an edge
   */
  public boolean holds(long vertices) {
    return vertices <= maximumDenseVertices;
  }

  private static long property(String name, long otherwise, long most) {
    String text = System.getProperty(name);
    if (text == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text.strip());
      Options.require(
          value >= 0 && value <= most, name + " must be 0 to " + most + ", not " + value);
      return value;
    } catch (NumberFormatException e) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, name + " must be a whole number, not '" + text + "'");
    }
  }
}
