package io.cliquestream.loadgen.generate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Sorts 64-bit words off the heap, ascending by unsigned value, in place. Ranges that fit a small
 * array are sorted there; larger ones are first split by their next eight bits (American flag sort:
 * McIlroy, Bostic, McIlroy, Computing Systems 1993), so no range is too long for an array index.
 *
 * <p>One instance serves one thread.
 */
final class OffHeapSort {
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private final int arrayWords;
  private long[] array = new long[0];

  /**
   * @param arrayWords longest range that is sorted on the heap
   */
  OffHeapSort(int arrayWords) {
    this.arrayWords = arrayWords;
  }

  /** Sorts words {@code from} to {@code to - 1}, drops repeats, returns how many are left. */
  long sortDistinct(MemorySegment words, long from, long to) {
    sort(words, from, to, Long.SIZE - DIGIT_BITS);
    long kept = from;
    for (long i = from; i < to; i++) {
      long word = words.getAtIndex(JAVA_LONG, i);
      if (kept == from || word != words.getAtIndex(JAVA_LONG, kept - 1)) {
        words.setAtIndex(JAVA_LONG, kept++, word);
      }
    }
    return kept - from;
  }

  private void sort(MemorySegment words, long from, long to, int shift) {
    if (to - from <= 1 || shift < 0) {
      return;
    }
    if (to - from <= arrayWords) {
      sortOnHeap(words, from, (int) (to - from));
      return;
    }
    long[] ends = splitByDigit(words, from, to, shift);
    long begin = from;
    for (int digit = 0; digit < DIGITS; digit++) {
      sort(words, begin, ends[digit], shift - DIGIT_BITS);
      begin = ends[digit];
    }
  }

  private void sortOnHeap(MemorySegment words, long from, int length) {
    if (array.length < length) {
      array = new long[Math.min(arrayWords, Math.max(length, 2 * array.length))];
    }
    MemorySegment.copy(words, JAVA_LONG, from * Long.BYTES, array, 0, length);
    // Edge keys have a clear top bit only below 2^31 vertices: flip it to order unsigned values.
    for (int i = 0; i < length; i++) {
      array[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(array, 0, length);
    for (int i = 0; i < length; i++) {
      array[i] ^= Long.MIN_VALUE;
    }
    MemorySegment.copy(array, 0, words, JAVA_LONG, from * Long.BYTES, length);
  }

  private static long[] splitByDigit(MemorySegment words, long from, long to, int shift) {
    long[] ends = new long[DIGITS];
    for (long i = from; i < to; i++) {
      ends[digit(words.getAtIndex(JAVA_LONG, i), shift)]++;
    }
    long[] next = new long[DIGITS];
    long sum = from;
    for (int digit = 0; digit < DIGITS; digit++) {
      next[digit] = sum;
      sum += ends[digit];
      ends[digit] = sum;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
      while (next[digit] < ends[digit]) {
        long word = words.getAtIndex(JAVA_LONG, next[digit]);
        int home = digit(word, shift);
        // Each swap brings one word home, until one that belongs here turns up.
        while (home != digit) {
          long displaced = words.getAtIndex(JAVA_LONG, next[home]);
          words.setAtIndex(JAVA_LONG, next[home]++, word);
          word = displaced;
          home = digit(word, shift);
        }
        words.setAtIndex(JAVA_LONG, next[digit]++, word);
      }
    }
    return ends;
  }

  private static int digit(long word, int shift) {
    return (int) (word >>> shift) & (DIGITS - 1);
  }
}
