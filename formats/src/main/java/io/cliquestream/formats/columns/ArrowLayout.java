package io.cliquestream.formats.columns;

import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Type;

/**
 * How many nodes, buffers and variadic counts a field has in a record batch, and what it can stand
 * for (Arrow columnar format 1.5, "Buffer Listing for Each Layout").
 */
final class ArrowLayout {
  /**
   * Fields of a schema, and of one field in all, that are followed: a damaged file may say more.
   */
  static final int MOST_FIELDS = 10_000;

  private static final int DEEPEST = 64;

  private ArrowLayout() {}

  /** What a field and its children take. */
  record Extent(int nodes, int buffers, int variadics) {
    Extent and(Extent other) {
      return new Extent(nodes + other.nodes, buffers + other.buffers, variadics + other.variadics);
    }
  }

  static Extent of(Field field) {
    return of(field, 0, new int[] {MOST_FIELDS});
  }

  private static Extent of(Field field, int depth, int[] left) {
    if (depth > DEEPEST || left[0]-- == 0) {
      throw new IllegalArgumentException("column " + field.name() + " has too many children");
    }
    if (field.dictionary() != null) {
      return new Extent(1, 2, 0);
    }
    Extent extent =
        switch (field.typeType()) {
          case Type.Null, Type.RunEndEncoded -> new Extent(1, 0, 0);
          case Type.Struct_, Type.FixedSizeList -> new Extent(1, 1, 0);
          case Type.Utf8, Type.LargeUtf8, Type.Binary, Type.LargeBinary -> new Extent(1, 3, 0);
          case Type.Utf8View, Type.BinaryView -> new Extent(1, 2, 1);
          case Type.ListView, Type.LargeListView -> new Extent(1, 3, 0);
          case Type.Union ->
              throw new IllegalArgumentException("column " + field.name() + " is a union");
          default -> new Extent(1, 2, 0);
        };
    for (int child = 0; child < field.childrenLength(); child++) {
      extent = extent.and(of(field.children(child), depth + 1, left));
    }
    return extent;
  }

  static Column column(Field field) {
    String type = field.typeType() < Type.names.length ? Type.name(field.typeType()) : "unknown";
    Column.Kind kind =
        switch (field.typeType()) {
          case Type.Int -> Column.Kind.NUMBERS;
          case Type.Utf8, Type.LargeUtf8, Type.Utf8View -> Column.Kind.TEXT;
          default -> Column.Kind.OTHER;
        };
    return new Column(String.valueOf(field.name()), kind, type);
  }

  /** The type of whole numbers: of the field, or of the indexes into its dictionary. */
  static Int numbers(Field field) {
    DictionaryEncoding dictionary = field.dictionary();
    if (dictionary == null) {
      return (Int) field.type(new Int());
    }
    Int given = dictionary.indexType();
    if (given == null) {
      throw new IllegalArgumentException("the dictionary of " + field.name() + " has no indexes");
    }
    return given;
  }
}
