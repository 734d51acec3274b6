package io.cliquestream.contract;

import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads payloads as the contract words it, in whole numbers without a width, one byte at a time.
 * Shares no code with {@link PayloadDecoder}.
 */
final class ReferencePayload {
  private final EdgeEncoding encoding;
  private final int idWidth;
  private final BigInteger bound;
  private final List<BigInteger> ids = new ArrayList<>();
  private byte[] payload = {};
  private int at;
  private int refusedAt;
  private FailureCode refusedCode = FailureCode.FAILURE_CODE_UNSPECIFIED;

  ReferencePayload(EdgeEncoding encoding, int idWidth, long vertexBound) {
    this.encoding = encoding;
    this.idWidth = idWidth;
    BigInteger all = BigInteger.TWO.pow(8 * idWidth);
    BigInteger wanted = vertexBound == 0 ? all : new BigInteger(Long.toUnsignedString(vertexBound));
    this.bound = wanted.min(all);
  }

  /** Both ends of every pair before the fault. */
  List<BigInteger> ids() {
    return ids;
  }

  int refusedAt() {
    return refusedAt;
  }

  FailureCode refusedCode() {
    return refusedCode;
  }

  /** Whether the payload is whole and right. */
  boolean read(byte[] bytes) {
    payload = bytes;
    try {
      if (encoding == EdgeEncoding.EDGE_ENCODING_PAIRS) {
        pairs();
      } else {
        rows();
      }
      return true;
    } catch (Refused e) {
      refusedAt = e.at;
      refusedCode = e.code;
      return false;
    }
  }

  private void pairs() throws Refused {
    while (at < payload.length) {
      int start = at;
      if (payload.length - at < 2 * idWidth) {
        throw new Refused(start, FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
      }
      BigInteger from = below(start, fixed());
      int second = at;
      BigInteger to = below(second, fixed());
      ids.add(from);
      ids.add(to);
    }
  }

  private BigInteger fixed() {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < idWidth; i++) {
      value = value.or(BigInteger.valueOf(payload[at++] & 0xff).shiftLeft(8 * i));
    }
    return value;
  }

  private void rows() throws Refused {
    while (at < payload.length) {
      int start = at;
      BigInteger from = below(start, varint());
      start = at;
      BigInteger count = varint();
      if (count.signum() == 0 || count.compareTo(BigInteger.valueOf(payload.length - at)) > 0) {
        throw new Refused(start, FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
      }
      BigInteger target = BigInteger.ZERO;
      for (int i = 0; i < count.intValueExact(); i++) {
        start = at;
        target = below(start, target.add(varint()));
        ids.add(from);
        ids.add(target);
      }
    }
  }

  private BigInteger varint() throws Refused {
    int start = at;
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; at < payload.length && i < 10; i++) {
      int piece = payload[at++] & 0xff;
      value = value.or(BigInteger.valueOf(piece & 0x7f).shiftLeft(7 * i));
      if (piece < 0x80) {
        if (value.bitLength() > 64) {
          break;
        }
        return value;
      }
    }
    throw new Refused(start, FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
  }

  private BigInteger below(int start, BigInteger id) throws Refused {
    if (id.compareTo(bound) >= 0) {
      throw new Refused(start, FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND);
    }
    return id;
  }

  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int at;
    private final FailureCode code;

    Refused(int at, FailureCode code) {
      super(null, null, false, false);
      this.at = at;
      this.code = code;
    }
  }
}
