package io.cliquestream.kernels.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class NameDictionaryTest {
  private static final long ROOM = 1L << 30;

  @Test
  void numbersNamesInTheOrderInWhichTheyCome() {
    Map<String, Long> expected = new HashMap<>();
    SplittableRandom random = new SplittableRandom(5);
    try (NameDictionary names = new NameDictionary(ROOM)) {
      for (int i = 0; i < 400_000; i++) {
        // Names of every length up to some 60 bytes, many of them again and again.
        String name = "é".repeat(random.nextInt(20)) + random.nextInt(120_000);
        long known = expected.computeIfAbsent(name, _ -> (long) expected.size());
        assertThat(names.number(name)).isEqualTo(known);
      }
      assertThat(names.size()).isEqualTo(expected.size());
      expected.forEach((name, number) -> assertThat(names.name(number)).isEqualTo(name));
      assertThat(names.allNumbers()).isFalse();
    }
  }

  @Test
  void keepsLongNamesAcrossTheEndsOfChunks() {
    String filling = "x".repeat(65_000);
    try (NameDictionary names = new NameDictionary(ROOM)) {
      for (int i = 0; i < 700; i++) {
        assertThat(names.number(filling + i)).isEqualTo(2L * i);
        assertThat(names.number("s" + i)).isEqualTo(2L * i + 1);
      }
      for (int i = 0; i < 700; i++) {
        assertThat(names.name(2L * i)).isEqualTo(filling + i);
        assertThat(names.name(2L * i + 1)).isEqualTo("s" + i);
        assertThat(names.number(filling + i)).isEqualTo(2L * i);
      }
    }
  }

  /**
   * A table is given its size when names are in it already: all must be where they are looked for.
   */
  @Test
  void findsEveryNameInTablesOfEveryFilling() {
    for (int expected : new int[] {0, 1_000, 100_000, 5_000_000}) {
      try (NameDictionary names = new NameDictionary(ROOM)) {
        for (int i = 0; i < 3_000; i++) {
          if (i == 700) {
            names.expect(expected);
          }
          assertThat(names.number("name" + i)).isEqualTo(i);
          assertThat(names.find(("name" + i / 2).getBytes(StandardCharsets.UTF_8)))
              .isEqualTo(i / 2);
          assertThat(names.find(("none" + i).getBytes(StandardCharsets.UTF_8))).isEqualTo(-1);
        }
      }
    }
  }

  @Test
  void whoeverReadsAheadOfFreedNamesFailsAndTheProcessDoesNot() {
    NameDictionary names = new NameDictionary(ROOM);
    names.number("a");
    names.close();
    assertThatThrownBy(() -> names.readAhead(new long[4], 0, 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("freed");
  }

  @Test
  void numbersManyAtATimeAsOneByOne() {
    SplittableRandom random = new SplittableRandom(7);
    Map<String, Long> expected = new HashMap<>();
    try (NameDictionary names = new NameDictionary(ROOM)) {
      for (int round = 0; round < 300; round++) {
        int count = random.nextInt(2000);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int[] places = new int[2 * count];
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
          // Some alike within a batch, some so long that chunks end in the middle of a batch.
          int length = random.nextInt(400) == 0 ? random.nextInt(60_000) : random.nextInt(40);
          String name = "x".repeat(length) + random.nextInt(10 + round * 1000);
          places[2 * i] = text.size();
          text.writeBytes(name.getBytes(StandardCharsets.UTF_8));
          places[2 * i + 1] = text.size();
          numbers[i] = expected.computeIfAbsent(name, _ -> (long) expected.size());
        }
        text.writeBytes(new byte[NameBytes.SLACK]);
        byte[] bytes = text.toByteArray();
        long[] found = new long[count];
        for (int i = 0; i < count; i++) {
          found[i] = names.hash(bytes, places[2 * i], places[2 * i + 1]);
        }
        names.numberAll(bytes, places, found, count);
        assertThat(found).isEqualTo(numbers);
      }
      assertThat(names.size()).isEqualTo(expected.size());
      expected.forEach((name, number) -> assertThat(names.name(number)).isEqualTo(name));
    }
  }

  @Test
  void tellsNamesApartThatDifferInTheirLengthOrLastByteAlone() {
    try (NameDictionary names = new NameDictionary(ROOM)) {
      for (int length = 1; length < 40; length++) {
        byte[] bytes = new byte[length + NameBytes.SLACK];
        Arrays.fill(bytes, 0, length, (byte) 'a');
        // What lies behind a name is nothing to it.
        Arrays.fill(bytes, length, bytes.length, (byte) 'z');
        long number = names.number(bytes, 0, length, names.hash(bytes, 0, length));
        bytes[length - 1] = 'b';
        long other = names.number(bytes, 0, length, names.hash(bytes, 0, length));
        assertThat(other).isEqualTo(number + 1);
        assertThat(names.number("a".repeat(length))).isEqualTo(number);
        assertThat(names.find("c".repeat(length).getBytes(StandardCharsets.UTF_8))).isEqualTo(-1);
      }
      assertThat(names.size()).isEqualTo(78);
    }
  }

  /**
   * Names of 16 letters that all have one hash when its key is 0: the second word of each undoes
   * what the hash made of the first.
   */
  private static byte[] namesOfOneHash(int count) {
    byte[] text = new byte[16 * count + NameBytes.SLACK];
    ByteBuffer out = ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN);
    SplittableRandom random = new SplittableRandom(11);
    long ascii = 0x7F7F7F7F7F7F7F7FL;
    for (int found = 0; found < count; ) {
      long first = random.nextLong() & ascii;
      long second = NameBytes.folded(first) ^ 0x5555555555555555L;
      if ((second & ~ascii) == 0) {
        out.putLong(first).putLong(second);
        found++;
      }
    }
    return text;
  }

  /** Slots looked at when names of these hashes come into a table that is at most half full. */
  private static long probes(long[] hashes) {
    int mask = Integer.highestOneBit(hashes.length) * 4 - 1;
    boolean[] used = new boolean[mask + 1];
    long probes = 0;
    for (long hash : hashes) {
      int slot = (int) hash & mask;
      for (; used[slot]; slot = (slot + 1) & mask) {
        probes++;
      }
      used[slot] = true;
      probes++;
    }
    return probes;
  }

  @Test
  void namesMadeForOneHashOnceMadeReadingQuadratic() {
    int count = 30_000;
    byte[] text = namesOfOneHash(count);
    long[] plain = new long[count];
    long[] keyed = new long[count];
    try (NameDictionary names = new NameDictionary(ROOM)) {
      for (int i = 0; i < count; i++) {
        plain[i] = NameBytes.hash(text, 16 * i, 16 * (i + 1), 0);
        keyed[i] = names.hash(text, 16 * i, 16 * (i + 1));
      }
      assertThat(plain).containsOnly(plain[0]);
      assertThat(probes(plain)).isEqualTo(count * (count + 1L) / 2);
      assertThat(probes(keyed)).isLessThan(4L * count);
      // What reads tables hashes on its way to a name's end.
      NameScan scan = names.scan(1, 0);
      byte[] row = Arrays.copyOf("a name, and more\n".getBytes(StandardCharsets.UTF_8), 32);
      assertThat(scan.plain(row, 0)).isEqualTo(16);
      assertThat(scan.hash()).isEqualTo(names.hash(row, 0, 16));
      for (int i = 0; i < count; i++) {
        assertThat(names.number(text, 16 * i, 16 * (i + 1), keyed[i])).isEqualTo(i);
      }
    }
    try (NameDictionary names = new NameDictionary(ROOM);
        NameDictionary others = new NameDictionary(ROOM)) {
      assertThat(names.hash(text, 0, 16)).isNotEqualTo(others.hash(text, 0, 16));
    }
  }

  @Test
  void holdsItsBound() {
    try (NameDictionary names = new NameDictionary(1 << 20)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_000_000; i++) {
                  names.number("name" + i);
                }
              })
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE));
      assertThat(names.bytes()).isLessThanOrEqualTo(1 << 20);
      assertThat(names.name(7)).isEqualTo("name7");
    }
  }

  @Test
  void knowsWhetherEveryNameIsANumber() {
    try (NameDictionary names = new NameDictionary(ROOM)) {
      names.number("0");
      names.number("18446744073709551615");
      assertThat(names.allNumbers()).isTrue();
      names.number("18446744073709551616");
      assertThat(names.allNumbers()).isFalse();
    }
    for (String name : new String[] {"007", "-1", "+1", "1.0", " 1", "1e3", "٣"}) {
      try (NameDictionary names = new NameDictionary(ROOM)) {
        names.number(name);
        assertThat(names.allNumbers()).as(name).isFalse();
      }
    }
  }

  @Test
  void refusesWhatIsNoName() {
    try (NameDictionary names = new NameDictionary(ROOM)) {
      assertThatThrownBy(() -> names.number("")).hasMessageContaining("empty name");
      assertThatThrownBy(() -> names.number("x".repeat(65_536))).hasMessageContaining("65536");
      assertThatThrownBy(() -> names.number("\uD800")).hasMessageContaining("surrogate");
      for (byte[] wrong :
          new byte[][] {
            {(byte) 0xFF},
            {(byte) 0xC0, (byte) 0x80},
            {(byte) 0xE2, (byte) 0x82},
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            {(byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80},
            {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', (byte) 0xE9}
          }) {
        byte[] bytes = Arrays.copyOf(wrong, wrong.length + NameBytes.SLACK);
        assertThatThrownBy(
                () -> names.number(bytes, 0, wrong.length, names.hash(bytes, 0, wrong.length)))
            .hasMessageContaining("UTF-8");
      }
      assertThat(names.size()).isZero();
      assertThatThrownBy(() -> names.name(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
