package io.cliquestream.cli.campaign;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Reads every committed result and every dead letter from the beginning, on a thread of its own,
 * and keeps of each short job how often it was answered and whether rightly.
 */
final class ResultLedger extends CommittedReader {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int FAULTS_KEPT = 50;

  /** What the numbered jobs of a campaign must be answered with. */
  interface ExpectedAnswers {
    /** Before its number: the id of a numbered job. */
    String PREFIX = "job-";

    /**
     * What is wrong with an answer to a job; empty when nothing is.
     *
     * @param number of the job
     */
    String fault(int number, JobResult result);

    /** What is wrong with one value; empty when it is the one that was wanted. */
    static String fault(JobResult result, String wanted, String found) {
      return wanted.equals(found)
          ? ""
          : result.getJobId()
              + ": "
              + wanted
              + " expected, "
              + (found.isEmpty() ? result.getStatus() + " " + result.getFailure() : found);
    }
  }

  private final ExpectedAnswers jobs;
  private final String deadLetterTopic;
  private final AtomicIntegerArray answers;
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final List<String> faults = new ArrayList<>();
  private final Map<String, Integer> others = new HashMap<>();
  private final Map<String, FailureCode> failures = new HashMap<>();
  private volatile long lastAnswerNanos = System.nanoTime();

  ResultLedger(
      String bootstrap,
      String resultTopic,
      String deadLetterTopic,
      ExpectedAnswers jobs,
      int count) {
    super(bootstrap, POLL);
    this.jobs = jobs;
    this.deadLetterTopic = deadLetterTopic;
    this.answers = new AtomicIntegerArray(count);
    start("campaign-reader", List.of(resultTopic, deadLetterTopic), true);
  }

  /** Short jobs answered at least once. */
  long answered() {
    return answered.get();
  }

  long deadLetters() {
    return deadLetters.get();
  }

  long wrong() {
    return wrong.get();
  }

  /** Whether a short job is answered. */
  boolean has(int number) {
    return answers.get(number) > 0;
  }

  /** Seconds since the last first answer of a short job. */
  long silentSeconds() {
    return (System.nanoTime() - lastAnswerNanos) / 1_000_000_000L;
  }

  /** Short jobs without an answer. */
  List<String> lost() {
    return jobsWith(count -> count == 0);
  }

  /** Short jobs with more than one answer. */
  List<String> doubled() {
    return jobsWith(count -> count > 1);
  }

  /** The first wrong answers. */
  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  /** How often each other job was answered. */
  synchronized Map<String, Integer> others() {
    return Map.copyOf(others);
  }

  /** Why other jobs failed, those that did. */
  synchronized Map<String, FailureCode> failures() {
    return Map.copyOf(failures);
  }

  private List<String> jobsWith(IntPredicate count) {
    List<String> found = new ArrayList<>();
    for (int number = 0; number < answers.length(); number++) {
      if (count.test(answers.get(number))) {
        found.add(ExpectedAnswers.PREFIX + number);
      }
    }
    return found;
  }

  @Override
  void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(deadLetterTopic)) {
      deadLetters.incrementAndGet();
    } else {
      take(record.value());
    }
  }

  @Override
  void failed(KafkaException failure) {
    fault("the reader: " + failure);
  }

  private void take(byte[] value) {
    ResultRecord record;
    try {
      record = ResultRecord.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      wrong.incrementAndGet();
      fault("a result that is none: " + e.getMessage());
      return;
    }
    if (!record.hasResult()) {
      return;
    }
    JobResult result = record.getResult();
    if (!result.getJobId().startsWith(ExpectedAnswers.PREFIX)) {
      synchronized (this) {
        others.merge(result.getJobId(), 1, Integer::sum);
        if (result.hasFailure()) {
          failures.put(result.getJobId(), result.getFailure().getCode());
        }
      }
      return;
    }
    int number = Integer.parseInt(result.getJobId().substring(ExpectedAnswers.PREFIX.length()));
    if (answers.incrementAndGet(number) == 1) {
      answered.incrementAndGet();
      lastAnswerNanos = System.nanoTime();
    }
    String fault = jobs.fault(number, result);
    if (!fault.isEmpty()) {
      wrong.incrementAndGet();
      fault(fault);
    }
  }

  private synchronized void fault(String what) {
    if (faults.size() < FAULTS_KEPT) {
      faults.add(what);
    }
  }
}
