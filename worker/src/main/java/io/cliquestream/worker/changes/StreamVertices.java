package io.cliquestream.worker.changes;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.graphs.StreamedGraph;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the ends of a stream's events are: ids, or names.
 *
 * <p>Names are numbered here in the order in which they come, for what is pending and for the
 * window alone; a version lists them as text, and whoever takes it in gives them the graph's own
 * ids. So a stream needs none of the graph's names. Held are the names of the window and some more:
 * when they take twice the bytes that were left the last time, those that no event of the window
 * has are forgotten. Confined to its lane's thread.
 */
final class StreamVertices {
  /** Bytes of names that are not worth a look. */
  private static final int SPARE_BYTES = 1 << 16;

  /** Names with so many bytes take about as much of the heap as one event of a window. */
  private static final int BYTES_OF_AN_EVENT = 128;

  private static final long KEY = new SecureRandom().nextLong();

  /** A name as a key of a map in which nobody can choose names that meet in one place. */
  private record Name(ByteString text, int hash) {
    static Name of(ByteString text) {
      byte[] bytes = new byte[text.size() + NameBytes.SLACK];
      text.copyTo(bytes, 0);
      return new Name(text, Long.hashCode(NameBytes.hash(bytes, 0, text.size(), KEY)));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Name name && hash == name.hash && text.equals(name.text);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final String graphId;
  private final Map<Name, Integer> numbers = new HashMap<>();
  private final List<Name> names = new ArrayList<>();
  private long bytes;
  private long leftBytes;
  private StreamedGraph.Ends kind;

  StreamVertices(String graphId, StreamedGraph.Ends kind) {
    this.graphId = graphId;
    this.kind = kind;
  }

  /**
   * Refuses a record of the other kind; the first one of an empty graph says which kind it is.
   *
   * @throws ContractException CHANGE_INVALID
   */
  void require(EdgeChanges record) {
    if (!fits(record)) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_CHANGE_INVALID,
          areNames()
              ? "the vertices of graph " + graphId + " have names, and the events have ids"
              : "the vertices of graph " + graphId + " are ids, and the events have names");
    }
    kind = record.isNamed() ? StreamedGraph.Ends.NAMES : StreamedGraph.Ends.IDS;
  }

  /** Whether a record is of the stream's kind. */
  boolean fits(EdgeChanges record) {
    return kind == StreamedGraph.Ends.EITHER || record.isNamed() == areNames();
  }

  /** The stream begins, on a graph of that kind. */
  void beginOn(StreamedGraph.Ends given) {
    kind = given;
  }

  boolean areNames() {
    return kind == StreamedGraph.Ends.NAMES;
  }

  /** One end of a record's pair: the id, or the number that its name has here. */
  long number(EdgeChanges record, long end) {
    if (!record.isNamed()) {
      return end;
    }
    return number(Name.of(record.names().get((int) end)));
  }

  private int number(Name name) {
    Integer known = numbers.putIfAbsent(name, names.size());
    if (known != null) {
      return known;
    }
    names.add(name);
    bytes += name.text().size();
    return names.size() - 1;
  }

  /** The memory of the names that are held, in events of a window. */
  int weight() {
    return (int) (bytes / BYTES_OF_AN_EVENT);
  }

  /** The same of a record's names, as if none of them were known. */
  static int weight(EdgeChanges record) {
    long bytes = 0;
    for (ByteString name : record.names()) {
      bytes += name.size();
    }
    return (int) (bytes / BYTES_OF_AN_EVENT);
  }

  /** The name of a number. */
  ByteString name(long number) {
    return names.get((int) number).text();
  }

  /** Forgets names that only versions have; nothing is pending. */
  void forget(EventWindow window) {
    if (bytes <= 2 * leftBytes + SPARE_BYTES) {
      return;
    }
    List<Name> before = List.copyOf(names);
    numbers.clear();
    names.clear();
    bytes = 0;
    if (window != null) {
      window.renumber(number -> number(before.get((int) number)));
    }
    leftBytes = bytes;
  }
}
