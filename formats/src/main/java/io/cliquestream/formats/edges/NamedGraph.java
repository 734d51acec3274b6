package io.cliquestream.formats.edges;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A graph whose file declares its nodes, each with an id and perhaps a label, before or behind the
 * edges that refer to them. Takes 24 bytes a node beside its ids and labels, which are bounded as
 * names are. Not safe for use by several threads.
 *
 * <p>At the end every node that an edge refers to must be declared. Nodes are named by their ids,
 * or all of them by their labels, which must differ then.
 */
public final class NamedGraph implements AutoCloseable {
  private final String source;
  private final Naming naming;
  private final NameDictionary names;
  private final JobControl control;
  private final NameDictionary ids;
  private final NameDictionary labels;
  private final EdgeSink edges;

  /** By node: the line of the first edge, until it is declared; then -1. */
  private final LongTable lines = new LongTable();

  /** By node: one more than the number of its label; 0 without one. */
  private final LongTable labelOf = new LongTable();

  private long declared;
  private long labelled;
  private long unlabelledLine;
  private String unlabelled = "";

  /** By what nodes are named. */
  public enum Naming {
    /** Their ids. */
    ID,
    /** Their labels; a node without one is an error. */
    LABEL,
    /** Their labels if any node has one, and then all must; else their ids. */
    LABEL_IF_ANY,
    /** Their labels, and a node without one by its id. */
    LABEL_OR_ID
  }

  /**
   * An empty graph.
   *
   * @param names what the vertices' names go to
   * @param nameBytes bound of ids and labels, each
   */
  public NamedGraph(
      String source,
      Naming naming,
      NameDictionary names,
      long nameBytes,
      ReadLimits limits,
      JobControl control) {
    this.source = source;
    this.naming = naming;
    this.names = names;
    this.control = control;
    this.ids = new NameDictionary(nameBytes);
    this.labels = new NameDictionary(nameBytes);
    this.edges = new EdgeSink(source, limits.maximumPairs(), new AtomicLong());
  }

  /**
   * Declares a node.
   *
   * @param label null for none
   * @param line where, for messages
   */
  public void node(String id, String label, long line) {
    long node = number(ids, id, line);
    if (lines.get(node) == -1) {
      throw InputFailures.line(
          source, line, InputExcerpt.of(id), "there is a node of this id already");
    }
    lines.set(node, -1);
    declared++;
    if (label == null || label.isEmpty() || naming == Naming.ID) {
      if (unlabelledLine == 0) {
        unlabelledLine = line;
        unlabelled = id;
      }
      return;
    }
    long before = labels.size();
    if (number(labels, label, line) != before) {
      throw InputFailures.line(
          source,
          line,
          InputExcerpt.of(label),
          "there is a node of this label already, so labels cannot name the vertices;"
              + " --name-by id takes the ids");
    }
    labelOf.set(node, before + 1);
    labelled++;
  }

  /** Adds an edge between two nodes by their ids. */
  public void edge(String from, String to, long line) {
    edges.add(end(from, line), end(to, line));
  }

  private long end(String id, long line) {
    long node = number(ids, id, line);
    if (lines.get(node) == 0) {
      lines.set(node, Math.max(1, line));
    }
    return node;
  }

  private long number(NameDictionary dictionary, String name, long line) {
    try {
      return dictionary.number(name);
    } catch (ComputeException e) {
      if (e.code() != FailureCode.FILE_LINE_INVALID) {
        throw e;
      }
      throw InputFailures.line(source, line, InputExcerpt.of(name), e.getMessage());
    }
  }

  /** The id of a node by its place among all, where nodes were declared before any edge. */
  public String id(long node) {
    return ids.name(node);
  }

  /** Nodes declared. */
  public long declared() {
    return declared;
  }

  /**
   * The edges by numbers of the names' dictionary; the caller's to close.
   *
   * @throws ComputeException FILE_LINE_INVALID when an edge's end is no node, or labels are missing
   */
  public EdgeArray finish() {
    boolean byLabel =
        naming == Naming.LABEL
            || naming == Naming.LABEL_OR_ID
            || (naming == Naming.LABEL_IF_ANY && labelled > 0);
    if (byLabel && naming != Naming.LABEL_OR_ID && unlabelledLine != 0) {
      throw InputFailures.line(
          source,
          unlabelledLine,
          InputExcerpt.of(unlabelled),
          "the node has no such attribute, so it cannot name the vertices; --name-by id takes the"
              + " ids");
    }
    try (LongTable numbers = new LongTable()) {
      for (long node = 0; node < ids.size(); node++) {
        if ((node & 0xFFF) == 0) {
          control.checkStopped();
        }
        if (lines.get(node) != -1) {
          String id = InputExcerpt.of(ids.name(node));
          throw InputFailures.line(
              source, lines.get(node), id, "an edge ends in '" + id + "', which is no node");
        }
        long label = byLabel ? labelOf.get(node) : 0;
        byte[] name = label == 0 ? ids.nameBytes(node) : labels.nameBytes(label - 1);
        if (label == 0 && byLabel && labels.find(name) >= 0) {
          throw InputFailures.invalid(
              source,
              "node %s has no label, and its id is the label of another;"
                      .formatted(InputExcerpt.of(ids.name(node)))
                  + " --name-by id takes the ids");
        }
        numbers.set(node, names.number(name));
      }
      return Renumbering.of(edges.take(), numbers, control);
    }
  }

  @Override
  public void close() {
    edges.close();
    ids.close();
    labels.close();
    lines.close();
    labelOf.close();
  }
}
