package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A record of the C header in host memory. Numbers are unsigned in C; those used here fit 63 bits.
 *
 * @param layout which record
 * @param memory exactly its bytes, in host memory (pinned where the device copies into it)
 */
public record NativeRecord(RecordLayout layout, MemorySegment memory) {
  public NativeRecord {
    if (memory.byteSize() < layout.bytes()) {
      throw new IllegalArgumentException(
          layout.name() + " takes " + layout.bytes() + " bytes, not " + memory.byteSize());
    }
  }

  /** The value of a field of 4 or 8 bytes: a number or a device address. */
  public long get(String field) {
    RecordLayout.Field found = layout.field(field);
    return switch ((int) found.bytes()) {
      case 4 -> Integer.toUnsignedLong(memory.get(ValueLayout.JAVA_INT, found.offset()));
      case 8 -> memory.get(ValueLayout.JAVA_LONG, found.offset());
      default -> throw notScalar(field);
    };
  }

  /** Sets a field of 4 or 8 bytes. */
  public NativeRecord set(String field, long value) {
    RecordLayout.Field found = layout.field(field);
    switch ((int) found.bytes()) {
      case 4 -> memory.set(ValueLayout.JAVA_INT, found.offset(), (int) value);
      case 8 -> memory.set(ValueLayout.JAVA_LONG, found.offset(), value);
      default -> throw notScalar(field);
    }
    return this;
  }

  /** The elements of an array of 64-bit words. */
  public long[] words(String field) {
    RecordLayout.Field found = layout.field(field);
    return memory.asSlice(found.offset(), found.bytes()).toArray(ValueLayout.JAVA_LONG);
  }

  /** Sets one element of an array of 64-bit words. */
  public NativeRecord setWord(String field, int index, long value) {
    RecordLayout.Field found = layout.field(field);
    memory.asSlice(found.offset(), found.bytes()).setAtIndex(ValueLayout.JAVA_LONG, index, value);
    return this;
  }

  /** Copies a record into a field of its type. */
  public NativeRecord put(String field, NativeRecord value) {
    RecordLayout.Field found = layout.field(field);
    MemorySegment.copy(value.memory(), 0, memory, found.offset(), found.bytes());
    return this;
  }

  /** A field that is a record itself, in place. */
  public NativeRecord at(String field, RecordLayout of) {
    RecordLayout.Field found = layout.field(field);
    return new NativeRecord(of, memory.asSlice(found.offset(), found.bytes()));
  }

  /** A copy in other memory. */
  public NativeRecord copyTo(MemorySegment other) {
    MemorySegment.copy(memory, 0, other, 0, layout.bytes());
    return new NativeRecord(layout, other.asSlice(0, layout.bytes()));
  }

  private IllegalArgumentException notScalar(String field) {
    return new IllegalArgumentException(layout.name() + "." + field + " is no single word");
  }
}
