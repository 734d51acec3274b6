package io.cliquestream.worker.jobs.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.memory.HostMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NamedDifferenceTest {
  private static final int MOST = 100;

  private final NameMemory ofNames = new NameMemory(1L << 26, new HostMemory(1L << 28));

  private GraphNames names(String... all) {
    var dictionary = new NameDictionary(1L << 20);
    for (String name : all) {
      long _ = dictionary.number(name);
    }
    return GraphNames.of(dictionary, ofNames);
  }

  private static EvolvingGraph graph(long... ends) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int i = 0; i < ends.length; i += 2) {
        edges.add(ends[i], ends[i + 1]);
      }
      return EvolvingGraph.of(GraphBuilder.build(edges, Parallelism.available()));
    }
  }

  /** ann-bob, bob-cyd before; cyd-bob, bob-dan after, with other numbers. */
  private List<String> back(HostMemory memory) {
    try (EvolvingGraph older = graph(0, 1, 1, 2);
        EvolvingGraph newer = graph(0, 1, 1, 2);
        GraphVersion before = older.latest();
        GraphVersion after = newer.latest()) {
      var difference =
          new NamedDifference(names("ann", "bob", "cyd"), names("cyd", "bob", "dan"), memory);
      EdgeBatch batch = difference.back(before, after, MOST, StopCheck.NEVER).orElseThrow();
      var changes = new ArrayList<String>();
      for (int i = 0; i < batch.size(); i++) {
        long low = Math.min(batch.from(i), batch.to(i));
        changes.add((batch.inserts(i) ? "+" : "-") + low);
      }
      return changes;
    }
  }

  @Test
  void aComparisonByNamesTookMemoryThatStoodInNoAccount() {
    var memory = new HostMemory(3 * Long.BYTES);
    assertThat(back(memory)).containsExactly("+1", "-1");
    assertThat(memory.used()).as("given back").isZero();
    assertThatThrownBy(() -> back(new HostMemory(3 * Long.BYTES - 1)))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE))
        .hasMessageContaining("24 bytes");
  }
}
