package io.cliquestream.contract;

/** The last piece of a {@link GraphRecordKey}: which record of a version this is. */
public sealed interface GraphRecordPart {
  /** The snapshot's header. */
  record Header() implements GraphRecordPart {}

  /**
   * One chunk of the snapshot.
   *
   * @param sequence 0 or more
   */
  record Chunk(long sequence) implements GraphRecordPart {
    /** Checks the sequence. */
    public Chunk {
      if (sequence < 0) {
        throw new IllegalArgumentException("chunk sequence below 0: " + sequence);
      }
    }
  }

  /**
   * One chunk of the names of the snapshot's vertices.
   *
   * @param sequence 0 or more
   */
  record Names(long sequence) implements GraphRecordPart {
    /** Checks the sequence. */
    public Names {
      if (sequence < 0) {
        throw new IllegalArgumentException("sequence of names below 0: " + sequence);
      }
    }
  }

  /** The snapshot's commit. */
  record Commit() implements GraphRecordPart {}

  /** A snapshot that lies elsewhere. */
  record Reference() implements GraphRecordPart {}

  /**
   * One part of a delta.
   *
   * @param part 0 to {@value Bounds#DELTA_PARTS} - 1
   */
  record Delta(int part) implements GraphRecordPart {
    /** Checks the part. */
    public Delta {
      if (part < 0 || part >= Bounds.DELTA_PARTS) {
        throw new IllegalArgumentException("delta part out of bounds: " + part);
      }
    }
  }

  /** {@return the part as it stands in a key} */
  default String text() {
    return switch (this) {
      case Header() -> "header";
      case Chunk(long sequence) -> Long.toString(sequence);
      case Names(long sequence) -> "names-" + sequence;
      case Commit() -> "commit";
      case Reference() -> "reference";
      case Delta(int part) -> "delta-" + part;
    };
  }
}
