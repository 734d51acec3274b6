package io.cliquestream.kernels.graph.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Plain pairs, and packed ones as the descriptions of the containers put it, in one array. */
final class ReferenceContainer {
  private static final Reference REFUSED = new Reference.Refused(0);

  private ReferenceContainer() {}

  /** Little-endian pairs of 4 or 8 bytes an id. */
  static Reference pairs(byte[] plain, int idBytes) {
    if (plain.length % (2 * idBytes) != 0) {
      return REFUSED;
    }
    List<BigInteger> ids = new ArrayList<>();
    for (int at = 0; at < plain.length; at += idBytes) {
      byte[] big = new byte[idBytes];
      for (int i = 0; i < idBytes; i++) {
        big[idBytes - 1 - i] = plain[at + i];
      }
      ids.add(new BigInteger(1, big));
    }
    return new Reference.Pairs(ids);
  }

  /** RFC 1952: one member after another, then nothing or zeroes. */
  static Reference gzip(byte[] packed) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    try {
      int at = 0;
      do {
        at = member(packed, at, plain);
      } while (!isPadding(packed, at));
    } catch (DataFormatException | IndexOutOfBoundsException damaged) {
      return REFUSED;
    }
    return plain.size() > Readers.MOST_BYTES ? REFUSED : pairs(plain.toByteArray(), 4);
  }

  private static boolean isPadding(byte[] packed, int from) {
    for (int at = from; at < packed.length; at++) {
      if (packed[at] != 0) {
        return false;
      }
    }
    return true;
  }

  /** One past the member. */
  private static int member(byte[] packed, int start, ByteArrayOutputStream plain)
      throws DataFormatException {
    int flags = packed[start + 3];
    if (little(packed, start, 3) != 0x088B1F || (flags & 0xE0) != 0) {
      throw new DataFormatException("no member");
    }
    int at = start + 10;
    if ((flags & 4) != 0) {
      at += 2 + (int) little(packed, at, 2);
    }
    for (int text = 8; text <= 16; text *= 2) {
      if ((flags & text) != 0) {
        while (packed[at] != 0) {
          at++;
        }
        at++;
      }
    }
    if ((flags & 2) != 0) {
      if (little(packed, at, 2) != (checksum(packed, start, at) & 0xFFFF)) {
        throw new DataFormatException("header");
      }
      at += 2;
    }
    Inflater inflater = new Inflater(true);
    try {
      byte[] content = new byte[Readers.MOST_BYTES + 1];
      inflater.setInput(packed, at, packed.length - at);
      int length = inflater.inflate(content);
      if (length == content.length) {
        throw new DataFormatException("more than may be read");
      }
      if (!inflater.finished()) {
        throw new DataFormatException("cut");
      }
      at = packed.length - inflater.getRemaining();
      if (little(packed, at, 4) != checksum(content, 0, length)
          || little(packed, at + 4, 4) != length) {
        throw new DataFormatException("trailer");
      }
      plain.write(content, 0, length);
      return at + 8;
    } finally {
      inflater.end();
    }
  }

  private static long little(byte[] bytes, int at, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[at + i] & 0xFFL) << (8 * i);
    }
    return word;
  }

  private static long checksum(byte[] bytes, int from, int to) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes, from, to - from);
    return checksum.getValue();
  }

  /**
   * RFC 8878 by the library's two ways. The one for whole arrays lets windows and blocks pass that
   * a stream cannot keep; its stream lets some damaged frames pass.
   */
  static Reference zstd(byte[] packed) {
    byte[] array = new byte[Readers.MOST_BYTES];
    byte[] whole = null;
    byte[] streamed = null;
    try {
      long length = Zstd.decompressByteArray(array, 0, array.length, packed, 0, packed.length);
      whole = Arrays.copyOf(array, (int) length);
    } catch (ZstdException damaged) {
      // Refused.
    }
    try (InputStream stream = new ZstdInputStreamNoFinalizer(new Readers.Pieces(packed, 1))) {
      streamed = stream.readNBytes(Readers.MOST_BYTES + 1);
    } catch (IOException damaged) {
      // Refused.
    }
    if (whole == null && streamed == null) {
      return REFUSED;
    }
    byte[] accepted = whole == null ? streamed : whole;
    if (accepted.length > Readers.MOST_BYTES
        || !(pairs(accepted, 4) instanceof Reference.Pairs pairs)) {
      return REFUSED;
    }
    return Arrays.equals(whole, streamed) ? pairs : new Reference.Unclear(pairs);
  }
}
