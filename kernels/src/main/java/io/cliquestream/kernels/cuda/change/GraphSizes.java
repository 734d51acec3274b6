package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.cuda.library.ChangeFunctions;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;

/**
 * What an evolving graph takes on a device.
 *
 * @param edges of the graph as it is loaded
 * @param idBound bound of the ids that it may have
 * @param mostChanges of a batch
 * @param hubRows rows of bits at most
 * @param hubDegree rows longer than this have one
 * @param poolUnits of the pool of rows
 * @param bytes beside the pool
 */
record GraphSizes(
    long edges,
    long idBound,
    long mostChanges,
    long hubRows,
    long hubDegree,
    long poolUnits,
    long bytes) {
  private static final long UNIT_BYTES = 32;

  /** Bit rows that are free for rows which grow. */
  private static final int SPARE_HUBS = 64;

  /** Bits of a bit row for each id: neighbours, and changed edges. */
  private static final int HUB_BITS = 2;

  /**
   * Sizes of a graph.
   *
   * @param budget of the device, in bytes
   */
  static GraphSizes of(
      ChangeFunctions functions, DeviceChangePolicy policy, Graph host, long ids, long budget) {
    long rowBytes = HUB_BITS * ((ids + 31) / 32) * Integer.BYTES;
    int room = (int) Math.min(ids, budget / policy.hubShare() / rowBytes);
    int[] longest = degreesAbove(host, policy.hubDegree() / 2);
    int wanted = longest.length + SPARE_HUBS;
    int hubRows = Math.min(room, wanted);
    // The longest ones get bit rows where there are not enough for all.
    long hubDegree =
        hubRows > 0 && hubRows < longest.length
            ? Math.max(policy.hubDegree(), longest[longest.length - hubRows])
            : policy.hubDegree();
    long most = policy.costs().mostChanges();
    long bytes = functions.bytes(ids, most, hubRows);
    if (bytes == 0) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE, "the GPU follows no graph of " + ids + " ids");
    }
    long units = policy.poolSpare() * functions.units(2 * host.edgeCount(), ids);
    return new GraphSizes(
        host.edgeCount(), ids, most, hubRows, hubDegree, Math.max(units, 1), bytes);
  }

  /** Ascending. */
  private static int[] degreesAbove(Graph host, int bound) {
    int[] found = new int[16];
    int used = 0;
    for (int v = 0; v < host.vertexCount(); v++) {
      int degree = host.degree(v);
      if (degree > bound) {
        found = used == found.length ? Arrays.copyOf(found, 2 * used) : found;
        found[used++] = degree;
      }
    }
    int[] degrees = Arrays.copyOf(found, used);
    Arrays.sort(degrees);
    return degrees;
  }

  /** Resident bytes. */
  long residentBytes() {
    return DeviceEvolvingGraph.rounded(bytes) + DeviceEvolvingGraph.rounded(poolUnits * UNIT_BYTES);
  }

  /** Bytes while it is loaded. */
  long loadBytes() {
    return residentBytes()
        + DeviceEvolvingGraph.rounded(Long.BYTES * (idBound + 1))
        + DeviceEvolvingGraph.rounded(Math.max(Long.BYTES, 8 * edges));
  }
}
