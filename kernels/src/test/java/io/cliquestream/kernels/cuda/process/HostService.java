package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.driver.DeviceFaultException;
import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A service that needs no GPU, for what the supervisor must stand: each request is a word and its
 * operands. Opened with a folder in which it notes what it must remember past its own end.
 */
public final class HostService implements DeviceService {
  private final Map<String, String> loaded = new ConcurrentHashMap<>();
  private final AtomicInteger loads = new AtomicInteger();
  private Path folder;

  @Override
  public void open(String... arguments) {
    if (arguments.length == 0) {
      throw new ComputeException(FailureCode.ENGINE_UNAVAILABLE, "there is no GPU in this test");
    }
    folder = Path.of(arguments[0]);
  }

  @Override
  public byte[] call(ServiceCall call, byte[] request) {
    String[] words = new String(request, StandardCharsets.UTF_8).split(" ", -1);
    return switch (words[0]) {
      case "echo" -> answer(words[1]);
      case "pid" -> answer(Long.toString(ProcessHandle.current().pid()));
      case "load" -> answer(String.valueOf(loaded.put(words[1], words[2])));
      case "unload" -> answer(String.valueOf(loaded.remove(words[1])));
      case "crash-once-and-load" -> {
        if (folder.resolve("crashed").toFile().mkdir()) {
          yield crash();
        }
        loads.incrementAndGet();
        yield answer(String.valueOf(loaded.put(words[1], words[2])));
      }
      case "loads" -> answer(loads.toString());
      case "read" -> answer(loaded.getOrDefault(words[1], "nothing"));
      case "refuse" -> throw new ComputeException(FailureCode.GRAPH_TOO_LARGE, "as asked");
      case "defect" -> throw new IllegalStateException("a defect");
      case "wait" -> waitUntil(call, Path.of(words[1]));
      case "hang" -> hang();
      case "deaf" -> {
        boolean _ = folder.resolve("deaf").toFile().mkdir();
        yield deafUntil(Path.of(words[1]));
      }
      case "busy" -> busyUntil(call, Path.of(words[1]));
      case "progress" -> progress(call);
      case "pages" -> pages(call, Integer.parseInt(words[1]), words[2]);
      case "crash" -> crash();
      case "fault" -> throw new DeviceFaultException("as asked", FaultRole.valueOf(words[1]));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private static byte[] answer(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Until the job is stopped or a file is there. */
  private static byte[] waitUntil(ServiceCall call, Path file) {
    while (!Files.exists(file)) {
      call.control().checkStopped();
      LockSupport.parkNanos(1_000_000);
    }
    return answer("waited");
  }

  /** Until a file is there, whether the job is stopped or not. */
  private static byte[] deafUntil(Path file) {
    while (!Files.exists(file)) {
      LockSupport.parkNanos(1_000_000);
    }
    return answer("heard");
  }

  /** The same, and says that it gets on. */
  private static byte[] busyUntil(ServiceCall call, Path file) {
    call.control().beginPhase(Phase.COMPUTING, 1e9);
    while (!Files.exists(file)) {
      call.control().workDone(1);
      LockSupport.parkNanos(1_000_000);
    }
    return answer("busy until then");
  }

  private static byte[] hang() {
    while (true) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static byte[] progress(ServiceCall call) {
    call.control().beginPhase(Phase.PREPARING, 10);
    call.control().workDone(10);
    call.control().beginPhase(Phase.COMPUTING, 100);
    call.control().workDone(100);
    call.control().bounds(new CliqueBounds(3, 9, 70));
    return answer("done");
  }

  /** Sends pages; the first process to do so breaks half-way. */
  private byte[] pages(ServiceCall call, int count, String name) {
    boolean first = folder.resolve(name).toFile().mkdir();
    for (int page = 0; page < count; page++) {
      if (first && page == count / 2) {
        throw new DeviceFaultException("half-way", FaultRole.BYSTANDER);
      }
      call.page(answer("page " + page));
    }
    return answer("all");
  }

  private static byte[] crash() {
    Runtime.getRuntime().halt(134);
    return answer("never");
  }

  @Override
  public void close() {
    loaded.clear();
  }
}
