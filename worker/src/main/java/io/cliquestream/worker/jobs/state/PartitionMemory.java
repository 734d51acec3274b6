package io.cliquestream.worker.jobs.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What must survive the worker that knows it: the last job ids answered on a partition, its
 * standing jobs with where they stand, and how far dead letters of control records were written.
 * The memory is the image of one partition of the compacted state topic; whoever changes it gets
 * the records that have to be committed with the change. Keys: {@code a/JOB_ID} for an answered
 * job, {@code s/JOB_ID} for a standing one, {@code v/JOB_ID} for where it stands, {@code
 * c/PARTITION} for a partition of control.
 *
 * <p>Bounded: beyond the given number of answered ids the oldest is forgotten, here and, by a
 * tombstone, in the topic. Used by one thread at a time.
 */
public final class PartitionMemory {
  private static final String ANSWERED = "a/";
  private static final String STANDING = "s/";
  private static final String STATE = "v/";
  private static final String CONTROL = "c/";
  private static final byte[] PRESENT = {1};
  private static final long NOTHING_WRITTEN = -1;

  private final String topic;
  private final int partition;
  private final int capacity;
  private final LinkedHashSet<String> answered = new LinkedHashSet<>();
  private final Map<String, StandingDefinition> standing = new LinkedHashMap<>();
  private final Map<String, StandingState> states = new HashMap<>();
  private final Map<String, Long> controlMarks = new HashMap<>();

  public PartitionMemory(String topic, int partition, int capacity) {
    this.topic = topic;
    this.partition = partition;
    this.capacity = capacity;
  }

  /** Takes in a record of the state topic. */
  public void restore(byte[] key, byte[] value) {
    String text = new String(key, UTF_8);
    if (text.startsWith(ANSWERED)) {
      String jobId = text.substring(ANSWERED.length());
      answered.remove(jobId);
      if (value != null) {
        answered.addLast(jobId);
        while (answered.size() > capacity) {
          answered.removeFirst();
        }
      }
    } else if (text.startsWith(STANDING)) {
      String jobId = text.substring(STANDING.length());
      if (value == null) {
        standing.remove(jobId);
      } else {
        StandingDefinition.parse(value).ifPresent(job -> standing.put(jobId, job));
      }
    } else if (text.startsWith(STATE)) {
      String jobId = text.substring(STATE.length());
      Optional<StandingState> state = value == null ? Optional.empty() : StandingState.parse(value);
      if (state.isPresent()) {
        states.put(jobId, state.get());
      } else {
        states.remove(jobId);
      }
    } else if (text.startsWith(CONTROL) && value != null) {
      controlMarks.put(text, Long.parseLong(new String(value, UTF_8)));
    }
  }

  /** Whether a job id was answered, or stands. */
  public boolean knows(String jobId) {
    return answered.contains(jobId) || standing.containsKey(jobId);
  }

  public Collection<StandingDefinition> standing() {
    return List.copyOf(standing.values());
  }

  public int standingCount() {
    return standing.size();
  }

  /** Remembers an answered job. */
  public List<ProducerRecord<byte[], byte[]>> answer(String jobId) {
    var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
    answered.add(jobId);
    records.add(record(ANSWERED + jobId, PRESENT));
    if (answered.size() > capacity) {
      records.add(record(ANSWERED + answered.removeFirst(), null));
    }
    return records;
  }

  /** Remembers a standing job, or its next state. */
  public ProducerRecord<byte[], byte[]> stand(StandingDefinition job) {
    standing.put(job.request().getJobId(), job);
    return record(STANDING + job.request().getJobId(), job.bytes());
  }

  /** Ends a standing job; its id counts as answered from now on. */
  public List<ProducerRecord<byte[], byte[]>> endStanding(String jobId) {
    standing.remove(jobId);
    var records = new ArrayList<>(answer(jobId));
    records.add(record(STANDING + jobId, null));
    if (states.remove(jobId) != null) {
      records.add(record(STATE + jobId, null));
    }
    return records;
  }

  /** Where a standing job stands. */
  public Optional<StandingState> state(String jobId) {
    return Optional.ofNullable(states.get(jobId));
  }

  /** Remembers where a standing job stands from now on. */
  public ProducerRecord<byte[], byte[]> standOn(String jobId, StandingState state) {
    states.put(jobId, state);
    return record(STATE + jobId, state.bytes());
  }

  /** Takes back what the last {@link #standOn} said: it is not committed. */
  public void standAgainOn(String jobId, Optional<StandingState> before) {
    before.ifPresentOrElse(state -> states.put(jobId, state), () -> states.remove(jobId));
  }

  /** Offset of the last control record of a partition whose dead letter was written; -1 if none. */
  public long controlMark(int controlPartition) {
    return controlMarks.getOrDefault(CONTROL + controlPartition, NOTHING_WRITTEN);
  }

  /** Notes that the dead letter of a control record is written. */
  public ProducerRecord<byte[], byte[]> markControl(int controlPartition, long offset) {
    String key = CONTROL + controlPartition;
    controlMarks.put(key, offset);
    return record(key, Long.toString(offset).getBytes(UTF_8));
  }

  private ProducerRecord<byte[], byte[]> record(String key, byte[] value) {
    return new ProducerRecord<>(topic, partition, key.getBytes(UTF_8), value);
  }
}
