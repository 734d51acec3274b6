package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Opens engines. */
public final class Engines {
  /** Every GPU of the machine. */
  public static final List<Integer> ALL_DEVICES = List.of(-1);

  /** GPUs that an engine takes at most. */
  private static final int MOST_DEVICES = 64;

  private Engines() {}

  /**
   * Opens the best engine of this machine, with one thread per core.
   *
   * @return an engine that the caller closes
   */
  public static Engine open() {
    return open(EngineChoice.AUTO, EngineOptions.DEFAULT);
  }

  /**
   * Opens an engine.
   *
   * @param choice the host, the GPU, or what there is
   * @param threads CPU threads; 0 stands for one per core
   * @return an engine that the caller closes
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine open(EngineChoice choice, int threads) {
    return open(choice, EngineOptions.DEFAULT.withThreads(threads));
  }

  /**
   * Opens an engine. {@link EngineChoice#AUTO} gives an {@link AutoEngine} where there is a GPU
   * that this build can use, and the host's engine elsewhere.
   *
   * @param choice the host, the GPU, or what there is
   * @param options threads, lanes and memory
   * @return an engine that the caller closes
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine open(EngineChoice choice, EngineOptions options) {
    return open(choice, options, CudaEngine::open);
  }

  /**
   * Opens an engine like {@link #open(EngineChoice, EngineOptions)}, with the GPU in a process of
   * its own that is replaced when the GPU faults: see {@link SupervisedEngine}.
   *
   * @param choice the host, the GPU, or what there is
   * @param options threads, lanes and memory
   * @return an engine that the caller closes, and its process with it
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine openSupervised(EngineChoice choice, EngineOptions options) {
    return open(choice, options, SupervisedEngine::openCuda);
  }

  /**
   * Opens an engine like {@link #openSupervised(EngineChoice, EngineOptions)} on several GPUs,
   * which share the jobs that take long.
   *
   * @param choice the host, the GPU, or what there is
   * @param options threads, lanes and memory, of each GPU
   * @param devices indexes of the GPUs, as the driver counts, or {@link #ALL_DEVICES}; none for the
   *     device of {@code options}. None twice: each takes its share of what memory is free.
   * @return an engine that the caller closes, and its processes with it
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine openSupervised(
      EngineChoice choice, EngineOptions options, List<Integer> devices) {
    List<Integer> ordinals = devices.equals(ALL_DEVICES) ? installed(options) : devices;
    if (ordinals.size() <= 1) {
      return openSupervised(
          choice, ordinals.isEmpty() ? options : options.withDevice(ordinals.getFirst()));
    }
    return open(
        choice,
        options.withDevice(ordinals.stream().mapToInt(Integer::intValue).min().orElseThrow()),
        each -> DeviceGroupEngine.openCuda(each, ordinals));
  }

  private static List<Integer> installed(EngineOptions options) {
    return IntStream.range(0, CudaInstallation.find(options.lanes()).devices().size())
        .boxed()
        .toList();
  }

  private static Engine open(
      EngineChoice choice, EngineOptions options, Function<EngineOptions, Engine> gpu) {
    return switch (choice) {
      case CPU -> cpu(options);
      case CUDA -> gpu.apply(options);
      case AUTO -> best(options, gpu);
    };
  }

  private static Engine best(EngineOptions options, Function<EngineOptions, Engine> gpu) {
    CudaInstallation installation = CudaInstallation.find(options.lanes());
    if (installation.problem().isPresent() || options.device() >= installation.devices().size()) {
      return cpu(options);
    }
    Engine cuda;
    try {
      cuda = gpu.apply(options);
    } catch (ComputeException e) {
      // There is a GPU, but not for us: taken, out of memory, or ill.
      System.getLogger(Engines.class.getName())
          .log(System.Logger.Level.WARNING, "the host answers alone: {0}", e.getMessage());
      return new CpuEngine(
          options.effectiveThreads(), List.of(DeviceStatus.absent(options.device(), e)));
    }
    return new AutoEngine(cuda, cpu(options));
  }

  private static CpuEngine cpu(EngineOptions options) {
    return new CpuEngine(options.effectiveThreads());
  }

  /** {@return every engine, and whether it can be opened here} */
  public static List<EngineAvailability> survey() {
    CudaInstallation installation = CudaInstallation.find();
    String found =
        installation
            .problem()
            .orElseGet(
                () ->
                    installation.devices().stream()
                        .map(device -> device.ordinal() + ": " + device)
                        .collect(Collectors.joining("; ")));
    return List.of(
        new EngineAvailability(
            EngineKind.CPU, true, Runtime.getRuntime().availableProcessors() + " cores"),
        new EngineAvailability(EngineKind.CUDA, installation.problem().isEmpty(), found));
  }

  /**
   * Reads a list of GPUs, as settings and command lines name them.
   *
   * @param text {@code all}, or indexes as the driver counts, such as {@code 0,2}; empty for none.
   * @return empty for a blank text, {@link #ALL_DEVICES} for all
   * @throws ComputeException OPTION_INVALID for anything else
   */
  public static List<Integer> deviceList(String text) {
    if (text.isBlank()) {
      return List.of();
    }
    if (text.strip().equals("all")) {
      return ALL_DEVICES;
    }
    List<Integer> devices = new ArrayList<>();
    for (String index : text.split(",", -1)) {
      if (!index.strip().matches("\\d{1,4}")) {
        throw noDevices(text);
      }
      devices.add(Integer.parseInt(index.strip()));
    }
    // Two engines on one GPU would each take nine tenths of the memory that both see free.
    boolean twice = devices.stream().distinct().count() < devices.size();
    if (twice || devices.size() > MOST_DEVICES) {
      throw noDevices(text);
    }
    return List.copyOf(devices);
  }

  private static ComputeException noDevices(String text) {
    return new ComputeException(
        FailureCode.OPTION_INVALID,
        "GPUs are named as all, or by their indexes, such as 0,1, each once ("
            + MOST_DEVICES
            + " at most), not '"
            + text
            + "'");
  }
}
