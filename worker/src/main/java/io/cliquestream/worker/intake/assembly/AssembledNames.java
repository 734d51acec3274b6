package io.cliquestream.worker.intake.assembly;

import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.NameDecoder;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Names that come in, with the share of the assembly budget that they hold; closing frees both. One
 * thread at a time.
 */
public final class AssembledNames implements AutoCloseable {
  private final TenantAccount account;
  private NameDictionary names = new NameDictionary(Long.MAX_VALUE);
  private long nameBytes;
  private long reserved;

  AssembledNames(TenantAccount account) {
    this.account = account;
  }

  /** Most bytes that so many names take while they are put together. */
  static long bytesFor(long count, long nameBytes) {
    return NameDictionary.bytesFor(count, nameBytes);
  }

  /** Most bytes that these and more names take. */
  long bytesAfter(long count, long bytes) {
    return bytesFor(names.size() + count, nameBytes + bytes);
  }

  /** Notes bytes that were reserved for it by somebody else. */
  void reserved(long bytes) {
    reserved += bytes;
  }

  /**
   * Reserves what more names may take; to be called before {@link #add} of them.
   *
   * @return whether there was room
   */
  boolean reserve(long count, long bytes) {
    long more = Math.max(0, bytesAfter(count, bytes) - reserved);
    if (!account.tryReserve(more)) {
      return false;
    }
    reserved += more;
    return true;
  }

  long reserved() {
    return reserved;
  }

  /**
   * Adds the names of a payload.
   *
   * @param what the payload, for messages
   * @param each told the number of every name, in order
   * @return how many there were
   * @throws WorkerException SNAPSHOT_ENCODING_INVALID
   */
  int add(ByteBuffer payload, String what, LongConsumer each) {
    try {
      return NameDecoder.decode(
          payload,
          NameBytes.SLACK,
          (bytes, from, to) -> {
            long before = names.size();
            long number = names.number(bytes, from, to, names.hash(bytes, from, to));
            if (number == before) {
              nameBytes += to - from;
            }
            each.accept(number);
          });
    } catch (ContractException e) {
      throw new WorkerException(e.code(), what + ", " + e.getMessage(), e);
    } catch (ComputeException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, what + ": " + e.getMessage(), e);
    }
  }

  /** Number of names. */
  public long size() {
    return names.size();
  }

  /** The names, still this one's. */
  public NameDictionary names() {
    return names;
  }

  /** Whom the memory is accounted to. */
  public TenantAccount account() {
    return account;
  }

  /** The names, from now on the caller's; what they held of the budget is given back. */
  public NameDictionary take() {
    NameDictionary taken = names;
    names = null;
    close();
    return taken;
  }

  @Override
  public void close() {
    if (names != null) {
      names.close();
      names = null;
    }
    account.release(reserved);
    reserved = 0;
  }
}
