package io.cliquestream.worker.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.cliquestream.kernels.engine.Engine;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

/**
 * What the package-infos say of threads: an event loop never waits, lanes alone compute, and health
 * asks nobody. Who waits is listed: called by a lane, a worker verticle or on a thread of its own.
 * A class that is not listed may be on an event loop. What is missed here (a file, a lock), {@code
 * BlockedLoops} finds at run time.
 */
final class ThreadRulesTest {
  private static final String WORKER = "io.cliquestream.worker.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.cliquestream.worker");

  @Test
  void nobodyWaitsOnAnEventLoop() {
    assertThat(callers(ThreadRulesTest::waits))
        .as(
            "classes that wait for a time, another thread or the broker: only a lane, a worker"
                + " verticle or a thread of one's own may; on an event loop use a future or a timer")
        .isEqualTo(
            names(
                "api.TopicReader",
                "changes.ChangeLane",
                "changes.FollowedPartition",
                "changes.StreamEncodings",
                "changes.StreamRetirements",
                "changes.StreamSnapshots",
                "changes.WindowReplay",
                "engines.EngineLanes",
                "graphs.cache.CachedGraph",
                "intake.BrokerContact",
                "intake.GraphDeadLetters",
                "intake.GraphTopicPoller",
                "intake.KafkaGraphStore",
                "intake.reference.ConfiguredReferences",
                "intake.reread.PublishedVersions",
                "intake.reread.RereadVersion",
                "intake.reread.VersionRereads",
                "jobs.admission.JobScheduler",
                "jobs.control.ControlReader",
                "jobs.exchange.BrokerCheck",
                "jobs.exchange.BrokerPulse",
                "jobs.exchange.CommitThread",
                "jobs.exchange.CrashPoint",
                "jobs.exchange.JobExchange",
                "jobs.exchange.TransactionalPublisher",
                "jobs.run.ProgressReporter",
                "jobs.service.JobService",
                "jobs.split.SplitFeed",
                "jobs.split.SplitRun",
                "jobs.split.SplitService",
                "jobs.split.TaskComputation",
                "jobs.split.TaskRunner",
                "jobs.split.TransactionWriter",
                "jobs.standing.StandingRun",
                "jobs.state.StateTopic",
                "jobs.transactions.HangingTransactions",
                "jobs.transactions.LeftTransactions",
                "jobs.transactions.LivingWorkers",
                "reading.CarefulConsumer",
                "reading.FirstSince",
                "reading.FutileTurns",
                "reading.RecordProbe",
                "service.OwnReport",
                "service.WorkerService",
                "thread.WatchedThread"));
  }

  @Test
  void threadsHaveOneOwnerEach() {
    assertThat(callers(ThreadRulesTest::makesThreads))
        .as(
            "classes that make threads: whoever makes one owns and ends it; what runs for as long as"
                + " the worker does is a WatchedThread, so that its end is seen")
        .isEqualTo(
            names(
                "changes.StreamEncodings",
                "changes.StreamRetirements",
                "changes.StreamSnapshots",
                "engines.EngineLanes",
                "graphs.cache.GraphCache",
                "health.BackgroundWatch",
                "intake.reference.ConfiguredReferences",
                "intake.reread.ForeignVersions",
                "jobs.exchange.CommitThread",
                "jobs.service.JobService",
                "jobs.split.TaskComputation",
                "jobs.transactions.LeftTransactions",
                "thread.WatchedThread"));
  }

  @Test
  void lanesAloneComputeOnAnEngine() {
    assertThat(callers(ThreadRulesTest::computes))
        .as(
            "classes that run a job on an engine, which takes as long as it takes and, on a device,"
                + " needs a lane's thread: called by a lane, a task's thread or the warm-up alone")
        .isEqualTo(
            names("jobs.change.StandingAnswer", "jobs.run.RunOrigin", "jobs.service.WarmUp"));
  }

  @Test
  void devicesBelongToTheComputeLibrary() {
    assertThat(
            users(
                used ->
                    used.getPackageName().startsWith("io.cliquestream.kernels.cuda")
                        || used.getPackageName().startsWith("jcuda")))
        .as("contexts and streams of a device are on threads of the compute library, behind Engine")
        .isEmpty();
  }

  @Test
  void healthAsksNoEngineButInTheBackground() {
    assertThat(users(used -> used.isEquivalentTo(Engine.class)))
        .filteredOn(name -> name.startsWith("health."))
        .as(
            "readiness is read on an event loop, and a device's process may take a second to answer")
        .containsExactly("health.EngineWatch");
  }

  private static boolean waits(AccessTarget target) {
    JavaClass owner = target.getOwner();
    return switch (target.getName()) {
      case "sleep" -> is(owner, Thread.class, TimeUnit.class);
      case "join" -> is(owner, Thread.class, CompletableFuture.class);
      case "get" -> owner.isAssignableTo(Future.class);
      case "await" ->
          owner.isAssignableTo(CountDownLatch.class)
              || owner.isAssignableTo(Condition.class)
              || owner.isAssignableTo(io.vertx.core.Future.class);
      case "take", "put" -> owner.isAssignableTo(BlockingQueue.class);
      case "wait" -> true;
      case "park", "parkNanos" -> is(owner, LockSupport.class);
      case "poll", "commitSync", "position", "endOffsets", "beginningOffsets", "offsetsForTimes" ->
          owner.isAssignableTo(Consumer.class);
      case "initTransactions", "commitTransaction", "abortTransaction", "flush" ->
          owner.isAssignableTo(Producer.class);
      default -> false;
    };
  }

  private static boolean makesThreads(AccessTarget target) {
    return is(target.getOwner(), Executors.class)
        || (is(target.getOwner(), Thread.class)
            && List.of("ofPlatform", "ofVirtual", "startVirtualThread", "<init>")
                .contains(target.getName()));
  }

  private static boolean computes(AccessTarget target) {
    return target.getOwner().isAssignableTo(Engine.class)
        && List.of("run", "runAny", "runPart", "begin").contains(target.getName());
  }

  private static boolean is(JavaClass found, Class<?>... any) {
    return Arrays.stream(any).anyMatch(found::isEquivalentTo);
  }

  private static Set<String> callers(Predicate<AccessTarget> call) {
    Set<String> callers = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      if (Stream.<AccessTarget>concat(
              each.getCodeUnitCallsFromSelf().stream().map(found -> found.getTarget()),
              each.getCodeUnitReferencesFromSelf().stream().map(found -> found.getTarget()))
          .anyMatch(call)) {
        callers.add(name(each));
      }
    }
    return callers;
  }

  private static Set<String> users(Predicate<JavaClass> used) {
    Set<String> users = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      if (each.getDirectDependenciesFromSelf().stream()
          .anyMatch(dependency -> used.test(dependency.getTargetClass()))) {
        users.add(name(each));
      }
    }
    return users;
  }

  /** Of the file that it is in, without what all have in front. */
  private static String name(JavaClass found) {
    String full = found.getName();
    int nested = full.indexOf('$');
    return (nested < 0 ? full : full.substring(0, nested)).substring(WORKER.length());
  }

  private static Set<String> names(String... names) {
    return new TreeSet<>(List.of(names));
  }
}
