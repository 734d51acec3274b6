package io.cliquestream.cli.rows;

import io.cliquestream.formats.VertexNames;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;

/**
 * A table by RFC 4180: a header, lines that end with CR LF, fields in quotes where they need them.
 *
 * <p>One file holds rows of one kind. Sets of one size have a column for each vertex, {@code v0},
 * {@code v1}, …; sets of any size a line for each vertex, with the number of the set, from 1 on.
 */
final class CsvWriter implements RowWriter {
  private static final String LINE_END = "\r\n";

  private final RowBuffer out;
  private final VertexNames vertices;
  private final RowKind kind;
  private boolean headed;
  private int column;
  private long sets;

  /** Of each set; 0 before it is known. */
  private int width;

  /** Vertices of the first set, until its width is known. */
  private long[] first = new long[8];

  CsvWriter(OutputStream out, VertexNames vertices, RowLayout rows) {
    this.out = new RowBuffer(out);
    this.vertices = vertices;
    this.kind = rows.only();
    this.width = rows.width();
  }

  @Override
  public void begin(RowKind next) throws IOException {
    if (kind != next) {
      throw new IllegalStateException("rows of %s were said, not of %s".formatted(kind, next));
    }
    // The first set tells the width that the question did not.
    if (kind.shape() != RowKind.Shape.FIXED_SET || width > 0) {
      head();
    }
    column = 0;
    sets++;
  }

  private void head() throws IOException {
    if (headed) {
      return;
    }
    headed = true;
    switch (kind.shape()) {
      case RECORD -> line(kind.columns().toArray(String[]::new));
      case FREE_SET -> line(kind.columns().getFirst(), "vertex");
      case FIXED_SET -> {
        String[] names = new String[Math.max(1, width)];
        for (int i = 0; i < names.length; i++) {
          names[i] = "v" + i;
        }
        line(names);
      }
    }
  }

  @Override
  public void vertex(long id) throws IOException {
    switch (kind.shape()) {
      case FREE_SET -> {
        out.unsigned(sets);
        out.ascii(',');
        name(id);
        out.ascii(LINE_END);
      }
      case FIXED_SET -> {
        if (width == 0) {
          if (column == first.length) {
            first = java.util.Arrays.copyOf(first, 2 * column);
          }
          first[column++] = id;
        } else {
          separate();
          name(id);
        }
      }
      case RECORD -> {
        separate();
        name(id);
      }
    }
  }

  @Override
  public void count(BigInteger count) throws IOException {
    separate();
    out.decimal(count);
  }

  @Override
  public void count(long count) throws IOException {
    separate();
    out.unsigned(count);
  }

  @Override
  public void real(double value) throws IOException {
    separate();
    out.ascii(Double.toString(value));
  }

  @Override
  public void text(String value) throws IOException {
    separate();
    field(value);
  }

  @Override
  public void end() throws IOException {
    switch (kind.shape()) {
      case RECORD -> out.ascii(LINE_END);
      case FREE_SET -> {}
      case FIXED_SET -> {
        if (width == 0) {
          firstSet();
        } else {
          out.ascii(LINE_END);
        }
      }
    }
  }

  private void firstSet() throws IOException {
    width = column;
    head();
    column = 0;
    for (int i = 0; i < width; i++) {
      separate();
      name(first[i]);
    }
    out.ascii(LINE_END);
  }

  @Override
  public void close() throws IOException {
    head();
    out.close();
  }

  private void line(String... fields) throws IOException {
    out.ascii(String.join(",", fields));
    out.ascii(LINE_END);
  }

  private void separate() throws IOException {
    if (column++ > 0) {
      out.ascii(',');
    }
  }

  private void name(long id) throws IOException {
    if (vertices.areText()) {
      field(vertices.of(id));
    } else {
      out.unsigned(id);
    }
  }

  private void field(String text) throws IOException {
    boolean quoted = text.isEmpty();
    for (int i = 0; i < text.length() && !quoted; i++) {
      char character = text.charAt(i);
      quoted = character == ',' || character == '"' || character == '\n' || character == '\r';
    }
    // Readers that trim fields would lose these.
    quoted |= !text.equals(text.strip());
    out.utf8(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
  }
}
