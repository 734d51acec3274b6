package io.cliquestream.cli.output;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.NamedVertices;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of vertices that came with the records of an answer; before the first record vertices are
 * called by their ids. Holds as many names as the records do, which whoever reads those bounds.
 */
public final class RecordNames implements VertexNames {
  private final Map<Long, String> names = new HashMap<>();

  /** Takes the names of a record. */
  public void add(NamedVertices named) {
    int count = Math.min(named.getVerticesCount(), named.getNamesCount());
    for (int i = 0; i < count; i++) {
      names.put(named.getVertices(i), named.getNames(i));
    }
  }

  @Override
  public boolean areText() {
    return !names.isEmpty();
  }

  @Override
  public String of(long id) {
    String name = names.get(id);
    return name == null ? Long.toUnsignedString(id) : name;
  }
}
