package io.cliquestream.contract;

/**
 * Names of record headers: CloudEvents 1.0 in the Kafka binding's binary mode, and W3C trace
 * context. Values are UTF-8.
 */
public final class HeaderNames {
  /** Unique within {@link #SOURCE}; a retry of the same record repeats it. */
  public static final String ID = "ce_id";

  /** URI reference of the program that wrote the record. */
  public static final String SOURCE = "ce_source";

  /** One of {@link EventTypes}. */
  public static final String TYPE = "ce_type";

  /** Always {@link #SPEC_VERSION_VALUE}. */
  public static final String SPEC_VERSION = "ce_specversion";

  /** RFC 3339 time at which the record was written. */
  public static final String TIME = "ce_time";

  /** Always {@link #CONTENT_TYPE_VALUE}. */
  public static final String CONTENT_TYPE = "content-type";

  /** W3C trace context of the work the record belongs to; see {@link TraceParent}. */
  public static final String TRACE_PARENT = "traceparent";

  /** Who asks, of those that the workers know; counts with {@link #SIGNATURE} alone. */
  public static final String PRINCIPAL = "cliquestream-principal";

  /** The bytes of the principal's signature; see {@link RecordSignatures}. */
  public static final String SIGNATURE = "cliquestream-signature";

  /** The CloudEvents version. */
  public static final String SPEC_VERSION_VALUE = "1.0";

  /** Values are plain protobuf messages. */
  public static final String CONTENT_TYPE_VALUE = "application/protobuf";

  private HeaderNames() {}
}
