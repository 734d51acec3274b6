package io.cliquestream.worker.translation;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.NamedVertices;
import io.cliquestream.v1.VertexSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongFunction;

/** Names of the vertices of one record, each once; knows the bytes that they take. */
final class NamedVerticesBuilder {
  /** Id, tags and lengths around a name. */
  private static final int BESIDE_NAME_BYTES = 15;

  private final LongFunction<String> names;
  private final Set<Long> known = new HashSet<>();
  private final NamedVertices.Builder built = NamedVertices.newBuilder();

  NamedVerticesBuilder(LongFunction<String> names) {
    this.names = names;
  }

  /** Adds a vertex; the bytes that this takes, 0 when it is there already. */
  int add(long vertex) {
    if (!known.add(vertex)) {
      return 0;
    }
    ByteString name = ByteString.copyFromUtf8(names.apply(vertex));
    built.addVertices(vertex).addNamesBytes(name);
    return BESIDE_NAME_BYTES + name.size();
  }

  /** Adds the vertices of a set. */
  void add(VertexSet set) {
    set.getVerticesList().forEach(this::add);
  }

  /** Bytes that the vertices of a set would take. */
  int bytesOf(VertexSet set) {
    long bytes = 0;
    for (long vertex : set.getVerticesList()) {
      if (!known.contains(vertex)) {
        bytes += BESIDE_NAME_BYTES + ByteString.copyFromUtf8(names.apply(vertex)).size();
      }
    }
    return (int) Math.min(Integer.MAX_VALUE / 2, bytes);
  }

  NamedVertices build() {
    return built.build();
  }
}
