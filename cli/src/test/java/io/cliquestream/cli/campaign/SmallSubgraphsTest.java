package io.cliquestream.cli.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against all sets of vertices, one after the other. */
final class SmallSubgraphsTest {
  private static long[] rows(long seed) {
    var random = new Random(seed);
    int vertices = 1 + random.nextInt(12);
    double density = random.nextDouble();
    long[] rows = new long[vertices];
    for (int u = 0; u < vertices; u++) {
      for (int v = 0; v < u; v++) {
        if (random.nextDouble() < density) {
          rows[u] |= 1L << v;
          rows[v] |= 1L << u;
        }
      }
    }
    return rows;
  }

  private static boolean isConnected(long[] rows, long set) {
    long seen = Long.lowestOneBit(set);
    for (long before = 0; before != seen; ) {
      before = seen;
      for (int v = 0; v < rows.length; v++) {
        seen |= ((seen >>> v) & 1) == 0 ? 0 : rows[v] & set;
      }
    }
    return seen == set;
  }

  private static boolean isCycle(long[] rows, long set) {
    for (int v = 0; v < rows.length; v++) {
      if (((set >>> v) & 1) != 0 && Long.bitCount(rows[v] & set) != 2) {
        return false;
      }
    }
    return isConnected(rows, set);
  }

  @Test
  void countsAreThoseOfAllSets() {
    for (long seed = 0; seed < 200; seed++) {
      long[] rows = rows(seed);
      long[] connected = new long[7];
      long[] cycles = new long[7];
      for (long set = 1; set < 1L << rows.length; set++) {
        int size = Long.bitCount(set);
        if (size < 7) {
          connected[size] += isConnected(rows, set) ? 1 : 0;
          cycles[size] += isCycle(rows, set) ? 1 : 0;
        }
      }
      var known = new SmallSubgraphs(rows);
      for (int size = 1; size < 7; size++) {
        assertThat(known.connectedSets(size)).as("seed %d", seed).isEqualTo(connected[size]);
        if (size >= 4) {
          assertThat(known.chordlessCycles(size)).as("seed %d", seed).isEqualTo(cycles[size]);
        }
      }
    }
  }

  @Test
  void aUnionHasWhatItsComponentsHave() {
    var union = new KnownUnion("union", KnownUnion.kinds(3, 2), 5);
    int[] edges = new int[1];
    union.forEachEdge(
        (from, to) -> {
          assertThat(from).isBetween(0L, union.vertices() - 1L);
          assertThat(to).isBetween(0L, union.vertices() - 1L);
          edges[0]++;
        });
    assertThat(union.cliques(2)).isEqualTo(edges[0]);
    assertThat(union.connectedSets(2)).isEqualTo(edges[0]);
    assertThat(union.cliques(union.cliqueNumber())).isPositive();
  }
}
