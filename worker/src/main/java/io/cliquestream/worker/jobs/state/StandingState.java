package io.cliquestream.worker.jobs.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a standing job stands: what its last successful run knew of its version, committed with
 * that run's result. Immutable.
 *
 * @param version of the graph, of that run
 * @param sequence of its last alert; 0 before the first
 * @param matches that were there, of those it tells of; empty where nobody had to know
 * @param figures of its last answer, by name; empty where nobody has to know
 * @param answer the compute library's state, to go on from; empty to compute anew
 */
public record StandingState(
    long version,
    long sequence,
    Optional<BigInteger> matches,
    SortedMap<String, BigInteger> figures,
    Optional<byte[]> answer) {
  private static final int FORMAT = 1;

  /** Figures of an answer; a motif census has most. */
  private static final int MOST_FIGURES = 1 << 20;

  /** The version and the size of a state, for people. */
  public record Summary(long version, long sequence, int bytes) {}

  /** The same without what the compute library keeps. */
  public StandingState withoutAnswer() {
    return new StandingState(version, sequence, matches, figures, Optional.empty());
  }

  /** As a record of the state topic holds it. */
  public byte[] bytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeLong(version);
      out.writeLong(sequence);
      out.writeBoolean(matches.isPresent());
      if (matches.isPresent()) {
        write(matches.get(), out);
      }
      out.writeInt(figures.size());
      for (var figure : figures.entrySet()) {
        out.writeUTF(figure.getKey());
        write(figure.getValue(), out);
      }
      out.writeBoolean(answer.isPresent());
      if (answer.isPresent()) {
        out.writeInt(answer.get().length);
        out.write(answer.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(BigInteger number, DataOutputStream out) throws IOException {
    byte[] magnitude = number.toByteArray();
    out.writeInt(magnitude.length);
    out.write(magnitude);
  }

  /** Empty when the bytes are of another format: the job computes anew then. */
  public static Optional<StandingState> parse(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readByte() != FORMAT) {
        return Optional.empty();
      }
      long version = in.readLong();
      long sequence = in.readLong();
      Optional<BigInteger> matches = in.readBoolean() ? Optional.of(number(in)) : Optional.empty();
      int count = in.readInt();
      if (count < 0 || count > MOST_FIGURES) {
        return Optional.empty();
      }
      var figures = new TreeMap<String, BigInteger>();
      for (int i = 0; i < count; i++) {
        figures.put(in.readUTF(), number(in));
      }
      Optional<byte[]> answer = in.readBoolean() ? Optional.of(block(in)) : Optional.empty();
      return in.available() == 0
          ? Optional.of(new StandingState(version, sequence, matches, figures, answer))
          : Optional.empty();
    } catch (IOException | NumberFormatException foreign) {
      return Optional.empty();
    }
  }

  /** What lists show of a record; empty when it is of another format. */
  public static Optional<Summary> summary(byte[] bytes) {
    return parse(bytes).map(state -> new Summary(state.version, state.sequence, bytes.length));
  }

  private static BigInteger number(DataInputStream in) throws IOException {
    return new BigInteger(block(in));
  }

  private static byte[] block(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a block of " + length + " bytes");
    }
    return in.readNBytes(length);
  }
}
