package io.cliquestream.worker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.memory.HostMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class GraphNamesTest {
  private final HostMemory memory = new HostMemory(1L << 30);
  private final NameMemory names = new NameMemory(1L << 29, memory);

  @Test
  void versionsKeepTheirNamesWhateverLaterOnesAdd() {
    for (long seed = 0; seed < 60; seed++) {
      var random = new SplittableRandom(seed);
      var versions = new ArrayList<GraphNames>();
      var expected = new ArrayList<List<String>>();
      var all = new ArrayList<String>();
      Map<String, Integer> numbers = new HashMap<>();
      for (int version = 0; version < 20; version++) {
        var dictionary = new NameDictionary(1L << 26);
        for (int i = 0, count = 1 + random.nextInt(40); i < count; i++) {
          String name = "n" + all.size() + "é".repeat(random.nextInt(3));
          dictionary.number(name);
          numbers.put(name, all.size());
          all.add(name);
        }
        versions.add(
            version == 0 ? GraphNames.of(dictionary, names) : versions.getLast().with(dictionary));
        expected.add(List.copyOf(all));
        if (version > 3 && random.nextInt(3) == 0) {
          // Leaves in any order, the ones beneath others too.
          int gone = random.nextInt(versions.size() - 1);
          versions.remove(gone).unpin();
          expected.remove(gone);
        }
        for (int v = 0; v < versions.size(); v++) {
          check(versions.get(v), expected.get(v), numbers);
          assertThat(versions.get(v).begins(versions.getLast())).isTrue();
          assertThat(versions.getLast().begins(versions.get(v)))
              .isEqualTo(expected.get(v).size() == all.size());
        }
      }
      versions.forEach(GraphNames::unpin);
      assertThat(names.used()).as("seed %d", seed).isZero();
      assertThat(memory.used()).isZero();
    }
  }

  private static void check(
      GraphNames version, List<String> expected, Map<String, Integer> numbers) {
    assertThat(version.size()).isEqualTo(expected.size());
    for (int id = 0; id < expected.size(); id++) {
      assertThat(version.name(id)).isEqualTo(expected.get(id));
    }
    numbers.forEach(
        (name, number) ->
            assertThat(version.find(name.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(number < expected.size() ? (long) number : -1L));
  }

  @Test
  void namesOfTwoSnapshotsAreComparedOneByOne() {
    GraphNames few = GraphNames.of(dictionary("a", 10), names);
    GraphNames more = GraphNames.of(dictionary("a", 20), names);
    GraphNames others = GraphNames.of(dictionary("b", 20), names);
    GraphNames none = GraphNames.none(names);
    GraphNames last = few.with(dictionary("b", 10));
    assertThat(few.begins(more)).isTrue();
    assertThat(more.begins(few)).isFalse();
    assertThat(more.begins(others)).isFalse();
    assertThat(last.begins(more)).isFalse();
    assertThat(none.begins(others)).isTrue();
    assertThat(few.begins(none)).isFalse();
    List.of(few, more, others, none, last).forEach(GraphNames::unpin);
    assertThat(names.used()).isZero();
  }

  @Test
  void namesBeyondTheirMemoryAreRefusedAndFreed() {
    var small = new NameMemory(1 << 20, memory);
    GraphNames base = GraphNames.of(dictionary("a", 100), small);
    assertThatThrownBy(() -> base.with(dictionary("b", 200_000)))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE))
        .hasMessageContaining("graphs.name-bytes");
    assertThat(base.name(99)).isEqualTo("a99");
    base.unpin();
    assertThat(base.tryPin()).isFalse();
    assertThat(small.used()).isZero();
    assertThat(memory.used()).isZero();
  }

  private static NameDictionary dictionary(String prefix, int count) {
    var dictionary = new NameDictionary(1L << 28);
    for (int i = 0; i < count; i++) {
      dictionary.number(prefix + i);
    }
    return dictionary;
  }
}
