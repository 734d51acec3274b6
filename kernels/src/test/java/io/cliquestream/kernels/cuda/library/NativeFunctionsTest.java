package io.cliquestream.kernels.cuda.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Interfaces of the library say what its headers say, and calls carry every kind of argument. */
final class NativeFunctionsTest {
  private static final Path HEADERS = Path.of("src/main/cuda/include");
  private static final Pattern PROTOTYPE =
      Pattern.compile("(?m)^(int32_t|uint64_t|uint32_t) (cs_\\w+)\\(([^)]*)\\);");
  private static final Pattern SYMBOL = Pattern.compile("\\b(cs_\\w+)");
  private static final Pattern NAMED_BY_JAVA = Pattern.compile("\"(cs_\\w+)\"");

  private static Map<String, String[]> prototypes() throws IOException {
    Map<String, String[]> found = new HashMap<>();
    try (var files = Files.newDirectoryStream(HEADERS, "*.h")) {
      for (Path file : files) {
        Matcher matcher =
            PROTOTYPE.matcher(Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", ""));
        while (matcher.find()) {
          found.put(matcher.group(2), new String[] {matcher.group(1), matcher.group(3)});
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("io.cliquestream.kernels.cuda.library.CudaLibrary#families")
  void aMethodsSignatureIsTheOneOfItsFunctionsHeader(Class<?> family) throws IOException {
    Map<String, String[]> prototypes = prototypes();
    assertThat(family.getMethods()).isNotEmpty();
    for (Method method : family.getMethods()) {
      String symbol = NativeFunctions.symbol(family, method);
      assertThat(prototypes).containsKey(symbol);
      String[] prototype = prototypes.get(symbol);
      assertThat(method.getReturnType() == long.class ? "uint64_t" : "int32_t")
          .as(symbol)
          .isEqualTo(prototype[0]);
      String[] parameters =
          prototype[1].strip().equals("void")
              ? new String[0]
              : prototype[1].replaceAll("\\s+", " ").split(",", -1);
      Class<?>[] types = method.getParameterTypes();
      assertThat(types).as(symbol).hasSameSizeAs(parameters);
      for (int i = 0; i < types.length; i++) {
        assertThat(allowed(types[i], parameters[i].strip())).as(symbol + " " + i).isTrue();
      }
    }
  }

  /** The names of a list in a header, of functions that C programs alone call. */
  private static Set<String> listed() throws IOException {
    String header = Files.readString(HEADERS.resolve("cliquestream_cuda.h"));
    String list = header.substring(header.indexOf("Called by the C programs"));
    return names(list.substring(0, list.indexOf("*/")).replaceAll(": .*", ""), SYMBOL);
  }

  private static Set<String> names(String text, Pattern pattern) {
    return pattern
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> namedIn(Path folder, String suffix, Pattern pattern)
      throws IOException {
    var found = new TreeSet<String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(suffix)) {
          found.addAll(names(Files.readString(file), pattern));
        }
      }
    }
    return found;
  }

  @Test
  void functionsThatNothingCalledWereKept() throws IOException {
    var byJava = new TreeSet<>(namedIn(Path.of("src/main/java"), ".java", NAMED_BY_JAVA));
    for (Class<?> family : CudaLibrary.families()) {
      for (Method method : family.getMethods()) {
        byJava.add(NativeFunctions.symbol(family, method));
      }
    }
    var byPrograms = new TreeSet<String>();
    for (String folder : List.of("src/test/cuda", "src/bench/cuda")) {
      for (String suffix : List.of(".cu", ".h")) {
        byPrograms.addAll(namedIn(Path.of(folder), suffix, SYMBOL));
      }
    }
    var others = new TreeSet<>(prototypes().keySet());
    others.removeAll(byJava);
    assertThat(others).as("exported, and not called by Java").isEqualTo(listed());
    assertThat(byPrograms).as("called by C programs").containsAll(others);
  }

  /** Whether a parameter of C takes what Java gives it: the same width, a record for a record. */
  private static boolean allowed(Class<?> type, String parameter) {
    boolean pointer = parameter.contains("*");
    boolean record = pointer && parameter.matches("(const )?cs_\\w+\\* \\w+");
    if (type == NativeRecord.class) {
      return record;
    }
    if (type == MemorySegment.class) {
      return pointer;
    }
    return type == int.class
        ? parameter.matches("u?int32_t \\w+")
        : pointer || parameter.matches("(uint64_t|cs_stream) \\w+");
  }

  /** Functions of the C library that take and give numbers and pointers. */
  interface Standard {
    @Symbol("labs")
    long magnitude(long number);

    @Symbol("strtol")
    long parse(MemorySegment text, MemorySegment end, int radix);

    @Symbol("memcmp")
    void same(NativeRecord first, NativeRecord second, long bytes);

    @Symbol("abs")
    boolean planned(int status);
  }

  @SuppressWarnings("restricted") // what is tested
  private static MethodHandle link(String symbol, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(symbol), descriptor);
  }

  @Test
  void callsCarryNumbersOfBothWidthsPointersAndRecords() {
    Standard standard = NativeFunctions.bind(Standard.class, NativeFunctionsTest::link);
    assertThat(standard.magnitude(-(1L << 40))).isEqualTo(1L << 40);
    assertThat(standard.planned(0)).isTrue();
    var layout = new RecordLayout("record", 8, Map.of("all", new RecordLayout.Field(0, 8)));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment end = arena.allocate(ValueLayout.ADDRESS);
      MemorySegment text = arena.allocateFrom("ff rest");
      assertThat(standard.parse(text, end, 16)).isEqualTo(255);
      assertThat(end.get(ValueLayout.ADDRESS, 0).address()).isEqualTo(text.address() + 2);
      var first = new NativeRecord(layout, arena.allocate(8, 8)).set("all", 7);
      var second = new NativeRecord(layout, arena.allocate(8, 8)).set("all", 7);
      standard.same(first, second, 8);
      second.set("all", 8);
      assertThatThrownBy(() -> standard.same(first, second, 8))
          .isInstanceOfSatisfying(
              LibraryStatusException.class,
              e -> {
                assertThat(e.function()).isEqualTo("memcmp");
                assertThat(e.status()).isNotZero();
              });
      assertThatThrownBy(() -> standard.planned(3)).isInstanceOf(LibraryStatusException.class);
    }
  }

  @Test
  void anArgumentThatCannotBePassedIsATypedErrorOfTheProgram() {
    Standard standard = NativeFunctions.bind(Standard.class, NativeFunctionsTest::link);
    assertThatThrownBy(() -> standard.same(null, null, 8))
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.INTERNAL))
        .hasMessageContaining("memcmp");
  }
}
