package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import java.util.List;

/**
 * Names of vertices that can be walked through more than once, in the order of the vertices' ids
 * from 0 on.
 */
@FunctionalInterface
public interface NameSource {
  /** Vertices that have no names. */
  NameSource NONE = names -> {};

  /**
   * Hands every name to the consumer, on the calling thread.
   *
   * @param names takes each name, that of vertex 0 first
   */
  void forEach(NameConsumer names);

  /** Takes names one after the other. */
  @FunctionalInterface
  interface NameConsumer {
    /**
     * Takes the next name.
     *
     * @param name UTF-8, 1 to {@value Bounds#NAME_BYTES} bytes; not kept
     */
    void accept(byte[] name);
  }

  /**
   * The names of a list.
   *
   * @param names of the vertices 0, 1, 2 and so on
   * @return a source that may be walked through any number of times
   */
  static NameSource of(List<String> names) {
    return consumer ->
        names.forEach(name -> consumer.accept(ByteString.copyFromUtf8(name).toByteArray()));
  }
}
