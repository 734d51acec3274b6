package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.answer.CoefficientArray;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.job.Pattern;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records of this library as bytes, for two processes of one build: jobs, answers and what goes
 * with them. A value carries its kind; a record its class, whose components follow in order.
 */
public final class RecordCodec {
  private static final String OWN_CLASSES = "io.cliquestream.kernels.";
  private static final int MOST_ELEMENTS = 1 << 28;

  /** Counts of an array that are written at a time: 32 KiB. */
  private static final int COUNTS = 1 << 12;

  private enum Kind {
    BOOLEAN,
    INT,
    LONG,
    DOUBLE,
    STRING,
    BIG,
    ENUM,
    EMPTY,
    PRESENT,
    LIST,
    MAP,
    INTS,
    LONGS,
    COEFFICIENTS,
    COUNTS,
    PATTERN,
    RECORD
  }

  private RecordCodec() {}

  static void write(DataOutputStream to, Object value) throws IOException {
    switch (value) {
      case Boolean v -> kind(to, Kind.BOOLEAN).writeBoolean(v);
      case Integer v -> kind(to, Kind.INT).writeInt(v);
      case Long v -> kind(to, Kind.LONG).writeLong(v);
      case Double v -> kind(to, Kind.DOUBLE).writeDouble(v);
      case String v -> text(kind(to, Kind.STRING), v);
      case BigInteger v -> text(kind(to, Kind.BIG), v.toString());
      case Enum<?> v -> {
        text(kind(to, Kind.ENUM), v.getDeclaringClass().getName());
        text(to, v.name());
      }
      case Optional<?> v when v.isEmpty() -> kind(to, Kind.EMPTY);
      case Optional<?> v -> write(kind(to, Kind.PRESENT), v.get());
      case List<?> v -> {
        kind(to, Kind.LIST).writeInt(v.size());
        for (Object element : v) {
          write(to, element);
        }
      }
      case SortedMap<?, ?> v -> {
        kind(to, Kind.MAP).writeInt(v.size());
        for (Map.Entry<?, ?> entry : v.entrySet()) {
          write(to, entry.getKey());
          write(to, entry.getValue());
        }
      }
      case int[] v -> {
        kind(to, Kind.INTS).writeInt(v.length);
        // At once: a batch of changes is many of them.
        byte[] bytes = new byte[Integer.BYTES * v.length];
        ByteBuffer.wrap(bytes).asIntBuffer().put(v);
        to.write(bytes);
      }
      case long[] v -> {
        kind(to, Kind.LONGS).writeInt(v.length);
        for (long number : v) {
          to.writeLong(number);
        }
      }
      case CoefficientArray v -> coefficients(kind(to, Kind.COEFFICIENTS), v);
      case CountArray v -> counts(kind(to, Kind.COUNTS), v);
      case Pattern v -> text(kind(to, Kind.PATTERN), v.toString());
      case Record v -> record(kind(to, Kind.RECORD), v);
      default -> throw new IllegalArgumentException("no bytes for " + value.getClass().getName());
    }
  }

  private static DataOutputStream kind(DataOutputStream to, Kind kind) throws IOException {
    text(to, kind.name());
    return to;
  }

  private static void text(DataOutputStream to, String text) throws IOException {
    to.writeUTF(text);
  }

  /**
   * Blocks of counts at once, for there may be one for each edge of a graph: those below 2^63 as
   * they are, larger ones as -1; after its block the digits of each of those.
   */
  private static void counts(DataOutputStream to, CountArray counts) throws IOException {
    to.writeLong(counts.size());
    long[] block = new long[(int) Math.min(COUNTS, counts.size())];
    byte[] bytes = new byte[Long.BYTES * block.length];
    for (long first = 0; first < counts.size(); first += COUNTS) {
      int length = (int) Math.min(COUNTS, counts.size() - first);
      counts.getAll(first, block, length);
      ByteBuffer.wrap(bytes).asLongBuffer().put(block, 0, length);
      to.write(bytes, 0, Long.BYTES * length);
      for (int i = 0; i < length; i++) {
        if (block[i] < 0) {
          text(to, counts.get(first + i).toString());
        }
      }
    }
  }

  private static void coefficients(DataOutputStream to, CoefficientArray numbers)
      throws IOException {
    to.writeLong(numbers.size());
    for (long i = 0; i < numbers.size(); i++) {
      to.writeDouble(numbers.get(i));
    }
  }

  private static void record(DataOutputStream to, Record value) throws IOException {
    text(to, value.getClass().getName());
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        write(to, component.getAccessor().invoke(value));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("reading " + component, e);
      }
    }
  }

  public static Object read(DataInputStream from) throws IOException {
    return switch (Kind.valueOf(from.readUTF())) {
      case BOOLEAN -> from.readBoolean();
      case INT -> from.readInt();
      case LONG -> from.readLong();
      case DOUBLE -> from.readDouble();
      case STRING -> from.readUTF();
      case BIG -> new BigInteger(from.readUTF());
      case ENUM -> constant(from.readUTF(), from.readUTF());
      case EMPTY -> Optional.empty();
      case PRESENT -> Optional.of(read(from));
      case LIST -> readList(from);
      case MAP -> readMap(from);
      case INTS -> readInts(from);
      case LONGS -> readLongs(from);
      case COEFFICIENTS -> readCoefficients(from);
      case COUNTS -> readCounts(from);
      case PATTERN -> Pattern.parse(from.readUTF());
      case RECORD -> readRecord(from);
    };
  }

  private static int length(DataInputStream from) throws IOException {
    int length = from.readInt();
    if (length < 0 || length > MOST_ELEMENTS) {
      throw new IOException(length + " elements");
    }
    return length;
  }

  private static Class<?> own(String name) throws IOException {
    if (!name.startsWith(OWN_CLASSES)) {
      throw new IOException("a value of class " + name);
    }
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IOException("a value of class " + name, e);
    }
  }

  private static Object constant(String type, String name) throws IOException {
    for (Object constant : own(type).getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IOException(name + " of " + type);
  }

  private static List<Object> readList(DataInputStream from) throws IOException {
    int length = length(from);
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      list.add(read(from));
    }
    return Collections.unmodifiableList(list);
  }

  private static SortedMap<Object, Object> readMap(DataInputStream from) throws IOException {
    int length = length(from);
    SortedMap<Object, Object> map = new TreeMap<>();
    for (int i = 0; i < length; i++) {
      map.put(read(from), read(from));
    }
    return Collections.unmodifiableSortedMap(map);
  }

  private static int[] readInts(DataInputStream from) throws IOException {
    int[] numbers = new int[length(from)];
    byte[] bytes = new byte[Integer.BYTES * numbers.length];
    from.readFully(bytes);
    ByteBuffer.wrap(bytes).asIntBuffer().get(numbers);
    return numbers;
  }

  private static long[] readLongs(DataInputStream from) throws IOException {
    long[] numbers = new long[length(from)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = from.readLong();
    }
    return numbers;
  }

  private static CoefficientArray readCoefficients(DataInputStream from) throws IOException {
    CoefficientArray numbers = new CoefficientArray(from.readLong());
    for (long i = 0; i < numbers.size(); i++) {
      numbers.set(i, from.readDouble());
    }
    return numbers;
  }

  private static CountArray readCounts(DataInputStream from) throws IOException {
    CountArray counts = new CountArray(from.readLong());
    long[] block = new long[(int) Math.min(COUNTS, counts.size())];
    byte[] bytes = new byte[Long.BYTES * block.length];
    SortedMap<Integer, BigInteger> large = new TreeMap<>();
    for (long first = 0; first < counts.size(); first += COUNTS) {
      int length = (int) Math.min(COUNTS, counts.size() - first);
      from.readFully(bytes, 0, Long.BYTES * length);
      ByteBuffer.wrap(bytes).asLongBuffer().get(block, 0, length);
      for (int i = 0; i < length; i++) {
        if (block[i] < 0) {
          large.put(i, new BigInteger(from.readUTF()));
          block[i] = 0;
        }
      }
      counts.setAll(first, block, length);
      for (var entry : large.entrySet()) {
        counts.set(first + entry.getKey(), entry.getValue());
      }
      large.clear();
    }
    return counts;
  }

  private static Object readRecord(DataInputStream from) throws IOException {
    Class<?> type = own(from.readUTF());
    if (!type.isRecord()) {
      throw new IOException(type + " is no record");
    }
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = read(from);
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IOException("a value that " + type + " refuses", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("making " + type, e);
    }
  }
}
