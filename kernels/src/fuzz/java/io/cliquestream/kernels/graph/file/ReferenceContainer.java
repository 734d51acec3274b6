package io.cliquestream.kernels.graph.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayOutputStream;
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
   * RFC 8878 by the library's call for whole arrays, which lets blocks pass that are larger than
   * their frame's window allows; a reader that keeps a window cannot.
   */
  static Reference zstd(byte[] packed) {
    if (hasOversizedBlock(packed)) {
      return REFUSED;
    }
    byte[] plain = new byte[Readers.MOST_BYTES];
    try {
      long length = Zstd.decompressByteArray(plain, 0, plain.length, packed, 0, packed.length);
      return pairs(Arrays.copyOf(plain, (int) length), 4);
    } catch (ZstdException damaged) {
      return REFUSED;
    }
  }

  private static boolean hasOversizedBlock(byte[] packed) {
    try {
      int at = 0;
      while (at < packed.length) {
        long magic = little(packed, at, 4);
        if (magic >>> 4 == 0x184D2A5) {
          at = Math.addExact(at, Math.toIntExact(8 + little(packed, at + 4, 4)));
          continue;
        }
        int descriptor = packed[at + 4] & 0xFF;
        boolean singleSegment = (descriptor & 0x20) != 0;
        int sizeBytes = new int[] {singleSegment ? 1 : 0, 2, 4, 8}[descriptor >>> 6];
        int dictionaryBytes = new int[] {0, 1, 2, 4}[descriptor & 3];
        at += 5;
        long window;
        if (singleSegment) {
          window = little(packed, at + dictionaryBytes, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
        } else {
          long power = 1L << (10 + ((packed[at] & 0xFF) >>> 3));
          window = power + power / 8 * (packed[at] & 7);
          at++;
        }
        at += dictionaryBytes + sizeBytes;
        boolean last = false;
        while (!last) {
          long header = little(packed, at, 3);
          last = (header & 1) != 0;
          long size = header >>> 3;
          if (Long.compareUnsigned(size, Math.min(window, 128 << 10)) > 0) {
            return true;
          }
          at += 3 + ((header >>> 1 & 3) == 1 ? 1 : (int) size);
        }
        at += (descriptor & 4) != 0 ? 4 : 0;
      }
    } catch (IndexOutOfBoundsException | ArithmeticException damaged) {
      // The library says so.
      return false;
    }
    return false;
  }
}
