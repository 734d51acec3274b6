package io.cliquestream.formats.columns;

/**
 * A column of a table.
 *
 * @param name as the file has it
 * @param kind what its values can stand for
 * @param type what the file calls it, for messages
 */
record Column(String name, Kind kind, String type) {
  /** What values can be ends of edges. */
  enum Kind {
    /** Whole numbers of at most 64 bits. */
    NUMBERS,
    /** Bytes of UTF-8. */
    TEXT,
    /** Anything else. */
    OTHER
  }
}
