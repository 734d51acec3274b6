package io.cliquestream.worker.graphs.names;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.NameSource;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the vertices of one version are called: vertex i, by its original id, has name i.
 *
 * <p>A version that a delta makes has the names of its base and, behind them, those that are new.
 * So versions share layers, each a dictionary off the heap: the snapshot's, and on top of it what
 * deltas added. A new layer swallows those below it that are at most twice its size, as the runs of
 * a log-structured merge tree do: there are logarithmically many, and a name is copied
 * logarithmically often (O'Neil et al., The Log-Structured Merge-Tree, 1996).
 *
 * <p>Freed when its last user is gone; the version is one, each lease another. Thread-safe.
 */
public final class GraphNames {
  private static final int TIMES = 2;

  /** Layers at most, should memory not suffice to join some. */
  private static final int MOST_LAYERS = 64;

  private final List<NameLayer> layers;
  private final long[] firsts;
  private final long size;
  private final NameMemory memory;
  private int users = 1;

  private GraphNames(List<NameLayer> layers, NameMemory memory) {
    this.layers = List.copyOf(layers);
    this.memory = memory;
    this.firsts = new long[layers.size()];
    long count = 0;
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = count;
      count += layers.get(i).size();
    }
    this.size = count;
  }

  /**
   * The names of a snapshot, taken over; the caller is the first user.
   *
   * @throws WorkerException GRAPH_TOO_LARGE when names take more memory than they may; they are
   *     freed then
   */
  public static GraphNames of(NameDictionary names, NameMemory memory) {
    enter(names, memory);
    return new GraphNames(List.of(new NameLayer(names, memory)), memory);
  }

  /** No names yet, of a graph without vertices; the caller is the first user. */
  public static GraphNames none(NameMemory memory) {
    return new GraphNames(List.of(), memory);
  }

  private static void enter(NameDictionary names, NameMemory memory) {
    try {
      memory.enter(names.bytes());
    } catch (WorkerException e) {
      names.close();
      throw e;
    }
  }

  /**
   * These names and others behind them, none of which is among these; the caller is the first user
   * of what comes of it, and goes on using this.
   *
   * @param added taken over
   * @throws WorkerException GRAPH_TOO_LARGE as {@link #of} does
   */
  public GraphNames with(NameDictionary added) {
    if (added.size() > Bounds.NAMES - size) {
      added.close();
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "a graph has " + Bounds.NAMES + " names at most");
    }
    enter(added, memory);
    List<NameLayer> kept = new ArrayList<>(layers);
    NameLayer top = new NameLayer(added, memory);
    while (!kept.isEmpty() && kept.getLast().size() <= TIMES * top.size()) {
      NameLayer below = kept.getLast();
      NameDictionary joined = joined(below, top);
      if (joined == null) {
        break;
      }
      kept.removeLast();
      top.release();
      top = new NameLayer(joined, memory);
    }
    if (kept.size() >= MOST_LAYERS) {
      top.release();
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "graphs.name-bytes leaves no room to put the names of its deltas together");
    }
    kept.replaceAll(NameLayer::shared);
    kept.add(top);
    return new GraphNames(kept, memory);
  }

  /** Both layers' names as one dictionary, or null where there is no memory for it. */
  private NameDictionary joined(NameLayer below, NameLayer above) {
    var joined = new NameDictionary(Long.MAX_VALUE);
    for (NameLayer layer : List.of(below, above)) {
      for (long number = 0; number < layer.size(); number++) {
        var _ = joined.number(layer.names().nameBytes(number));
      }
    }
    if (!memory.tryEnter(joined.bytes())) {
      joined.close();
      return null;
    }
    return joined;
  }

  /** Number of names; every vertex's id is below it. */
  public long size() {
    return size;
  }

  /** The vertex that has a name in UTF-8, or -1. */
  public long find(byte[] name) {
    byte[] bytes = NameBytes.withSlack(name);
    for (int i = 0; i < firsts.length; i++) {
      long number = layers.get(i).names().find(bytes, 0, name.length);
      if (number >= 0) {
        return firsts[i] + number;
      }
    }
    return -1;
  }

  /**
   * The vertex here that is called as one of other names is, or -1; a user of both asks.
   *
   * @param id of the other
   */
  public long find(GraphNames others, long id) {
    return find(others.nameBytes(id));
  }

  /**
   * The name of a vertex.
   *
   * @param id its original id
   * @throws IndexOutOfBoundsException when no vertex has it
   */
  public String name(long id) {
    int i = layerOf(id);
    return layers.get(i).names().name(id - firsts[i]);
  }

  /**
   * Whether every vertex has the same name among others, which may be more; a user of both asks.
   */
  public boolean begins(GraphNames others) {
    if (size > others.size) {
      return false;
    }
    long id = 0;
    for (int i = 0;
        i < Math.min(firsts.length, others.firsts.length) && layers.get(i) == others.layers.get(i);
        i++) {
      id += layers.get(i).size();
    }
    while (id < size && Arrays.equals(nameBytes(id), others.nameBytes(id))) {
      id++;
    }
    return id == size;
  }

  private byte[] nameBytes(long id) {
    int i = layerOf(id);
    return layers.get(i).names().nameBytes(id - firsts[i]);
  }

  private int layerOf(long id) {
    int i = firsts.length - 1;
    while (i > 0 && firsts[i] > id) {
      i--;
    }
    return i;
  }

  /** Hands out every name, in the order of the vertices; the caller is a user. */
  public void forEach(NameSource.NameConsumer names) {
    for (NameLayer layer : layers) {
      for (long number = 0; number < layer.size(); number++) {
        names.accept(layer.names().nameBytes(number));
      }
    }
  }

  /** Adds a user unless the last one has gone. */
  public synchronized boolean tryPin() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  /** Takes a user away; the last one frees what no other version shares. */
  public void unpin() {
    synchronized (this) {
      if (users == 0) {
        throw new IllegalStateException("given back more often than taken");
      }
      users--;
      if (users > 0) {
        return;
      }
    }
    layers.forEach(NameLayer::release);
  }
}
