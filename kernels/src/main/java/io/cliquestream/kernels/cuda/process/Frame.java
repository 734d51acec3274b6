package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/** What goes through the pipes: a tag, the call's number, and the rest. One build on both sides. */
sealed interface Frame {
  /** The most bytes of one frame's body. */
  int MOST_BYTES = 1 << 30;

  int call();

  /** To the process: a request. */
  record Request(int call, boolean hasDeadline, long remainingNanos, int priority, byte[] bytes)
      implements Frame {}

  /** To the process: the caller's job was stopped. */
  record Stop(int call, String reason) implements Frame {}

  /** To the process: a page was taken, another may come. */
  record Taken(int call) implements Frame {}

  /** From the process: the service is open. */
  record Ready(int call) implements Frame {}

  /** From the process: how far a call has come. */
  record Progress(
      int call,
      Phase phase,
      double fraction,
      Optional<String> partialCount,
      Optional<CliqueBounds> bounds)
      implements Frame {}

  /** From the process: a part of the answer. */
  record Page(int call, byte[] bytes) implements Frame {}

  /** From the process: the answer. */
  record Answer(int call, byte[] bytes) implements Frame {}

  /** From the process: the call's failure. */
  record Failed(int call, FailureCode code, String message) implements Frame {}

  /** From the process: the device broke while the call was under way. */
  record Fault(int call, FaultRole role, String message) implements Frame {}

  /** Writes a frame; the caller holds the stream's lock and flushes. */
  static void write(DataOutputStream to, Frame frame) throws IOException {
    to.writeByte(tag(frame));
    to.writeInt(frame.call());
    switch (frame) {
      case Request f -> {
        to.writeBoolean(f.hasDeadline());
        to.writeLong(f.remainingNanos());
        to.writeByte(f.priority());
        bytes(to, f.bytes());
      }
      case Stop f -> to.writeUTF(f.reason());
      case Taken _, Ready _ -> {}
      case Progress f -> {
        to.writeUTF(f.phase().name());
        to.writeDouble(f.fraction());
        to.writeUTF(f.partialCount().orElse(""));
        to.writeBoolean(f.bounds().isPresent());
        if (f.bounds().isPresent()) {
          to.writeInt(f.bounds().get().lower());
          to.writeInt(f.bounds().get().upper());
          to.writeLong(f.bounds().get().candidates());
        }
      }
      case Page f -> bytes(to, f.bytes());
      case Answer f -> bytes(to, f.bytes());
      case Failed f -> {
        to.writeUTF(f.code().name());
        to.writeUTF(f.message());
      }
      case Fault f -> {
        to.writeUTF(f.role().name());
        to.writeUTF(f.message());
      }
    }
  }

  private static int tag(Frame frame) {
    return switch (frame) {
      case Request _ -> 1;
      case Stop _ -> 2;
      case Ready _ -> 3;
      case Progress _ -> 4;
      case Page _ -> 5;
      case Answer _ -> 6;
      case Failed _ -> 7;
      case Fault _ -> 8;
      case Taken _ -> 9;
    };
  }

  /** Reads a frame; an end of the stream inside or before it is an {@link java.io.EOFException}. */
  static Frame read(DataInputStream from) throws IOException {
    int tag = from.readUnsignedByte();
    int call = from.readInt();
    return switch (tag) {
      case 1 ->
          new Request(
              call, from.readBoolean(), from.readLong(), from.readUnsignedByte(), bytes(from));
      case 2 -> new Stop(call, from.readUTF());
      case 3 -> new Ready(call);
      case 4 ->
          new Progress(
              call,
              Phase.valueOf(from.readUTF()),
              from.readDouble(),
              Optional.of(from.readUTF()).filter(count -> !count.isEmpty()),
              from.readBoolean()
                  ? Optional.of(new CliqueBounds(from.readInt(), from.readInt(), from.readLong()))
                  : Optional.empty());
      case 5 -> new Page(call, bytes(from));
      case 6 -> new Answer(call, bytes(from));
      case 7 -> new Failed(call, FailureCode.valueOf(from.readUTF()), from.readUTF());
      case 8 -> new Fault(call, FaultRole.valueOf(from.readUTF()), from.readUTF());
      case 9 -> new Taken(call);
      default -> throw new IOException("a frame of unknown kind " + tag);
    };
  }

  private static void bytes(DataOutputStream to, byte[] bytes) throws IOException {
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  private static byte[] bytes(DataInputStream from) throws IOException {
    int length = from.readInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("a frame of " + length + " bytes");
    }
    return from.readNBytes(length);
  }
}
