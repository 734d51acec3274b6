package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.Compression;

/**
 * Compresses one payload. The contract itself knows no compression library: whoever writes zstd
 * snapshots hands one in.
 */
public interface PayloadCompressor {
  /** Payloads as they are. */
  PayloadCompressor NONE =
      new PayloadCompressor() {
        @Override
        public Compression kind() {
          return Compression.COMPRESSION_NONE;
        }

        @Override
        public ByteString compress(byte[] payload, int length) {
          return ByteString.copyFrom(payload, 0, length);
        }
      };

  /** {@return what the header announces} */
  Compression kind();

  /**
   * Compresses a payload into one self-contained frame.
   *
   * @param payload uncompressed; may be longer than what is compressed
   * @param length how many of its first bytes count
   * @return the frame
   */
  ByteString compress(byte[] payload, int length);
}
