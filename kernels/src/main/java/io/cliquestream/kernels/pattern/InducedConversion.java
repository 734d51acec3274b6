package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Goes from edge-induced to vertex-induced motif counts of one size.
 *
 * <p>A vertex set that induces H' holds {@code copies(H, H')} subgraphs isomorphic to H on all its
 * vertices, so edge(H) = Σ copies(H, H') · induced(H') over all H'. The matrix is triangular by
 * edges with ones on the diagonal and is solved from the clique downwards. Supergraphs of a
 * connected graph are connected, so the connected motifs are closed under this.
 *
 * <p>How many copies there are follows from smaller hosts: a copy of H in H' lacks as many edges of
 * H' as H has fewer, and is a copy in H' without any one of these, so summing the copies over all
 * H' without one edge counts each as often. No embedding is looked for.
 *
 * @param <M> what stands for a motif
 */
public final class InducedConversion<M> {
  private final List<M> motifs;
  private final int[][] copies; // at most 8! of them

  /**
   * The conversion for all motifs of one size.
   *
   * @param motifs ascending by edges
   * @param pattern one graph of a motif
   */
  InducedConversion(List<M> motifs, Function<M, Pattern> pattern) {
    this.motifs = List.copyOf(motifs);
    copies = new int[motifs.size()][motifs.size()];
    Map<CanonicalCode, Integer> places = new HashMap<>();
    int[] edges = new int[copies.length];
    for (int j = 0; j < copies.length; j++) {
      Pattern host = pattern.apply(motifs.get(j));
      edges[j] = host.edgeCount();
      for (CanonicalCode code : withoutOneEdge(host)) {
        int place = places.get(code);
        for (int i = 0; i <= place; i++) {
          copies[i][j] += copies[i][place];
        }
      }
      for (int i = 0; edges[i] < edges[j]; i++) {
        copies[i][j] /= edges[j] - edges[i];
      }
      copies[j][j] = 1;
      places.put(CanonicalCode.of(host), j);
    }
  }

  /** The classes of a pattern without each of its edges that it stays connected without. */
  private static List<CanonicalCode> withoutOneEdge(Pattern pattern) {
    List<CanonicalCode> codes = new ArrayList<>();
    int[] ends = ends(pattern);
    for (int removed = 0; removed < ends.length; removed += 2) {
      int[] left = new int[ends.length - 2];
      System.arraycopy(ends, 0, left, 0, removed);
      System.arraycopy(ends, removed + 2, left, removed, left.length - removed);
      if (connects(left, pattern.vertexCount())) {
        codes.add(CanonicalCode.of(Pattern.of(left)));
      }
    }
    return codes;
  }

  private static int[] ends(Pattern pattern) {
    int[] ends = new int[2 * pattern.edgeCount()];
    int used = 0;
    for (int i = 0; i < pattern.vertexCount(); i++) {
      for (int j = 0; j < i; j++) {
        if (pattern.hasEdge(i, j)) {
          ends[used++] = i;
          ends[used++] = j;
        }
      }
    }
    return ends;
  }

  private static boolean connects(int[] ends, int vertices) {
    int reached = 1;
    for (int before = 0; reached != before; ) {
      before = reached;
      for (int i = 0; i < ends.length; i += 2) {
        int edge = 1 << ends[i] | 1 << ends[i + 1];
        reached |= (reached & edge) != 0 ? edge : 0;
      }
    }
    return reached == (1 << vertices) - 1;
  }

  /**
   * {@return the conversion for the named motifs of one size}
   *
   * @param size 3, 4 or 5 vertices
   */
  public static InducedConversion<Motif> ofMotifs(int size) {
    return new InducedConversion<>(Motif.ofSize(size), Motif::pattern);
  }

  /**
   * {@return the motif itself and those whose vertex sets can hold it, ascending by edges: what its
   * induced count needs}
   *
   * @param motif one of the size
   */
  public List<M> neededFor(M motif) {
    List<M> needed = new ArrayList<>();
    int row = motifs.indexOf(motif);
    for (int j = 0; j < motifs.size(); j++) {
      if (copies[row][j] != 0) {
        needed.add(motifs.get(j));
      }
    }
    return needed;
  }

  /**
   * Vertex-induced counts.
   *
   * @param edgeInduced edge-induced counts of some motifs of the size, with each one all of {@link
   *     #neededFor}
   * @return a count for each motif of {@code edgeInduced}
   */
  public Map<M, BigInteger> induced(Map<M, BigInteger> edgeInduced) {
    Map<M, BigInteger> induced = new HashMap<>();
    for (int i = motifs.size() - 1; i >= 0; i--) {
      BigInteger count = edgeInduced.get(motifs.get(i));
      if (count != null) {
        for (int j = i + 1; j < motifs.size(); j++) {
          if (copies[i][j] != 0) {
            count =
                count.subtract(
                    induced.get(motifs.get(j)).multiply(BigInteger.valueOf(copies[i][j])));
          }
        }
        induced.put(motifs.get(i), count);
      }
    }
    return induced;
  }
}
