package io.cliquestream.cli.output;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.formats.text.Excerpt;

/** Names as lines of text show them: without a character that a terminal would act upon. */
public record ShownNames(VertexNames names) implements VertexNames {
  /** These names for a person; numbers stay what they are. */
  public static VertexNames of(VertexNames names) {
    return names.areText() ? new ShownNames(names) : names;
  }

  @Override
  public boolean areText() {
    return true;
  }

  @Override
  public String of(long id) {
    return Excerpt.escaped(names.of(id));
  }
}
