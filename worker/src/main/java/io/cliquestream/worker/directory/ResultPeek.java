package io.cliquestream.worker.directory;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.ResultRecord;
import java.io.IOException;
import java.util.Optional;

/**
 * What a record of the results is, without reading more of it than needed: a page may have nearly a
 * mebibyte, of which only its beginning counts here.
 *
 * @param jobId whose page it is
 * @param run of the job
 * @param sequence of the page
 */
record ResultPeek(String jobId, long run, long sequence) {
  /** The beginning of a page; empty when the record is none. */
  static Optional<ResultPeek> page(byte[] value) {
    try {
      CodedInputStream record = CodedInputStream.newInstance(value);
      int tag = record.readTag();
      if (WireFormat.getTagFieldNumber(tag) != ResultRecord.PAGE_FIELD_NUMBER) {
        return Optional.empty();
      }
      int limit = record.pushLimit(record.readRawVarint32());
      String jobId = "";
      long run = 0;
      long sequence = 0;
      while (!record.isAtEnd()) {
        tag = record.readTag();
        switch (WireFormat.getTagFieldNumber(tag)) {
          case ResultPage.JOB_ID_FIELD_NUMBER -> jobId = record.readString();
          case ResultPage.RUN_FIELD_NUMBER -> run = record.readUInt64();
          case ResultPage.SEQUENCE_FIELD_NUMBER -> sequence = record.readUInt64();
          default -> {
            return Optional.of(new ResultPeek(jobId, run, sequence));
          }
        }
      }
      record.popLimit(limit);
      return Optional.of(new ResultPeek(jobId, run, sequence));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
