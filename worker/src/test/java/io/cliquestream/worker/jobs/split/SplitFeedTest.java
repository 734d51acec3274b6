package io.cliquestream.worker.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.TestSettings;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.thread.WatchedThread;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What reducers are given of a partition of partial answers, on a real broker. */
@Tag("seam")
final class SplitFeedTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int PARTS = 3;
  private static final Job JOB = TriangleCount.total();
  private static final FeedStart AT_THE_END = new FeedStart.AtTheEnd();
  private static final FeedStart FAR_BACK = new FeedStart.FarBack();

  private final BlockingQueue<Throwable> lost = new LinkedBlockingQueue<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private EmbeddedBroker broker;
  private JobServiceSettings settings;
  private KafkaProducer<byte[], byte[]> producer;
  private SplitFeed feed;
  private WatchedThread thread;

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start();
    TopicAdmin.create(
        ClientSettings.of(broker.bootstrapServers()),
        TopicSettings.defaults().withPartitions(2, 2, 1));
    settings = TestSettings.of(Map.of("kafka.bootstrap", broker.bootstrapServers()));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    feed =
        new SplitFeed(
            settings,
            new KafkaClients(settings, "one"),
            new PlanNotices(),
            new SplitMetrics(new WorkerMetrics(registry)));
    thread = new WatchedThread("feed", LIMIT, feed, lost::add).start();
  }

  @AfterEach
  void stop() throws Exception {
    thread.leave();
    assertThat(thread.join(LIMIT)).isTrue();
    producer.close();
    broker.close();
    assertThat(lost).isEmpty();
  }

  private static JobRequest request(String jobId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("graph")
        .setTriangleCount(io.cliquestream.v1.TriangleCount.getDefaultInstance())
        .build();
  }

  private static Reducer reducer(String jobId) {
    return new Reducer(request(jobId), 0, _ -> true, 1, 100, 1 << 20, _ -> {});
  }

  /** Writes a plan of a job; returns its offset. */
  private long plan(String jobId, String planId) {
    List<Part> parts =
        IntStream.range(0, PARTS)
            .mapToObj(i -> new Part(JOB, i, new RootRange(i, i + 1), 10, 0, 1))
            .toList();
    JobPlan plan =
        PlanTranslation.plan(
            planId,
            PlanTranslation.pinned(request(jobId), JOB, 1),
            0,
            new PartPlan(JOB, parts, PartialAnswer.NOTHING));
    return send(jobId, PartialRecord.newBuilder().setPlan(plan));
  }

  /** Writes partial answers to some parts of a plan. */
  private void partials(String jobId, String planId, int from, int to) {
    for (int part = from; part < to; part++) {
      var answer =
          PartialAnswer.ofSums(new TreeMap<>(Map.of("triangles", BigInteger.valueOf(part))));
      long _ =
          send(
              jobId,
              PartialRecord.newBuilder()
                  .setPartial(
                      PartialTranslation.pieces(answer)
                          .getFirst()
                          .setPlanId(planId)
                          .setPart(part)
                          .setComputationId(planId + part)
                          .setPieces(1)));
    }
  }

  private long send(String jobId, PartialRecord.Builder record) {
    try {
      return producer
          .send(
              new ProducerRecord<>(
                  settings.topics().partials(),
                  0,
                  jobId.getBytes(UTF_8),
                  record.build().toByteArray()))
          .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
          .offset();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static long caughtUp(SplitFeed.Attachment attachment) throws Exception {
    return attachment.caughtUp().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private static void awaitWhole(Reducer reducer) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!reducer.await(Duration.ofMillis(100).toNanos()).whole()) {
      assertThat(System.nanoTime() - deadline).isNegative();
    }
  }

  private static void awaitMissing(Reducer reducer, int part) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (reducer.record().isEmpty() || !reducer.missing().equals(List.of(part))) {
      assertThat(System.nanoTime() - deadline).isNegative();
      boolean _ = reducer.await(Duration.ofMillis(100).toNanos()).whole();
    }
  }

  private long read() {
    return (long) registry.get("cliquestream.split.read").counter().count();
  }

  @Test
  void whatManyNewJobsReadInTurnOnceWasTheSquareOfWhatIsWrittenForThem() throws Exception {
    long written = 0;
    for (int i = 0; i < 20; i++) {
      String jobId = "job-" + i;
      Reducer reducer = reducer(jobId);
      try (var attachment = feed.attach(0, reducer, AT_THE_END)) {
        assertThat(caughtUp(attachment)).isEqualTo(written);
        assertThat(plan(jobId, jobId)).isEqualTo(written);
        partials(jobId, jobId, 0, PARTS);
        awaitWhole(reducer);
      }
      written += 1 + PARTS;
      assertThat(read()).as("read after %d jobs", i + 1).isEqualTo(written);
    }
  }

  @Test
  void newJobsBesideEachOtherDisturbNobody() throws Exception {
    List<SplitFeed.Attachment> attachments = new ArrayList<>();
    List<Reducer> reducers = new ArrayList<>();
    int jobs = 10;
    for (int i = 0; i < jobs; i++) {
      String jobId = "job-" + i;
      reducers.add(reducer(jobId));
      attachments.add(feed.attach(0, reducers.getLast(), AT_THE_END));
      caughtUp(attachments.getLast());
      long _ = plan(jobId, jobId);
      partials(jobId, jobId, 1, PARTS);
    }
    for (int i = 0; i < jobs; i++) {
      partials("job-" + i, "job-" + i, 0, 1);
      awaitWhole(reducers.get(i));
    }
    attachments.forEach(SplitFeed.Attachment::close);
    assertThat(read()).isEqualTo((1L + PARTS) * jobs);
  }

  @Test
  void aJobThatOthersMayHaveBegunFindsItsOldPlanBesideANewOneThatIsGivenNothingTwice()
      throws Exception {
    long _ = plan("old", "old-plan");
    partials("old", "old-plan", 1, PARTS);
    Reducer fresh = reducer("new");
    Reducer old = reducer("old");
    Reducer other = reducer("old");
    try (var atTheEnd = feed.attach(0, fresh, AT_THE_END)) {
      caughtUp(atTheEnd);
      long _ = plan("new", "new-plan");
      partials("new", "new-plan", 0, PARTS);
      awaitWhole(fresh);
      assertThat(read()).as("nothing old").isEqualTo(1 + PARTS);
      try (var back = feed.attach(0, old, FAR_BACK);
          var too = feed.attach(0, other, FAR_BACK)) {
        assertThat(caughtUp(back)).isEqualTo(1 + PARTS + PARTS);
        assertThat(caughtUp(too)).isEqualTo(1 + PARTS + PARTS);
        for (Reducer reducer : List.of(old, other)) {
          assertThat(reducer.record().orElseThrow().getPlanId()).isEqualTo("old-plan");
          assertThat(reducer.missing()).containsExactly(0);
        }
        partials("old", "old-plan", 0, 1);
        awaitWhole(old);
        awaitWhole(other);
      }
    }
    // Its own parts came by again, for the others.
    assertThat(fresh.duplicates()).isZero();
  }

  @Test
  void aTryAfterTheFirstReadsFromWhereThatOnePlanned() throws Exception {
    partials("another", "another-plan", 0, PARTS);
    Reducer first = reducer("job");
    long end;
    try (var attachment = feed.attach(0, first, AT_THE_END)) {
      end = caughtUp(attachment);
      assertThat(end).isEqualTo(PARTS);
      long _ = plan("job", "plan");
      partials("job", "plan", 1, PARTS);
      // What the first is still being given when it leaves would be counted as the second's.
      awaitMissing(first, 0);
    }
    long before = read();
    Reducer second = reducer("job");
    try (var attachment = feed.attach(0, second, new FeedStart.At(end))) {
      assertThat(caughtUp(attachment)).isEqualTo(PARTS + PARTS);
      assertThat(second.record().orElseThrow().getPlanId()).isEqualTo("plan");
      assertThat(second.missing()).containsExactly(0);
    }
    assertThat(read() - before).isEqualTo(PARTS);
  }

  @Test
  void whoeverCameWhileTheBrokerWasAskedOnceHadEverybodyReadEverythingAgain() throws Exception {
    List<SplitFeed.Attachment> attachments = new ArrayList<>();
    List<Reducer> reducers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      reducers.add(reducer("job-" + i));
      attachments.add(feed.attach(0, reducers.getLast(), AT_THE_END));
      caughtUp(attachments.getLast());
      long _ = plan("job-" + i, "job-" + i);
      partials("job-" + i, "job-" + i, 0, PARTS);
      awaitWhole(reducers.getLast());
    }
    for (int i = 0; i < 200; i++) {
      // Each wakes the feed, whatever it is at.
      attachments.add(feed.attach(i % 2, reducer("later-" + i), AT_THE_END));
      if (i % 20 == 0) {
        caughtUp(attachments.getLast());
      }
      if (i % 3 == 0) {
        attachments.getLast().close();
      }
    }
    Reducer last = reducer("last");
    attachments.add(feed.attach(0, last, AT_THE_END));
    caughtUp(attachments.getLast());
    long _ = plan("last", "last");
    partials("last", "last", 0, PARTS);
    awaitWhole(last);
    for (Reducer reducer : reducers) {
      assertThat(reducer.duplicates()).isZero();
    }
    assertThat(read()).isEqualTo((1L + PARTS) * 11);
    attachments.forEach(SplitFeed.Attachment::close);
  }

  @Test
  void whatIsWrittenWhereTheBrokerLostRecordsIsGivenAllTheSame() throws Exception {
    for (int i = 0; i < 10; i++) {
      partials("another", "another-plan", 0, PARTS);
    }
    Reducer reducer = reducer("job");
    try (var attachment = feed.attach(0, reducer, AT_THE_END);
        Admin admin = new KafkaClients(settings, "admin").admin()) {
      assertThat(caughtUp(attachment)).isEqualTo(10L * PARTS);
      String topic = settings.topics().partials();
      admin.deleteTopics(List.of(topic)).all().get();
      while (admin.listTopics().names().get().contains(topic)) {
        Thread.sleep(10);
      }
      admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
      assertThat(plan("job", "plan")).isZero();
      partials("job", "plan", 0, PARTS);
      awaitWhole(reducer);
    }
  }
}
