package io.cliquestream.formats;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.names.NameDictionary;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What was read: edges, and what their vertices are called. The edges can be freed before the
 * names, as soon as the graph is built; names are asked for until the answer is shown.
 */
public final class GraphData implements AutoCloseable {
  private final EdgeArray edges;
  private final NameDictionary dictionary;
  private final VertexNames names;
  private boolean edgesFreed;

  /**
   * Takes both over.
   *
   * @param dictionary null when vertices are numbers
   */
  GraphData(EdgeArray edges, NameDictionary dictionary) {
    this.edges = edges;
    this.dictionary = dictionary;
    this.names = dictionary == null ? VertexNames.NUMBERS : new DictionaryNames(dictionary);
  }

  /**
   * {@return the edges, with loops, duplicates and either direction, as they were in the sources}
   */
  public EdgeArray edges() {
    return edges;
  }

  /**
   * What the vertices are called; good until this is closed.
   *
   * @return {@link VertexNames#NUMBERS} where vertices are numbers
   */
  public VertexNames names() {
    return names;
  }

  /** {@return off-heap bytes of the names} */
  public long nameBytes() {
    return dictionary == null ? 0 : dictionary.bytes();
  }

  /**
   * Gives the edges to the caller, who closes them; the names stay.
   *
   * @return the array that {@link #edges()} gave
   */
  public EdgeArray takeEdges() {
    edgesFreed = true;
    return edges;
  }

  /** {@return number of names; 0 when vertices are numbers} */
  public long nameCount() {
    return dictionary == null ? 0 : dictionary.size();
  }

  /**
   * The vertex of a name; empty where none has it, or vertices are numbers.
   *
   * @param name as the input has it
   * @return its id in {@link #edges()}; empty where none has the name, or vertices are numbers
   */
  public OptionalLong find(String name) {
    if (dictionary == null) {
      return OptionalLong.empty();
    }
    long id = dictionary.find(name.getBytes(StandardCharsets.UTF_8));
    return id < 0 ? OptionalLong.empty() : OptionalLong.of(id);
  }

  /**
   * Hands out every name in UTF-8, that of vertex 0 first; none when vertices are numbers.
   *
   * @param names takes the UTF-8 bytes of each, on the calling thread
   */
  public void forEachName(Consumer<byte[]> names) {
    for (long number = 0; number < nameCount(); number++) {
      names.accept(dictionary.nameBytes(number));
    }
  }

  /** Frees the edges; the names stay. */
  public void freeEdges() {
    if (!edgesFreed) {
      edgesFreed = true;
      edges.close();
    }
  }

  @Override
  public void close() {
    freeEdges();
    if (dictionary != null) {
      dictionary.close();
    }
  }

  private record DictionaryNames(NameDictionary dictionary) implements VertexNames {
    @Override
    public boolean areText() {
      return true;
    }

    @Override
    public String of(long id) {
      return dictionary.name(id);
    }
  }
}
