package io.cliquestream.worker.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Windows against the list of events, read again from its beginning each time. */
final class EventWindowTest {
  private record Event(boolean deletion, long u, long v, long micros) {}

  @Test
  void whatIsLeftIsWhatTheDescriptionSaysOverThousandsOfSeededStreams() {
    for (int seed = 0; seed < 2_000; seed++) {
      var random = new Random(seed);
      boolean byTime = random.nextBoolean();
      int span = 1 + random.nextInt(40);
      int lateness = random.nextInt(10);
      var window = new EventWindow(byTime, span);
      var events = new ArrayList<Event>();
      Set<String> edges = new HashSet<>();
      long greatest = Long.MIN_VALUE;
      for (int i = 0; i < 100; i++) {
        long micros = (long) i - random.nextInt(1 + lateness);
        var event =
            new Event(random.nextInt(6) == 0, random.nextInt(5), 5 + random.nextInt(5), micros);
        OptionalLong before =
            greatest == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(greatest);
        if (micros > greatest) {
          greatest = micros;
          window.reach(micros - lateness, (u, v) -> edges.remove(u + "-" + v));
        }
        if (micros < greatest - lateness) {
          continue;
        }
        events.add(event);
        if (event.deletion()) {
          window.delete(event.u(), event.v());
          edges.remove(event.u() + "-" + event.v());
        } else {
          edges.add(event.u() + "-" + event.v());
          window.begin(i, before);
          window.insert(event.u(), event.v(), micros, (u, v) -> edges.remove(u + "-" + v));
        }
        assertThat(edges)
            .as("seed %d, event %d", seed, i)
            .isEqualTo(expected(events, byTime, span, greatest - lateness));
      }
    }
  }

  private static Set<String> expected(
      List<Event> events, boolean byTime, int span, long watermark) {
    long insertions = events.stream().filter(event -> !event.deletion()).count();
    long passed = 0;
    var edges = new HashSet<String>();
    for (Event event : events) {
      String pair = event.u() + "-" + event.v();
      if (event.deletion()) {
        edges.remove(pair);
        continue;
      }
      passed++;
      if (byTime ? event.micros() + span > watermark : passed > insertions - span) {
        edges.add(pair);
      }
    }
    return edges;
  }

  @Test
  void aWindowFilledAgainFromItsOldestRecordGoesOnAlike() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      boolean byTime = random.nextBoolean();
      int span = 5 + random.nextInt(30);
      var window = new EventWindow(byTime, span);
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        events.add(new Event(random.nextInt(5) == 0, random.nextInt(4), 4 + random.nextInt(4), i));
      }
      int half = 100 + random.nextInt(50);
      for (int i = 0; i < half; i++) {
        feed(window, events.get(i), i, new ArrayList<>());
      }
      EventWindow.Source oldest = window.oldest();
      var again = new EventWindow(byTime, span);
      for (int i = oldest == null ? half : (int) oldest.offset(); i < half; i++) {
        feed(again, events.get(i), i, new ArrayList<>());
      }
      for (int i = half; i < events.size(); i++) {
        List<String> goneHere = new ArrayList<>();
        List<String> goneThere = new ArrayList<>();
        feed(window, events.get(i), i, goneHere);
        feed(again, events.get(i), i, goneThere);
        assertThat(goneThere).as("seed %d, event %d", seed, i).isEqualTo(goneHere);
      }
    }
  }

  private static void feed(EventWindow window, Event event, long offset, List<String> gone) {
    window.reach(event.micros(), (u, v) -> gone.add(u + "-" + v));
    if (event.deletion()) {
      window.delete(event.u(), event.v());
    } else {
      window.begin(offset, OptionalLong.of(event.micros() - 1));
      window.insert(event.u(), event.v(), event.micros(), (u, v) -> gone.add(u + "-" + v));
    }
  }

  @Test
  void refusedRecordsAreKnownUntilTheWindowHasPassedThem() {
    var window = new EventWindow(false, 2);
    window.begin(0, OptionalLong.empty());
    window.insert(1, 2, 0, (_, _) -> {});
    window.refuse(3);
    window.refuse(5);
    assertThat(window.refused()).containsExactly(3L, 5L);
    assertThat(window.isRefused(4)).isTrue();
    window.begin(6, OptionalLong.empty());
    window.insert(1, 3, 0, (_, _) -> {});
    window.refuse(7);
    assertThat(window.refused()).containsExactly(3L, 5L, 7L, 7L);
    window.insert(1, 4, 0, (_, _) -> {});
    assertThat(window.refused()).containsExactly(7L, 7L);
  }

  @Test
  void aTableOfPairsIsAMap() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var table = new PairTable();
      Map<String, Long> map = new HashMap<>();
      for (int i = 0; i < 2_000; i++) {
        long one = random.nextInt(40) - 20L;
        long other = random.nextInt(40) - 20L;
        String key = Long.compareUnsigned(one, other) <= 0 ? one + "," + other : other + "," + one;
        if (random.nextInt(3) == 0) {
          table.remove(one, other);
          map.remove(key);
        } else {
          table.put(one, other, i);
          map.put(key, (long) i);
        }
        assertThat(table.get(/* one= */ other, /* other= */ one, -7))
            .isEqualTo(map.getOrDefault(key, -7L));
        assertThat(table.size()).isEqualTo(map.size());
      }
      Map<String, Long> found = new HashMap<>();
      table.forEach((one, other, value) -> found.put(one + "," + other, value));
      assertThat(found).isEqualTo(map);
      table.clear();
      assertThat(table.size()).isZero();
    }
  }
}
