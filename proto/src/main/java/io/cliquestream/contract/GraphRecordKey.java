package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.v1.GraphRecord;
import java.util.Optional;

/**
 * Key of a record of {@link Topics#graphs()}: {@code GRAPH_ID/VERSION/PART}, so that compaction
 * keeps every record of a version until that record's own tombstone.
 *
 * @param graphId see {@link Identifiers}
 * @param version unsigned, 1 or more
 * @param part which record of the version
 */
public record GraphRecordKey(String graphId, long version, GraphRecordPart part) {
  private static final String DELTA_PREFIX = "delta-";
  private static final String NAMES_PREFIX = "names-";

  /** Checks graph id and version. */
  public GraphRecordKey {
    if (!Identifiers.isGraphId(graphId)) {
      throw new IllegalArgumentException("not a graph id: '" + graphId + "'");
    }
    if (version == 0) {
      throw new IllegalArgumentException("versions start at 1");
    }
  }

  // Like those of every record. The JDK would put them together when first used, by method handles
  // that it makes classes for: milliseconds of a worker's start.

  @Override
  public boolean equals(Object other) {
    return other instanceof GraphRecordKey key
        && version == key.version
        && graphId.equals(key.graphId)
        && part.text().equals(key.part.text());
  }

  @Override
  public int hashCode() {
    return 31 * (31 * graphId.hashCode() + Long.hashCode(version)) + part.text().hashCode();
  }

  /** {@return the key as text} */
  public String text() {
    return graphId + '/' + Long.toUnsignedString(version) + '/' + part.text();
  }

  /** {@return the key as the bytes a record carries} */
  public byte[] bytes() {
    return text().getBytes(UTF_8);
  }

  /**
   * Reads a key. Only the one canonical spelling is a key: no leading zeros, no sign.
   *
   * @param text of a record's key
   * @return empty when the text is not a key
   */
  public static Optional<GraphRecordKey> parse(String text) {
    int first = text.indexOf('/');
    int second = text.indexOf('/', first + 1);
    if (first < 0 || second < 0) {
      return Optional.empty();
    }
    String graphId = text.substring(0, first);
    Optional<Long> version = unsigned(text.substring(first + 1, second));
    if (!Identifiers.isGraphId(graphId) || version.isEmpty() || version.get() == 0) {
      return Optional.empty();
    }
    return part(text.substring(second + 1))
        .map(part -> new GraphRecordKey(graphId, version.get(), part));
  }

  /**
   * Reads a key from a record's key bytes.
   *
   * @param bytes UTF-8; others are no key
   * @return empty when they are not a key
   */
  public static Optional<GraphRecordKey> parse(byte[] bytes) {
    return parse(new String(bytes, UTF_8));
  }

  /**
   * The key that a record must have.
   *
   * @param record of {@link Topics#graphs()}
   * @return empty when the record has no kind, or its ids or numbers are out of bounds
   */
  public static Optional<GraphRecordKey> of(GraphRecord record) {
    try {
      return switch (record.getKindCase()) {
        case HEADER ->
            key(
                record.getHeader().getGraphId(),
                record.getHeader().getVersion(),
                new GraphRecordPart.Header());
        case CHUNK ->
            key(
                record.getChunk().getGraphId(),
                record.getChunk().getVersion(),
                new GraphRecordPart.Chunk(record.getChunk().getSequence()));
        case NAMES ->
            key(
                record.getNames().getGraphId(),
                record.getNames().getVersion(),
                new GraphRecordPart.Names(record.getNames().getSequence()));
        case COMMIT ->
            key(
                record.getCommit().getGraphId(),
                record.getCommit().getVersion(),
                new GraphRecordPart.Commit());
        case REFERENCE ->
            key(
                record.getReference().getGraphId(),
                record.getReference().getVersion(),
                new GraphRecordPart.Reference());
        case DELTA ->
            key(
                record.getDelta().getGraphId(),
                record.getDelta().getNewVersion(),
                new GraphRecordPart.Delta(record.getDelta().getPart()));
        case KIND_NOT_SET -> Optional.empty();
      };
    } catch (IllegalArgumentException outOfBounds) {
      return Optional.empty();
    }
  }

  private static Optional<GraphRecordKey> key(String graphId, long version, GraphRecordPart part) {
    return Optional.of(new GraphRecordKey(graphId, version, part));
  }

  private static Optional<GraphRecordPart> part(String text) {
    return switch (text) {
      case "header" -> Optional.of(new GraphRecordPart.Header());
      case "commit" -> Optional.of(new GraphRecordPart.Commit());
      case "reference" -> Optional.of(new GraphRecordPart.Reference());
      default -> numbered(text);
    };
  }

  private static Optional<GraphRecordPart> numbered(String text) {
    if (text.startsWith(DELTA_PREFIX)) {
      return unsigned(text.substring(DELTA_PREFIX.length()))
          .filter(part -> part >= 0 && part < Bounds.DELTA_PARTS)
          .map(part -> new GraphRecordPart.Delta(part.intValue()));
    }
    return text.startsWith(NAMES_PREFIX)
        ? unsigned(text.substring(NAMES_PREFIX.length()))
            .filter(sequence -> sequence >= 0)
            .map(GraphRecordPart.Names::new)
        : unsigned(text).filter(sequence -> sequence >= 0).map(GraphRecordPart.Chunk::new);
  }

  private static Optional<Long> unsigned(String digits) {
    if (digits.isEmpty()
        || digits.length() > 20
        || (digits.charAt(0) == '0' && digits.length() > 1)) {
      return Optional.empty();
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(Long.parseUnsignedLong(digits));
    } catch (NumberFormatException beyond64Bits) {
      return Optional.empty();
    }
  }
}
