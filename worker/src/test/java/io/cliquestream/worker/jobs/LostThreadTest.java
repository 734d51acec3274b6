package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.vertx.core.Future;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread that the worker cannot do without never goes unnoticed. */
@Tag("seam")
final class LostThreadTest {
  @Test
  void anErrorOnTheJobsLoopLeftARecordUnansweredAndTheWorkerUp() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client)) {
      var first = new AtomicBoolean(true);
      try (var worker = TestWorker.around(installation.settings("a"), s -> failing(s, first))) {
        worker.graphs.put("graph", 1, 1, 2, 2, 3, 3, 1);
        installation.client.submit(Installation.triangles("job", "graph").build());
        WorkerException broken =
            worker
                .service
                .broken()
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        assertThat(broken.code()).isEqualTo(FailureCode.FAILURE_CODE_WORKER_BROKEN);
        assertThat(broken).hasMessageContaining("on the loop");
      }
      try (var _ = TestWorker.around(installation.settings("a"), s -> s)) {
        assertThat(log.await("job", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      }
    }
  }

  /** A store that runs out of memory the first time that somebody asks for a graph. */
  private static GraphStore failing(GraphStore store, AtomicBoolean first) {
    return (GraphStore)
        Proxy.newProxyInstance(
            LostThreadTest.class.getClassLoader(),
            new Class<?>[] {GraphStore.class},
            (_, method, arguments) -> {
              if (method.getName().equals("lease") && first.getAndSet(false)) {
                throw new OutOfMemoryError("on the loop");
              }
              return invoke(method, store, arguments);
            });
  }

  @Test
  void aDefectBesideTheComputationLeftAJobUnansweredAndItsLaneTaken() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client)) {
      var first = new AtomicBoolean(true);
      try (var worker =
          TestWorker.around(installation.settings("a"), s -> failingAtTheEnd(s, first))) {
        worker.graphs.put("graph", 1, 1, 2, 2, 3, 3, 1);
        installation.client.submit(Installation.triangles("job", "graph").build());
        var failed = log.await("job", 1).getFirst();
        assertThat(failed.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_INTERNAL);
        assertThat(failed.getFailure().getMessage()).contains("beside the computation");
        // More than there are lanes.
        for (int next = 0; next < 40; next++) {
          installation.client.submit(Installation.triangles("next-" + next, "graph").build());
        }
        for (int next = 0; next < 40; next++) {
          assertThat(log.await("next-" + next, 1).getFirst().getStatus())
              .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        }
        assertThat(worker.openLeases()).isZero();
      }
    }
  }

  /** A store whose first lease throws when it is closed, and is closed then. */
  private static GraphStore failingAtTheEnd(GraphStore store, AtomicBoolean first) {
    return (GraphStore)
        Proxy.newProxyInstance(
            LostThreadTest.class.getClassLoader(),
            new Class<?>[] {GraphStore.class},
            (_, method, arguments) -> {
              Object result = invoke(method, store, arguments);
              return method.getName().equals("lease")
                  ? ((Future<?>) result).map(lease -> throwingOnce((GraphLease) lease, first))
                  : result;
            });
  }

  private static GraphLease throwingOnce(GraphLease lease, AtomicBoolean first) {
    return (GraphLease)
        Proxy.newProxyInstance(
            LostThreadTest.class.getClassLoader(),
            new Class<?>[] {GraphLease.class},
            (_, method, arguments) -> {
              Object result = invoke(method, lease, arguments);
              if (method.getName().equals("close") && first.getAndSet(false)) {
                throw new IllegalStateException("beside the computation");
              }
              return result;
            });
  }

  private static Object invoke(Method method, Object on, Object... arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  void anExchangeThatLosesItsPlaceEndsTheServiceAndNotTheOther() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var first =
            TestWorker.start(
                installation.settings("same"),
                graphs -> graphs.put("graph", 1, 1, 2, 2, 3, 3, 1))) {
      installation.client.submit(Installation.triangles("before", "graph").build());
      log.await("before", 1);
      try (var second = TestWorker.start(installation.settings("same"), _ -> {})) {
        assertThat(first.service.broken().toCompletionStage().toCompletableFuture().join())
            .hasMessageContaining("same");
        assertThat(first.service.isReady()).isFalse();
        installation.client.submit(Installation.triangles("after", "graph").build());
        assertThat(log.await("after", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(second.service.failure()).isEmpty();
      }
    }
  }
}
