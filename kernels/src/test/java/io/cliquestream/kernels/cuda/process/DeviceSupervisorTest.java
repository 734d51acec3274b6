package io.cliquestream.kernels.cuda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The supervisor over real processes that crash, hang and report faults, without a GPU. */
@Timeout(60)
final class DeviceSupervisorTest {
  private static final ProcessPolicy POLICY =
      new ProcessPolicy(
          3,
          8,
          9,
          Duration.ofMinutes(10),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(8),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          16,
          List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

  @TempDir private Path folder;
  private final List<ProcessState> states = new CopyOnWriteArrayList<>();
  private DeviceSupervisor supervisor;
  private ExecutorService callers;

  @BeforeEach
  void start() {
    supervisor = DeviceSupervisor.start(POLICY, HostService.class, folder.toString());
    supervisor.onState(states::add);
    callers = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() {
    supervisor.close();
    callers.shutdown();
  }

  private String call(String request) {
    return call(JobControl.unbounded(), request);
  }

  private String call(JobControl control, String request) {
    return text(supervisor.call(control, bytes(request)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void assertFails(FailureCode code, Runnable run) {
    assertThatThrownBy(run::run)
        .isInstanceOfSatisfying(ComputeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private Future<String> waiting(String name) {
    return callers.submit(() -> call("wait " + folder.resolve(name)));
  }

  @Test
  void callsAreAnsweredInAnotherProcess() {
    assertThat(call("echo hello")).isEqualTo("hello");
    assertThat(call("pid"))
        .isEqualTo(Long.toString(supervisor.pid()))
        .isNotEqualTo(Long.toString(ProcessHandle.current().pid()));
  }

  @Test
  void failuresOfTheServiceKeepTheirCodes() {
    assertFails(FailureCode.GRAPH_TOO_LARGE, () -> call("refuse"));
    assertFails(FailureCode.INTERNAL, () -> call("defect"));
    assertThat(supervisor.state()).isEqualTo(ProcessState.READY);
    assertThat(supervisor.restarts()).isZero();
  }

  @Test
  void anOpeningThatFailsIsTheStartsFailure() {
    assertThatThrownBy(() -> DeviceSupervisor.start(POLICY, HostService.class))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE))
        .hasMessage("there is no GPU in this test");
  }

  @Test
  void progressReachesTheCallersControl() {
    JobControl control = JobControl.unbounded();

    assertThat(call(control, "progress")).isEqualTo("done");
    assertThat(control.progress().phase()).isEqualTo(Phase.COMPUTING);
    assertThat(control.progress().fraction()).isEqualTo(1.0);
    assertThat(control.progress().bounds()).contains(new CliqueBounds(3, 9, 70));
  }

  @Test
  void cancelAndDeadlineReachTheService() {
    JobControl control = JobControl.unbounded();
    control.cancel("by the test");

    assertThatThrownBy(() -> call(control, "wait " + folder.resolve("never")))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("by the test");
    assertThatThrownBy(
            () -> call(JobControl.within(Duration.ofMillis(50)), "wait " + folder.resolve("never")))
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED));
    assertThat(supervisor.restarts()).isZero();
  }

  @Test
  void aProcessThatHangsPastAStopIsReplaced() {
    assertThatThrownBy(() -> call(JobControl.within(Duration.ofMillis(50)), "hang"))
        .isInstanceOf(StoppedException.class);

    assertThat(call("echo again")).isEqualTo("again");
    assertThat(supervisor.restarts()).isOne();
  }

  /** What was stopped had to wait behind another call's launch, and both lost their process. */
  @Test
  void aStoppedCallThatWaitedBehindAnothersLaunchCostEverybodysWork() throws Exception {
    Future<String> busy = callers.submit(() -> call("busy " + folder.resolve("end")));
    JobControl control = JobControl.unbounded();
    Future<String> deaf = callers.submit(() -> call(control, "deaf " + folder.resolve("drained")));
    while (!Files.exists(folder.resolve("deaf"))) {
      Thread.onSpinWait(); // until the call has begun
    }
    control.cancel("by the test");
    Thread.sleep(2 * POLICY.stopTime().toMillis());
    Files.createFile(folder.resolve("drained"));

    assertThat(deaf.get()).isEqualTo("heard");
    Files.createFile(folder.resolve("end"));
    assertThat(busy.get()).isEqualTo("busy until then");
    assertThat(supervisor.restarts()).isZero();
  }

  @Test
  void aCallThatHangsWhileOthersGetOnIsNotWaitedForWithoutEnd() throws Exception {
    Future<String> busy = callers.submit(() -> call("busy " + folder.resolve("end")));

    assertThatThrownBy(() -> call(JobControl.within(Duration.ofMillis(50)), "hang"))
        .isInstanceOf(StoppedException.class);

    assertThat(busy).isNotDone();
    Files.createFile(folder.resolve("end"));
    assertThat(busy.get()).isEqualTo("busy until then");
    assertThat(supervisor.restarts()).isOne();
  }

  @Test
  void anOffenderIsTriedABoundedNumberOfTimesAndReported() {
    long before = supervisor.pid();

    assertFails(FailureCode.DEVICE_FAULT, () -> call("fault OFFENDER"));

    assertThat(call("echo alive")).isEqualTo("alive");
    assertThat(supervisor.pid()).isNotEqualTo(before);
    assertThat(supervisor.restarts()).isEqualTo(POLICY.tries());
    assertThat(states.subList(0, 2)).containsExactly(ProcessState.RECOVERING, ProcessState.READY);
  }

  @Test
  void aCrashMakesEveryCallASuspectAndTheGuiltyOneIsFound() throws Exception {
    List<Future<String>> innocent = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      innocent.add(waiting("go"));
    }
    Future<String> guilty = callers.submit(() -> call("crash"));
    while (states.isEmpty()) {
      Thread.onSpinWait(); // until the crash
    }
    Files.createFile(folder.resolve("go"));

    assertThatThrownBy(guilty::get)
        .cause()
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.DEVICE_FAULT));
    for (Future<String> call : innocent) {
      assertThat(call.get()).isEqualTo("waited");
    }
  }

  /** A job of hours was run alone as a suspect, or was waited for by one, and all others waited. */
  @Test
  void anEndlessSuspectKeptEverybodyFromTheDevice() throws Exception {
    List<Future<String>> endless = List.of(waiting("end"), waiting("end"));
    assertFails(FailureCode.DEVICE_FAULT, () -> call("crash"));

    assertThat(call("echo beside")).isEqualTo("beside");
    assertThat(endless).noneMatch(Future::isDone);
    Files.createFile(folder.resolve("end"));
    for (Future<String> call : endless) {
      assertThat(call.get()).isEqualTo("waited");
    }
  }

  @Test
  void whatIsKeptIsLoadedAgainBeforeAnyCall() {
    long key = supervisor.keep(bytes("load graph triangles"));
    assertThat(call("read graph")).isEqualTo("triangles");

    assertFails(FailureCode.DEVICE_FAULT, () -> call("crash"));
    assertThat(call("read graph")).isEqualTo("triangles");

    supervisor.forget(key, bytes("unload graph"));
    assertFails(FailureCode.DEVICE_FAULT, () -> call("fault OFFENDER"));
    assertThat(call("read graph")).isEqualTo("nothing");
  }

  @Test
  void aRestartDuringAKeptCallDoesNotLoseIt() {
    supervisor.keep(bytes("crash-once-and-load graph triangles"));

    assertThat(call("loads"))
        .as("by the start of the second process, then by the call")
        .isEqualTo("2");
    assertThat(call("read graph")).isEqualTo("triangles");
  }

  @Test
  void aCallThatIsRunAgainSendsItsPagesFromTheFirst() {
    List<String> pages = new ArrayList<>();

    byte[] answer =
        supervisor.call(
            JobControl.unbounded(),
            bytes("pages 100 once"),
            (number, page) -> pages.add(number + ": " + text(page)));

    assertThat(text(answer)).isEqualTo("all");
    assertThat(pages).hasSize(150);
    for (int i = 0; i < 100; i++) {
      assertThat(pages.get(50 + i)).isEqualTo(i + ": page " + i);
    }
    assertThat(supervisor.restarts()).isOne();
  }

  @Test
  void aCallerThatGivesUpOnPagesLeavesTheProcessFree() {
    assertThatThrownBy(
            () ->
                supervisor.call(
                    JobControl.unbounded(),
                    bytes("pages 1000 again"),
                    (number, page) -> {
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");

    assertThat(call("echo free")).isEqualTo("free");
    assertThat(supervisor.restarts()).isZero();
  }

  @Test
  void aDeviceThatBreaksTooOftenIsGivenUp() {
    for (int i = 0; i < POLICY.restarts() / POLICY.tries(); i++) {
      assertFails(FailureCode.DEVICE_FAULT, () -> call("fault OFFENDER"));
    }
    assertFails(FailureCode.ENGINE_UNAVAILABLE, () -> call("fault OFFENDER"));

    assertThat(supervisor.state()).isEqualTo(ProcessState.LOST);
    assertThat(supervisor.restarts()).isEqualTo(POLICY.restarts());
    assertFails(FailureCode.ENGINE_UNAVAILABLE, () -> call("echo nobody"));
  }

  @Test
  void theNumberOfCallsIsBounded() throws Exception {
    List<Future<String>> calls = new ArrayList<>();
    for (int i = 0; i < POLICY.waitingCalls() - 1; i++) {
      calls.add(waiting("all"));
    }
    Future<String> last = waiting("all");
    Future<String> tooMany = waiting("all");
    while (!last.isDone() && !tooMany.isDone() && calls.stream().noneMatch(Future::isDone)) {
      Thread.onSpinWait();
    }
    calls.add(last);
    calls.add(tooMany);
    Files.createFile(folder.resolve("all"));
    int refused = 0;
    for (Future<String> call : calls) {
      try {
        assertThat(call.get()).isEqualTo("waited");
      } catch (java.util.concurrent.ExecutionException e) {
        assertThat(((ComputeException) e.getCause()).code()).isEqualTo(FailureCode.QUEUE_FULL);
        refused++;
      }
    }
    assertThat(refused).isOne();
  }

  @Test
  void aClosedSupervisorLeavesNoProcess() {
    long pid = supervisor.pid();
    supervisor.close();

    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertFails(FailureCode.ENGINE_UNAVAILABLE, () -> call("echo nobody"));
  }
}
