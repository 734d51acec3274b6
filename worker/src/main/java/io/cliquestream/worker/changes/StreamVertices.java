package io.cliquestream.worker.changes;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.graphs.StreamedGraph;
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
 * when there are {@value #SPARE} beyond twice as many as the window has ends, those that no event
 * of it has are forgotten. Confined to its lane's thread.
 */
final class StreamVertices {
  private static final int SPARE = 1 << 16;

  private final String graphId;
  private final Map<ByteString, Integer> numbers = new HashMap<>();
  private final List<ByteString> names = new ArrayList<>();
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
    ByteString name = record.names().get((int) end);
    Integer known = numbers.putIfAbsent(name, names.size());
    if (known != null) {
      return known;
    }
    names.add(name);
    return names.size() - 1L;
  }

  /** The name of a number. */
  ByteString name(long number) {
    return names.get((int) number);
  }

  /** Forgets names that only versions have; nothing is pending. */
  void forget(EventWindow window) {
    long held = window == null ? 0 : window.size();
    if (names.size() <= 4 * held + SPARE) {
      return;
    }
    List<ByteString> before = List.copyOf(names);
    numbers.clear();
    names.clear();
    if (window != null) {
      window.renumber(
          number -> {
            ByteString name = before.get((int) number);
            Integer known = numbers.putIfAbsent(name, names.size());
            if (known == null) {
              names.add(name);
            }
            return numbers.get(name);
          });
    }
  }
}
