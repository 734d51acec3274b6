package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.memory.OwnedFolder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The natives of the CUDA engine, ready to be loaded. Every method may be called from any thread;
 * each checks the bytes it hands on against the build's record.
 *
 * @param manifest what the build compiled
 * @param scratch where libraries are unpacked
 */
public record NativeLibraries(NativesSource source, NativesManifest manifest, Path scratch) {
  /** A library in place can be opened as a fresh one only once; later ones are copies. */
  private static final AtomicBoolean IN_PLACE_TAKEN = new AtomicBoolean();

  private static final Object DRIVER_BINDING_LOCK = new Object();
  private static boolean driverBindingLoaded;

  /**
   * Opens libcliquestream_cuda. Each call maps a fresh copy with state of its own (its CUDA runtime
   * knows no context yet), so that an engine can start again after its context was lost.
   *
   * @param arena closes the library with itself; no symbol may be in use then
   * @throws ComputeException ENGINE_UNAVAILABLE when it is damaged or the system cannot map it
   */
  public SymbolLookup openLibrary(Arena arena) {
    var inPlace = source.inPlace(NativesManifest.LIBRARY);
    if (inPlace.isPresent() && !IN_PLACE_TAKEN.get()) {
      VerifiedFile.check(source, manifest, NativesManifest.LIBRARY);
      if (IN_PLACE_TAKEN.compareAndSet(false, true)) {
        return map(inPlace.get(), arena);
      }
    }
    try (var folder = folder()) {
      return map(unpack(folder, NativesManifest.LIBRARY), arena);
    } catch (IOException e) {
      throw notUnpacked(e);
    }
  }

  /** Every kernel under its plain name, for cuModuleLoadData; a new array at each call. */
  public byte[] fatbin() {
    return VerifiedFile.read(source, manifest, NativesManifest.FATBIN);
  }

  /**
   * Makes {@code jcuda.driver.JCudaDriver} usable; to be called before its first use. Further calls
   * do nothing.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when it is damaged or the system cannot map it
   */
  public void loadDriverBinding() {
    synchronized (DRIVER_BINDING_LOCK) {
      if (driverBindingLoaded) {
        return;
      }
      String file = manifest.driverBinding();
      var inPlace = source.inPlace(file);
      if (inPlace.isPresent()) {
        VerifiedFile.check(source, manifest, file);
        initialiseDriverBinding(inPlace.get());
      } else {
        try (var folder = folder()) {
          initialiseDriverBinding(unpack(folder, file));
        } catch (IOException e) {
          throw notUnpacked(e);
        }
      }
      driverBindingLoaded = true;
    }
  }

  private Path unpack(OwnedFolder folder, String file) throws IOException {
    return folder.write(file, out -> VerifiedFile.copy(source, manifest, file, out));
  }

  /** A folder for the moment between writing a library and mapping it. */
  private OwnedFolder folder() throws IOException {
    if (OwnedFolder.isExchangeableIn(scratch)) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "%s is no place to unpack libraries: every user can replace files there (name another by java.io.tmpdir)"
              .formatted(scratch));
    }
    return OwnedFolder.create(scratch, "cliquestream-natives-", ".so");
  }

  private ComputeException notUnpacked(IOException cause) {
    return new ComputeException(
        FailureCode.ENGINE_UNAVAILABLE,
        "the CUDA libraries cannot be unpacked in " + scratch + " (is the disk full?)",
        cause);
  }

  private static void initialiseDriverBinding(Path file) {
    try {
      DriverBinding.initialise(file);
    } catch (ClassNotFoundException | LinkageError e) {
      throw unmapped(file, e);
    }
  }

  @SuppressWarnings("restricted")
  private static SymbolLookup map(Path file, Arena arena) {
    try {
      return SymbolLookup.libraryLookup(file, arena);
    } catch (IllegalArgumentException e) {
      throw unmapped(file, e);
    }
  }

  private static ComputeException unmapped(Path file, Throwable cause) {
    return new ComputeException(
        FailureCode.ENGINE_UNAVAILABLE,
        "the system does not load %s: %s (if %s is mounted without exec, name another folder by java.io.tmpdir)"
            .formatted(file.getFileName(), cause.getMessage(), file.getParent().getParent()),
        cause);
  }
}
