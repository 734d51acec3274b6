package io.cliquestream.kernels.cuda.library;

import java.util.Map;

/**
 * Where the fields of a C record lie. Read from the library itself, so that no layout is written
 * down twice and none can differ from the compiler's.
 *
 * @param name the record's name in the header
 * @param bytes its size
 * @param fields by name
 */
public record RecordLayout(String name, long bytes, Map<String, Field> fields) {

  /**
   * A field.
   *
   * @param offset bytes from the record's beginning
   * @param bytes its size, all elements of an array together
   */
  public record Field(long offset, long bytes) {}

  public RecordLayout {
    fields = Map.copyOf(fields);
  }

  /**
   * A field of this record.
   *
   * @throws IllegalArgumentException when the library knows no such field
   */
  public Field field(String field) {
    Field found = fields.get(field);
    if (found == null) {
      throw new IllegalArgumentException("the CUDA library's " + name + " has no field " + field);
    }
    return found;
  }
}
