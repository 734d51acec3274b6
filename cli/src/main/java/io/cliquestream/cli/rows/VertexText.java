package io.cliquestream.cli.rows;

/**
 * How a vertex is written: its name where the graph has names, else its number. The one seam
 * through which names reach every output.
 */
public interface VertexText {
  /** Vertices are their numbers, as unsigned 64-bit words. */
  VertexText NUMBERS =
      new VertexText() {
        @Override
        public boolean named() {
          return false;
        }

        @Override
        public String of(long vertex) {
          return Long.toUnsignedString(vertex);
        }
      };

  /** Whether vertices have names; numbers need no quotes in any format. */
  boolean named();

  /** The text of a vertex of the input, without any quotes. */
  String of(long vertex);
}
