package io.cliquestream.formats;

import io.cliquestream.formats.text.InputExcerpt;

/** Names as people see them. */
record ShownNames(VertexNames names) implements VertexNames {
  @Override
  public boolean areText() {
    return true;
  }

  @Override
  public String of(long id) {
    return shown(names.of(id));
  }

  static String shown(String name) {
    String escaped = InputExcerpt.escaped(name);
    boolean plain =
        escaped.chars().noneMatch(character -> character <= ' ' || "\",{}".indexOf(character) >= 0);
    return plain ? escaped : '"' + escaped.replace("\"", "\\\"") + '"';
  }

  @Override
  public VertexNames shown() {
    return this;
  }
}
