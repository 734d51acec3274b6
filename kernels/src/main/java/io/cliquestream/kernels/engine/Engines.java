package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Opens engines. */
public final class Engines {
  private Engines() {}

  /** Opens the best engine of this machine, with one thread per core. */
  public static Engine open() {
    return open(EngineChoice.AUTO, EngineOptions.DEFAULT);
  }

  /**
   * Opens an engine.
   *
   * @param threads CPU threads; 0 stands for one per core
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine open(EngineChoice choice, int threads) {
    return open(choice, EngineOptions.DEFAULT.withThreads(threads));
  }

  /**
   * Opens an engine. {@link EngineChoice#AUTO} gives an {@link AutoEngine} where there is a GPU
   * that this build can use, and the host's engine elsewhere.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine open(EngineChoice choice, EngineOptions options) {
    return open(choice, options, CudaEngine::open);
  }

  /**
   * Opens an engine like {@link #open(EngineChoice, EngineOptions)}, with the GPU in a process of
   * its own that is replaced when the GPU faults: see {@link SupervisedEngine}.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine openSupervised(EngineChoice choice, EngineOptions options) {
    return open(choice, options, SupervisedEngine::openCuda);
  }

  /**
   * Opens an engine like {@link #openSupervised(EngineChoice, EngineOptions)} on several GPUs,
   * which share the jobs that take long.
   *
   * @param devices indexes of the GPUs, as the driver counts, or {@link DeviceList#ALL}; none for
   *     the device of {@code options}. One may be named twice, and is two engines then.
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine openSupervised(
      EngineChoice choice, EngineOptions options, List<Integer> devices) {
    List<Integer> ordinals = devices.equals(DeviceList.ALL) ? installed(options) : devices;
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
      return cpu(options);
    }
    return new AutoEngine(cuda, cpu(options));
  }

  private static CpuEngine cpu(EngineOptions options) {
    return new CpuEngine(options.effectiveThreads());
  }

  /** Every engine, and whether it can be opened here. */
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
}
