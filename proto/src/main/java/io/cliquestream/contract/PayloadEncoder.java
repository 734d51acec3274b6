package io.cliquestream.contract;

import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;

/**
 * Cuts a stream of edges into payloads of at most {@link SnapshotPlan#chunkBytes()} bytes; holds
 * one payload and one run at a time. The same edges under the same plan give the same payloads.
 */
final class PayloadEncoder implements EdgeConsumer {
  /** Takes a finished payload; the array is reused after the call. */
  interface PayloadSink {
    void accept(byte[] payload, int length);
  }

  private final SnapshotPlan plan;
  private final PayloadSink sink;
  private final long highestId;
  private final boolean rows;
  private final PayloadBuffer payload;
  private final PayloadBuffer runTargets;
  private long edgeCount;
  private long runSource;
  private long runLastTarget;
  private long runCount;

  PayloadEncoder(SnapshotPlan plan, PayloadSink sink) {
    this.plan = plan;
    this.sink = sink;
    this.highestId =
        plan.vertexBound() == 0
            ? (plan.idWidth() == 4 ? 0xffff_ffffL : -1L)
            : plan.vertexBound() - 1;
    this.rows = plan.encoding() == EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS;
    this.payload = new PayloadBuffer(plan.chunkBytes());
    this.runTargets = new PayloadBuffer(rows ? plan.chunkBytes() : 0);
  }

  @Override
  public void accept(long from, long to) {
    checkBound(from);
    checkBound(to);
    edgeCount++;
    if (rows) {
      acceptIntoRun(from, to);
    } else {
      acceptPair(from, to);
    }
  }

  /** Hands out what is left; to be called once, after the last edge. */
  void finish() {
    closeRun();
    cut();
  }

  long edgeCount() {
    return edgeCount;
  }

  private void acceptPair(long from, long to) {
    if (payload.length + 2 * plan.idWidth() > plan.chunkBytes()) {
      cut();
    }
    if (plan.idWidth() == 4) {
      payload.putInt(from);
      payload.putInt(to);
    } else {
      payload.putLong(from);
      payload.putLong(to);
    }
  }

  private void acceptIntoRun(long from, long to) {
    boolean continues =
        runCount > 0 && from == runSource && Long.compareUnsigned(to, runLastTarget) >= 0;
    if (!continues) {
      closeRun();
    } else if (bytesWithRun(runCount + 1) + PayloadBuffer.varintBytes(to - runLastTarget)
        > plan.chunkBytes()) {
      // The run alone ends here; its source opens another one in the next payload.
      closeRun();
      cut();
      continues = false;
    }
    if (continues) {
      runTargets.putVarint(to - runLastTarget);
    } else {
      openRun(from, to);
    }
    runLastTarget = to;
    runCount++;
  }

  private void openRun(long from, long to) {
    runSource = from;
    int needed = PayloadBuffer.varintBytes(from) + 1 + PayloadBuffer.varintBytes(to);
    if (payload.length + needed > plan.chunkBytes()) {
      cut();
    }
    runTargets.putVarint(to);
  }

  private int bytesWithRun(long count) {
    return payload.length
        + PayloadBuffer.varintBytes(runSource)
        + PayloadBuffer.varintBytes(count)
        + runTargets.length;
  }

  private void closeRun() {
    if (runCount == 0) {
      return;
    }
    payload.putVarint(runSource);
    payload.putVarint(runCount);
    payload.append(runTargets);
    runTargets.length = 0;
    runCount = 0;
  }

  private void cut() {
    if (payload.length > 0) {
      sink.accept(payload.bytes, payload.length);
      payload.length = 0;
    }
  }

  private void checkBound(long id) {
    if (Long.compareUnsigned(id, highestId) > 0) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
          "vertex id "
              + Long.toUnsignedString(id)
              + " is above the highest allowed, "
              + Long.toUnsignedString(highestId));
    }
  }
}
