package io.cliquestream.kernels.cuda.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.cuda.graph.CachedDeviceGraph.HostKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Graphs are found by identity, equal ones are told apart, and keys hold nothing. */
final class HostKeyTest {
  @Test
  void everyOneOfManyEqualHostsIsFoundByItself() {
    List<Object> hosts = new ArrayList<>();
    Map<HostKey, Integer> places = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      hosts.add(new ArrayList<>(List.of(i % 7)));
      places.put(HostKey.holding(hosts.get(i)), i);
    }
    for (int i = 0; i < hosts.size(); i++) {
      assertThat(places.get(HostKey.asking(hosts.get(i)))).isEqualTo(i);
    }
    assertThat(places.get(HostKey.asking(new ArrayList<>(List.of(1))))).isNull();
  }

  @Test
  void aKeyWhoseHostIsGoneIsStillRemovedAndFoundByNobody() {
    Map<HostKey, String> map = new HashMap<>();
    HostKey key = HostKey.holding(new Object());
    map.put(key, "gone");
    assertThat(map).containsKey(key);
    assertThat(map.get(HostKey.asking(new Object()))).isNull();
    assertThat(map.values().removeIf("gone"::equals)).isTrue();
    assertThat(map).isEmpty();
  }
}
