package io.cliquestream.kernels.cuda;

import static java.util.stream.Collectors.joining;

import io.cliquestream.kernels.cuda.driver.CudaDevices;
import io.cliquestream.kernels.cuda.driver.DeviceDescription;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.DeviceSurvey;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.natives.CudaNatives;
import io.cliquestream.kernels.cuda.natives.NativeLibraries;
import io.cliquestream.kernels.cuda.natives.NativesManifest;
import io.cliquestream.kernels.cuda.natives.NativesSearch;
import io.cliquestream.kernels.failure.ComputeException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What of CUDA this machine and this build have: natives, a driver, GPUs.
 *
 * @param libraries the natives; empty when there is a problem
 * @param devices the GPUs; none when there is a problem
 * @param problem in one sentence why no GPU can be used
 */
public record CudaInstallation(
    Optional<NativeLibraries> libraries,
    List<DeviceDescription> devices,
    Optional<String> problem) {

  /** Looks, for a device with as many lanes as by default. Opens no device and throws nothing. */
  public static CudaInstallation find() {
    return find(DevicePolicy.DEFAULT.lanes());
  }

  /**
   * Looks. Opens no device and throws nothing.
   *
   * @param lanes usual lanes of the device that will be opened: fewer make the opening shorter
   */
  public static CudaInstallation find(int lanes) {
    return switch (CudaNatives.locate()) {
      case NativesSearch.Missing(String sentence) -> none(sentence);
      case NativesSearch.Found(NativeLibraries libraries) -> survey(libraries, lanes);
    };
  }

  private static CudaInstallation survey(NativeLibraries libraries, int lanes) {
    if (!hasDriverBinding()) {
      return none("JCuda is not on the class path: the GPU needs org.jcuda:jcuda");
    }
    try {
      DeviceSurvey survey =
          CudaDevices.survey(
              libraries::loadDriverBinding, libraries.manifest().minimumDriver(), lanes);
      return survey
          .problem()
          .map(CudaInstallation::none)
          .orElseGet(() -> with(libraries, survey.devices()));
    } catch (ComputeException e) {
      return none(e.getMessage());
    }
  }

  /** JCuda is an optional dependency of this library, for those who have a GPU. */
  private static boolean hasDriverBinding() {
    try {
      Class<?> _ =
          Class.forName("jcuda.driver.JCudaDriver", false, CudaInstallation.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException missing) {
      return false;
    }
  }

  private static CudaInstallation with(NativeLibraries libraries, List<DeviceDescription> devices) {
    var installation = new CudaInstallation(Optional.of(libraries), devices, Optional.empty());
    List<Optional<String>> problems = devices.stream().map(installation::problemOf).toList();
    return problems.stream().allMatch(Optional::isPresent)
        ? none(problems.getFirst().orElseThrow())
        : installation;
  }

  /** In one sentence why this build's kernels do not run on one of the devices. */
  public Optional<String> problemOf(DeviceDescription device) {
    NativesManifest manifest = libraries.orElseThrow().manifest();
    if (manifest.runsOn(device.architecture())) {
      return Optional.empty();
    }
    String compiled =
        manifest.architectures().stream().map(code -> "sm_" + code).collect(joining(", "));
    return Optional.of(
        "this build holds kernels for "
            + compiled
            + " and later devices than sm_"
            + manifest.ptx()
            + ", not for GPU "
            + device.ordinal()
            + ": "
            + device);
  }

  /** The kernels Java loads by name. */
  public byte[] fatbin() {
    return libraries.orElseThrow().fatbin();
  }

  private static CudaInstallation none(String problem) {
    return new CudaInstallation(Optional.empty(), List.of(), Optional.of(problem));
  }

  /**
   * Opens the C library, a fresh copy each time: the CUDA runtime inside it belongs to one context.
   * It stays mapped for the life of the process, since unloading it would touch a context that may
   * be gone.
   */
  public CudaLibrary openLibrary() {
    return CudaLibrary.of(libraries.orElseThrow().openLibrary(Arena.global()));
  }

  /**
   * Opens it on a thread of its own, while the driver makes the device's context, which takes
   * longer.
   *
   * @param linkAhead whether its functions are linked, too, before anybody calls them
   */
  public CompletableFuture<CudaLibrary> openLibraryAside(boolean linkAhead) {
    CompletableFuture<CudaLibrary> opened = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("cliquestream-link")
        .start(
            () -> {
              try {
                CudaLibrary library = openLibrary();
                opened.complete(library);
                if (linkAhead) {
                  library.linkAhead();
                }
              } catch (RuntimeException | Error e) {
                opened.completeExceptionally(e);
              }
            });
    return opened;
  }
}
