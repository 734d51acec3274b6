package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;
import java.util.zip.CRC32C;

/** Cuts names into payloads of chunks, and sums up what the header says of them. */
final class NameEncoder implements NameSource.NameConsumer {
  /** Takes a finished payload; the array is reused after the call. */
  interface NamePayloadSink {
    void accept(byte[] payload, int length, int names);
  }

  private final NamePayloadSink sink;
  private final PayloadBuffer payload;
  private final CRC32C checksum = new CRC32C();
  private int namesInPayload;
  private long nameCount;
  private long chunkCount;
  private long payloadBytes;

  NameEncoder(int chunkBytes, NamePayloadSink sink) {
    this.sink = sink;
    // One name fits even the smallest chunk that a plan may ask for.
    this.payload =
        new PayloadBuffer(Math.max(chunkBytes, Bounds.NAME_BYTES + PayloadBuffer.LONGEST_VARINT));
  }

  @Override
  public void accept(byte[] name) {
    requireName(name);
    if (nameCount == Bounds.NAMES) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "a graph has " + Bounds.NAMES + " names at most");
    }
    if (payload.length + bytes(name) > payload.bytes.length) {
      cut();
    }
    payload.putVarint(name.length);
    payload.putBytes(name);
    namesInPayload++;
    nameCount++;
  }

  /** Bytes of a name in a payload. */
  static int bytes(byte[] name) {
    return PayloadBuffer.varintBytes(name.length) + name.length;
  }

  /** Refuses what is too short or too long for a name. */
  static void requireName(byte[] name) {
    if (name.length == 0 || name.length > Bounds.NAME_BYTES) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          name.length == 0
              ? "a vertex has an empty name"
              : "a name has %d bytes; records carry names of %d at most"
                  .formatted(name.length, Bounds.NAME_BYTES));
    }
  }

  private void cut() {
    if (payload.length > 0) {
      checksum.update(payload.bytes, 0, payload.length);
      chunkCount++;
      payloadBytes += payload.length;
      sink.accept(payload.bytes, payload.length, namesInPayload);
      payload.length = 0;
      namesInPayload = 0;
    }
  }

  /** Hands out what is left; to be called once, after the last name. */
  NameTotals finish() {
    cut();
    return nameCount == 0
        ? NameTotals.NONE
        : new NameTotals(nameCount, chunkCount, payloadBytes, (int) checksum.getValue());
  }
}
