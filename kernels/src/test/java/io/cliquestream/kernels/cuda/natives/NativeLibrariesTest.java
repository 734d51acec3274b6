package io.cliquestream.kernels.cuda.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import jcuda.LibUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
final class NativeLibrariesTest {
  private static final String NO_LIBRARY = "what another user planted";

  @TempDir private Path folder;
  @TempDir private Path scratch;
  private NativesManifest manifest;
  private NativeLibraries libraries;

  @BeforeEach
  void fill() throws IOException {
    NativesSource source = NativesFolder.fill(folder);
    manifest = NativesManifest.read(source).orElseThrow();
    libraries = new NativeLibraries(source, manifest, scratch);
  }

  @Test
  void everyOpeningIsAFreshCopyAndLeavesNoFile() {
    try (Arena arena = Arena.ofConfined()) {
      long first = libraries.openLibrary(arena).find(NativesFolder.SYMBOL).orElseThrow().address();
      long second = libraries.openLibrary(arena).find(NativesFolder.SYMBOL).orElseThrow().address();
      long third = libraries.openLibrary(arena).find(NativesFolder.SYMBOL).orElseThrow().address();
      assertThat(second).isNotEqualTo(first);
      assertThat(third).isNotIn(first, second);
    }
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void aDamagedLibraryIsNotLoaded() throws IOException {
    Path library = folder.resolve(NativesManifest.LIBRARY);
    byte[] content = Files.readAllBytes(library);
    content[content.length / 2] ^= 1;
    Files.write(library, content);
    try (Arena arena = Arena.ofConfined()) {
      assertUnavailable(() -> libraries.openLibrary(arena), "is damaged");
    }
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void aTruncatedFatbinIsNotHandedOn() throws IOException {
    Path fatbin = folder.resolve(NativesManifest.FATBIN);
    assertThat(libraries.fatbin()).isEqualTo(Files.readAllBytes(fatbin));
    Files.write(fatbin, new byte[0]);
    assertUnavailable(() -> libraries.fatbin(), "is damaged");
  }

  @Test
  void aDamagedDriverBindingIsNotLoaded() throws IOException {
    Files.writeString(folder.resolve(NativesFolder.DRIVER_BINDING), NO_LIBRARY);
    assertUnavailable(() -> libraries.loadDriverBinding(), "is damaged");
  }

  @Test
  void aLibraryWasReadIntoTheHeapWholeToBeCompared(@TempDir Path other) throws IOException {
    int bytes = 32 << 20;
    Files.write(other.resolve("planted"), new byte[bytes]);
    NativesSource source = NativesFolder.fill(other, other.resolve("planted"));
    var large = new NativeLibraries(source, NativesManifest.read(source).orElseThrow(), scratch);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Arena arena = Arena.ofConfined()) {
      // At most the first opening is in place; the second copies the file first.
      for (int opening = 0; opening < 2; opening++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        assertUnavailable(() -> large.openLibrary(arena), "the system does not load");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(bytes / 4);
      }
    }
  }

  @Test
  void aFileThatTheSystemDoesNotLoadIsATypedFailure(@TempDir Path other) throws IOException {
    Files.writeString(other.resolve("planted"), NO_LIBRARY);
    NativesSource source = NativesFolder.fill(other, other.resolve("planted"));
    var noLibrary =
        new NativeLibraries(source, NativesManifest.read(source).orElseThrow(), scratch);
    try (Arena arena = Arena.ofConfined()) {
      // Whatever was opened before, at most the first opening is in place.
      assertUnavailable(() -> noLibrary.openLibrary(arena), "the system does not load");
      assertUnavailable(() -> noLibrary.openLibrary(arena), "the system does not load");
    }
    assertThat(scratch).isEmptyDirectory();
  }

  /** The planted file has the very name that JCuda would take from the temporary folder. */
  @Test
  void jcudaTakesTheVerifiedFileAndNotThePlantedOne(@TempDir Path temporary) throws Exception {
    Files.writeString(temporary.resolve(NativesFolder.DRIVER_BINDING), NO_LIBRARY);
    String before = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", temporary.toString());
    try {
      assertThatThrownBy(() -> LibUtils.loadLibrary(NativesFolder.DRIVER_BINDING_NAME))
          .as("what JCuda does on its own")
          .isInstanceOf(UnsatisfiedLinkError.class)
          .hasMessageContaining(
              temporary.resolve(NativesFolder.DRIVER_BINDING) + ": file too short");
      DriverBinding.lookingOnlyIn(
          folder,
          () -> {
            LibUtils.loadLibrary(NativesFolder.DRIVER_BINDING_NAME);
            return null;
          });
      assertThat(System.getProperty("java.io.tmpdir")).isEqualTo(temporary.toString());
    } finally {
      System.setProperty("java.io.tmpdir", before);
    }
  }

  /** Runs wherever the build had an nvcc: opening the library needs neither driver nor device. */
  @Test
  @SuppressWarnings("restricted")
  void theLibraryOfThisBuildOpensAndAnswers() throws Throwable {
    NativesSource source = NativesSource.resources();
    var built = NativesManifest.read(source);
    assumeThat(built).as(source.emptySentence()).isPresent();
    var ours = new NativeLibraries(source, built.orElseThrow(), scratch);
    try (Arena arena = Arena.ofConfined()) {
      var symbol = ours.openLibrary(arena).find("cs_abi_version").orElseThrow();
      var call =
          Linker.nativeLinker().downcallHandle(symbol, FunctionDescriptor.of(ValueLayout.JAVA_INT));
      assertThat((int) call.invokeExact()).isPositive();
    }
    assertThat(ours.fatbin()).isNotEmpty();
    assertThat(scratch).isEmptyDirectory();
  }

  private static void assertUnavailable(Runnable action, String part) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ComputeException.class,
            failure -> assertThat(failure.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE))
        .hasMessageContaining(part);
  }
}
