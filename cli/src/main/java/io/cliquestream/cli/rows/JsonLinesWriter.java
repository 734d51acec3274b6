package io.cliquestream.cli.rows;

import io.cliquestream.formats.VertexNames;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;

/**
 * One JSON object a line, by the answer's rule: whole numbers are decimal strings, ids of vertices
 * and fractions are numbers, names are strings.
 */
final class JsonLinesWriter implements RowWriter {
  private final RowBuffer out;
  private final VertexNames vertices;
  private RowKind kind;
  private int column;

  JsonLinesWriter(OutputStream out, VertexNames vertices) {
    this.out = new RowBuffer(out);
    this.vertices = vertices;
  }

  @Override
  public void begin(RowKind next) throws IOException {
    kind = next;
    column = 0;
    out.ascii('{');
    if (kind.shape() != RowKind.Shape.RECORD) {
      key(kind.columns().getFirst());
      out.ascii('[');
    }
  }

  @Override
  public void vertex(long id) throws IOException {
    separate();
    if (vertices.areText()) {
      string(vertices.of(id));
    } else {
      out.unsigned(id);
    }
  }

  @Override
  public void count(BigInteger count) throws IOException {
    separate();
    out.ascii('"');
    out.decimal(count);
    out.ascii('"');
  }

  @Override
  public void count(long count) throws IOException {
    separate();
    out.ascii('"');
    out.unsigned(count);
    out.ascii('"');
  }

  @Override
  public void real(double value) throws IOException {
    separate();
    out.ascii(Double.toString(value));
  }

  @Override
  public void text(String value) throws IOException {
    separate();
    string(value);
  }

  @Override
  public void end() throws IOException {
    out.ascii(kind.shape() == RowKind.Shape.RECORD ? "}\n" : "]}\n");
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private void separate() throws IOException {
    if (column > 0) {
      out.ascii(',');
    }
    if (kind.shape() == RowKind.Shape.RECORD) {
      key(kind.columns().get(column));
    }
    column++;
  }

  private void key(String name) throws IOException {
    out.ascii('"');
    out.ascii(name);
    out.ascii("\":");
  }

  /** A string by RFC 8259: what must be escaped is, and all else is itself. */
  private void string(String text) throws IOException {
    out.ascii('"');
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character >= ' ' && character != '"' && character != '\\') {
        continue;
      }
      out.utf8(text.substring(plain, i));
      plain = i + 1;
      switch (character) {
        case '"', '\\' -> {
          out.ascii('\\');
          out.ascii(character);
        }
        case '\n' -> out.ascii("\\n");
        case '\r' -> out.ascii("\\r");
        case '\t' -> out.ascii("\\t");
        default -> out.ascii(String.format("\\u%04x", (int) character));
      }
    }
    out.utf8(text.substring(plain));
    out.ascii('"');
  }
}
