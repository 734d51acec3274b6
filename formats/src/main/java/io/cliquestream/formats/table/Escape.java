package io.cliquestream.formats.table;

/**
 * A character that takes the meaning of the one behind it. Tools differ in where it does: outside
 * of quotes it is part of a name for some (Spark, DuckDB, PostgreSQL, Neo4j), for others an escape
 * there, too (Python's csv and pandas, MySQL, Hive).
 *
 * @param character an ASCII character; 0 for none
 * @param scope where it escapes; asked for where it matters and nobody said
 */
public record Escape(int character, Scope scope) {
  /** No escape; quotes are doubled. */
  public static final Escape NONE = new Escape(0, Scope.UNSAID);

  /** Where a character escapes. */
  public enum Scope {
    /** In quotes; a row that would be another by either rule is refused. */
    UNSAID,

    /** In quotes alone. */
    QUOTES,

    /** In quotes and outside of them. */
    EVERYWHERE
  }

  /**
   * One of which nobody said where it escapes.
   *
   * @param character an ASCII character; 0 for none
   * @return with {@link Scope#UNSAID}
   */
  public static Escape of(int character) {
    return new Escape(character, Scope.UNSAID);
  }

  /**
   * The same where it is said.
   *
   * @param other where it escapes
   * @return the same character
   */
  public Escape in(Scope other) {
    return new Escape(character, other);
  }

  boolean isNone() {
    return character == 0;
  }

  /** Whether it escapes outside of quotes; one that nobody said anything of may. */
  boolean isOutside() {
    return character != 0 && scope != Scope.QUOTES;
  }
}
