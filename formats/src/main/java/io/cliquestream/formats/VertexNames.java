package io.cliquestream.formats;

/**
 * What the vertices of a graph are called. A graph whose input had names has numbers in their place
 * as its original ids, counted from 0 in the order in which the names appear; whoever shows a
 * vertex asks here. Any number of threads may ask.
 */
public interface VertexNames {
  /** Vertices that are called by their ids. */
  VertexNames NUMBERS =
      new VertexNames() {
        @Override
        public boolean areText() {
          return false;
        }

        @Override
        public String of(long id) {
          return Long.toUnsignedString(id);
        }
      };

  /**
   * {@return whether names are text, as which JSON and tables show them} Where they are not, the
   * name of a vertex is its unsigned id, and JSON shows a number.
   */
  boolean areText();

  /**
   * The name of a vertex.
   *
   * @param id the vertex's original id, as answers and records hold it
   * @return its name, unescaped
   * @throws IndexOutOfBoundsException when no vertex has this id
   */
  String of(long id);

  /**
   * One name for a terminal, as {@link #shown()} shows it.
   *
   * @param name as it was in the input
   * @return on one line, in quotes where it holds blanks, quotes, commas or braces
   */
  static String shown(String name) {
    return ShownNames.shown(name);
  }

  /**
   * The same names for a terminal or a log, on one line: control characters as escapes, and in
   * quotes what holds blanks, quotes, commas or braces.
   *
   * @return a view of these, good for as long
   */
  default VertexNames shown() {
    return areText() ? new ShownNames(this) : this;
  }
}
