package io.cliquestream.formats;

import io.cliquestream.formats.text.Excerpt;

/** Names as people see them. */
record ShownNames(VertexNames names) implements VertexNames {
  @Override
  public boolean areText() {
    return true;
  }

  @Override
  public String of(long id) {
    String escaped = Excerpt.escaped(names.of(id));
    boolean plain =
        escaped.chars().noneMatch(character -> character <= ' ' || "\",{}".indexOf(character) >= 0);
    return plain ? escaped : '"' + escaped.replace("\"", "\\\"") + '"';
  }

  @Override
  public VertexNames shown() {
    return this;
  }
}
