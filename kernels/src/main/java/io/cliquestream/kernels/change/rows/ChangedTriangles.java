package io.cliquestream.kernels.change.rows;

/**
 * Triangles of one version that have an edge of a batch. Nothing is ordered and no stage is needed:
 * each changed edge counts its triangles by how many edges of them change, one that has two is met
 * twice, and one that has three is met three times; so the number is S1 + S2 / 2 + S3 / 3 (Makkar,
 * Bader and Green, HiPC 2017, add and subtract the same sums).
 *
 * <p>An edge belongs to the end with the longer row. Where several edges of an owner make it worth
 * it, its row is marked once ({@link RowMarks}) and the others are walked: Σ min(d(u), d(v))
 * look-ups. Elsewhere the shorter row is looked for in the longer one. For one thread.
 */
public final class ChangedTriangles {
  /** A row without bits is marked where it is at most so many times what is looked up. */
  private static final int LONG_ROW = 8;

  /** An entry beside a hub's row takes each edge so many look-ups. */
  private static final int BESIDE = 4;

  /** Bits are made where the batch is less than such a part of the arcs: merges end them. */
  private static final int LASTING = 32;

  /** So many entries beside a hub's row are gone through although the other row is shorter. */
  private static final int MOST_BESIDE = 64;

  private final RowView view;
  private final EdgeOwners owners;
  private final ChangedArcs arcs;
  private final boolean marking;
  private final boolean lasting;
  private final StageRows rows;
  private final IntBuffer members = new IntBuffer();
  private final IntBuffer scratch = new IntBuffer();
  private final Beside first = new Beside();
  private final Beside second = new Beside();
  private RowMarks marks;
  private long steps;

  private long bothUnchanged;
  private long oneChanged;
  private long bothChanged;

  /**
   * A counter of one thread.
   *
   * @param view a version that has the edges
   * @param marking whether rows are marked where it pays: two bits for each slot
   */
  public ChangedTriangles(RowView view, EdgeOwners owners, boolean marking) {
    this.view = view;
    this.owners = owners;
    this.arcs = owners.arcs();
    this.marking = marking;
    this.lasting = arcs.neighbors().length < view.table().base.arcs() / LASTING;
    this.rows = StageRows.of(view);
  }

  /** Bytes that the marks of a thread take. */
  public static long markBytes(int slots) {
    return RowMarks.bytes(slots);
  }

  /**
   * Counts for the arcs in a range, those whose slots own their edges.
   *
   * @return about how many steps it took
   */
  public long count(int from, int to) {
    steps = 0;
    int index = owners.indexOfArc(from);
    for (int at = from; at < to; index++) {
      int end = Math.min(to, arcs.starts()[index + 1]);
      countOwned(index, at, end);
      at = end;
    }
    return steps;
  }

  private void countOwned(int index, int from, int to) {
    int slot = arcs.slots()[index];
    long walked = 0;
    int owned = 0;
    for (int arc = from; arc < to; arc++) {
      if (owners.owns(arc, slot)) {
        owned++;
        walked += view.degreeBound(arcs.neighbors()[arc]);
      }
    }
    if (owned == 0) {
      return;
    }
    steps += 16L * owned + walked;
    boolean marked = marking && isMarked(slot, owned, walked);
    if (marked) {
      marks = marks == null ? new RowMarks(view, arcs) : marks;
      marks.mark(slot, index);
      steps += view.degreeBound(slot);
    }
    for (int arc = from; arc < to; arc++) {
      if (owners.owns(arc, slot)) {
        int other = arcs.neighbors()[arc];
        if (marked) {
          marks.walk(other, owners.index(other));
        } else {
          search(slot, index, other);
        }
      }
    }
    if (marked) {
      marks.clear();
    }
  }

  private boolean isMarked(int slot, int owned, long walked) {
    long length = view.degreeBound(slot);
    long[] list = view.table().lists.get(slot);
    long beside = (long) owned * BESIDE * (list == null ? 0 : list.length);
    return bits(slot) == null
        ? length < LONG_ROW * walked
        : RowMarks.cost(length, view.slots()) < walked + beside;
  }

  /** The bits of a hub's base row, which are made where they last; or null. */
  private long[] bits(int slot) {
    return lasting ? view.table().base.bits(slot) : view.table().base.knownBits(slot);
  }

  private void search(int slot, int index, int other) {
    int otherIndex = owners.index(other);
    long[] list = view.table().lists.get(slot);
    long[] bits = bits(slot);
    int degree = view.table().base.degree(other);
    if (bits != null && (list == null ? 0 : list.length) <= MOST_BESIDE + degree) {
      first.start(list, arcs, index, view.age());
      second.start(view.table().lists.get(other), arcs, otherIndex, view.age());
      test(bits, other, degree);
      return;
    }
    rows.read(other, members);
    rows.intersect(members, slot, scratch, members);
    classify(arcs.starts()[index], arcs.starts()[index + 1], otherIndex);
  }

  /**
   * The bits of a hub's base row are asked for a base row's entries as if nothing lay beside them;
   * then what lies beside either row is put right.
   */
  private void test(long[] bits, int other, int degree) {
    BaseRows base = view.table().base;
    int[] row = members.room(degree);
    base.copy(base.start(other), row, 0, degree);
    long common = 0;
    for (int i = 0; i < degree; i++) {
      common += bits[row[i] >>> 6] >>> row[i] & 1;
    }
    bothUnchanged += common;
    long[] otherBits = base.knownBits(other);
    int at = 0;
    while (first.neighbor() < Integer.MAX_VALUE || second.neighbor() < Integer.MAX_VALUE) {
      int neighbor = Math.min(first.neighbor(), second.neighbor());
      boolean inFirst = first.neighbor() == neighbor;
      boolean inSecond = second.neighbor() == neighbor;
      boolean firstBefore;
      if (inFirst) {
        firstBefore = first.before();
      } else {
        firstBefore = isSet(bits, neighbor);
      }
      boolean secondBefore;
      if (inSecond) {
        secondBefore = second.before();
      } else {
        if (otherBits == null) {
          at = IntBuffer.lowerBound(row, at, degree, neighbor);
          secondBefore = at < degree && row[at] == neighbor;
        } else {
          secondBefore = isSet(otherBits, neighbor);
        }
      }
      bothUnchanged -= firstBefore && secondBefore ? 1 : 0;
      if ((inFirst ? first.now() : firstBefore) && (inSecond ? second.now() : secondBefore)) {
        add(inFirst && first.changes(), inSecond && second.changes());
      }
      if (inFirst) {
        first.next();
      }
      if (inSecond) {
        second.next();
      }
    }
  }

  private static boolean isSet(long[] bits, int slot) {
    return slot >>> 6 < bits.length && (bits[slot >>> 6] >>> slot & 1) != 0;
  }

  private void add(boolean oneChanges, boolean otherChanges) {
    bothChanged += oneChanges && otherChanges ? 1 : 0;
    oneChanged += oneChanges != otherChanges ? 1 : 0;
    bothUnchanged += oneChanges || otherChanges ? 0 : 1;
  }

  /** Counts the members, which are common neighbours, by which of their edges change. */
  private void classify(int start, int to, int otherIndex) {
    int from = start;
    int otherFrom = arcs.starts()[otherIndex];
    int otherTo = arcs.starts()[otherIndex + 1];
    int length = members.length();
    if (to - from == 1 && otherTo - otherFrom == 1) {
      // The edge itself.
      bothUnchanged += length;
      return;
    }
    for (int i = 0; i < length; i++) {
      int member = members.get(i);
      from = IntBuffer.lowerBound(arcs.neighbors(), from, to, member);
      otherFrom = IntBuffer.lowerBound(arcs.neighbors(), otherFrom, otherTo, member);
      add(
          from < to && arcs.neighbors()[from] == member,
          otherFrom < otherTo && arcs.neighbors()[otherFrom] == member);
    }
  }

  /** Triangles, once for each, of which the edge that met them alone changes. */
  public long ofOneChange() {
    return bothUnchanged + (marks == null ? 0 : marks.bothUnchanged());
  }

  /** Triangles of which two edges change, twice for each. */
  public long ofTwoChanges() {
    return oneChanged + (marks == null ? 0 : marks.oneChanged());
  }

  /** Triangles of which all edges change, three times for each. */
  public long ofThreeChanges() {
    return bothChanged + (marks == null ? 0 : marks.bothChanged());
  }
}
