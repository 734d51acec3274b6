package io.cliquestream.contract;

/**
 * Every bound of the contract {@code cliquestream.v1} in one place.
 *
 * <p>A reader refuses what lies beyond a bound before it allocates for it; a writer never produces
 * it. A worker may be configured tighter, never wider.
 */
public final class Bounds {
  /** Characters of a graph id or a job id. */
  public static final int ID_CHARACTERS = 128;

  /**
   * Highest version of a graph: any count, and any time since 1970 down to nanoseconds, in a signed
   * 64-bit number.
   */
  public static final long HIGHEST_VERSION = Long.MAX_VALUE;

  /** Characters of a tenant. */
  public static final int TENANT_CHARACTERS = 64;

  /** Characters of the reason of a cancel request. */
  public static final int REASON_CHARACTERS = 256;

  /** Characters of a secret that a job is cancelled with. */
  public static final int SECRET_CHARACTERS = 256;

  /** Characters of a failure's message. */
  public static final int FAILURE_MESSAGE_CHARACTERS = 1_024;

  /**
   * Bytes of a payload as carried by one record: chunk, delta part, or page. The rest up to the
   * broker's default of 1 MiB is for key, headers, field tags and the record batch.
   */
  public static final int PAYLOAD_BYTES = 917_504;

  /** Bytes of a chunk's payload after decompression. */
  public static final int UNCOMPRESSED_PAYLOAD_BYTES = 4 << 20;

  /**
   * Bytes before compression at which a writer cuts chunks unless told otherwise: small enough that
   * even an incompressible payload, which zstd lengthens by up to 1/256, stays within {@link
   * #PAYLOAD_BYTES}.
   */
  public static final int DEFAULT_CHUNK_BYTES = 909_312;

  /** Fewest bytes at which a writer may be told to cut: one row with one target, ids of 64 bits. */
  public static final int MINIMUM_CHUNK_BYTES = 64;

  /** Bytes of a vertex's name in UTF-8. */
  public static final int NAME_BYTES = 1_024;

  /** Names of a graph. */
  public static final long NAMES = 1L << 31;

  /** Parts of a delta. */
  public static final int DELTA_PARTS = 65_536;

  /** Events after which a stream can be told to make a version. */
  public static final int VERSION_EVENTS = 50_000;

  /** Microseconds before or after 1970 of an event: 36,000 years. */
  public static final long EVENT_MICROS = 1L << 60;

  /** Ranges of records that a stream's position says to have been refused. */
  public static final int REFUSED_RANGES = 1_000;

  /** Microseconds of any rule of a stream: 10 years. */
  public static final long STREAM_MICROS = 315_360_000_000_000L;

  /** Highest priority of a job; 0 is the lowest. */
  public static final int HIGHEST_PRIORITY = 9;

  /** Priority of a job that sets none. */
  public static final int DEFAULT_PRIORITY = 4;

  /** Milliseconds between two runs of a standing job, at least. */
  public static final long MINIMUM_EVERY_MILLIS = 100;

  /** Cliques or matches listed when the job sets no limit. */
  public static final long DEFAULT_LIST_LIMIT = 1_000;

  /** Largest clique size that a job may name. */
  public static final int CLIQUE_VERTICES = 1_000_000;

  /** Vertices of a pattern, at most. */
  public static final int PATTERN_VERTICES = 8;

  /** Vertices of a motif, at least and at most. */
  public static final int LEAST_MOTIF_VERTICES = 3;

  /** Vertices of a motif, at most. */
  public static final int MOTIF_VERTICES = 7;

  /** Vertices that a match must all contain to be told of. */
  public static final int ALERT_CONTAINS = 64;

  /** Vertices one of which a match must contain to be told of. */
  public static final int ALERT_TOUCHES = 10_000;

  /** Vertices whose labels a job with alerts names. */
  public static final int ALERT_LABELLED = 50_000;

  /** Matches of one version that are told of one by one when the job sets no limit. */
  public static final long DEFAULT_ALERT_LIMIT = 1_000;

  /** The same, at most. */
  public static final long ALERT_LIMIT = 100_000;

  /** Vertices of a match that an alert lists. */
  public static final int ALERT_VERTICES = 10_000;

  /** Bytes of names of a match's vertices that an alert lists; those beyond are left out. */
  public static final int ALERT_NAME_BYTES = 512 << 10;

  /** Most parts that a job can ask to be cut into. */
  public static final int SPLIT_PARTS = 1 << 15;

  private Bounds() {}
}
