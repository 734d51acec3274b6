package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads text content with several threads. Of several broken lines the first of the file is
 * reported, whatever the number of threads: blocks are handed out in order, and a thread always
 * finishes the block it has.
 */
final class TextReader {
  private final TextFormat format;
  private final FileContent content;
  private final ReadLimits limits;
  private final JobControl control;
  private final AtomicReference<InvalidLineException> firstInvalid = new AtomicReference<>();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong pairs = new AtomicLong();
  private final LongAdder entries = new LongAdder();
  private final List<EdgeArray> parts = new ArrayList<>();

  TextReader(TextFormat format, FileContent content, ReadLimits limits, JobControl control) {
    this.format = format;
    this.content = content;
    this.limits = limits;
    this.control = control;
  }

  EdgeArray read() {
    LineBlocks lines = new LineBlocks(content, format, limits, control);
    format.readHeader(lines);
    boolean finished = false;
    try {
      limits.parallelism().run(() -> readBlocks(lines));
      throwFirstInvalid();
      format.finish(
          new TextFormat.Totals(
              content.name(), entries.sum(), lines.dataLines(), lines.lines(), parts));
      finished = true;
      return EdgeArray.join(parts, control);
    } finally {
      if (!finished) {
        parts.forEach(EdgeArray::close);
        // A broken line comes before whatever else ended the reading.
        throwFirstInvalid();
      }
    }
  }

  private void throwFirstInvalid() {
    InvalidLineException invalid = firstInvalid.get();
    if (invalid != null) {
      throw invalid;
    }
  }

  private void readBlocks(LineBlocks lines) {
    LineBlocks.Block block = new LineBlocks.Block();
    LineCursor cursor = new LineCursor(content.name(), limits.vertexBound());
    boolean finished = false;
    try (PairSink sink = new PairSink(content.name(), limits, pairs)) {
      while (!stop.get() && lines.next(block)) {
        control.checkStopped();
        cursor.open(block);
        entries.add(format.parse(cursor, block.firstDataLine(), sink));
      }
      synchronized (parts) {
        parts.add(sink.take());
      }
      finished = true;
    } catch (InvalidLineException e) {
      firstInvalid.accumulateAndGet(
          e, (known, found) -> known == null || found.line() < known.line() ? found : known);
    } finally {
      if (!finished) {
        stop.set(true);
      }
    }
  }
}
