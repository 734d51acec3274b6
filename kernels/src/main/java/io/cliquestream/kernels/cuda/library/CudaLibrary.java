package io.cliquestream.kernels.cuda.library;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * libcliquestream_cuda, loaded for the life of the process. Loading needs no GPU. Functions are
 * called on a thread whose current CUDA context is the one that owns the memory and streams passed.
 */
@SuppressWarnings("restricted") // the purpose of this class
public final class CudaLibrary {
  /** Version of the C ABI that this class was written for. */
  public static final int ABI_VERSION = 8;

  static final int INVALID_ARGUMENT = -1;
  static final int WORKSPACE_TOO_SMALL = -2;
  static final int UNSUPPORTED = -3;

  private static final List<Class<?>> FAMILIES =
      List.of(
          BreadthFunctions.class,
          ChangeFunctions.class,
          CliqueFunctions.class,
          CompletionFunctions.class,
          CoreFunctions.class,
          DenseIdsFunctions.class,
          EnumerateFunctions.class,
          GraphFunctions.class,
          GridFunctions.class,
          LocalFunctions.class,
          LocalCliqueFunctions.class,
          MaximalFunctions.class,
          MaximumFunctions.class,
          MergeFunctions.class,
          PaperCliqueFunctions.class,
          PartitionFunctions.class,
          TrustFunctions.class,
          WedgeFunctions.class);

  private final SymbolLookup symbols;
  private final Map<String, RecordLayout> layouts;
  private final Map<Class<?>, Object> families = new ConcurrentHashMap<>();

  private CudaLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
    requireAbi();
    this.layouts = readLayouts();
  }

  /**
   * Loads the library.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when the file is no such library, or one of another
   *     version
   */
  public static CudaLibrary open(Path file) {
    SymbolLookup symbols;
    try {
      symbols = SymbolLookup.libraryLookup(file.toAbsolutePath(), Arena.global());
    } catch (IllegalArgumentException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "the CUDA library " + file + " cannot be loaded", e);
    }
    return of(symbols);
  }

  /**
   * The library behind symbols that somebody else loaded and keeps.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when it is one of another version
   */
  public static CudaLibrary of(SymbolLookup symbols) {
    return new CudaLibrary(symbols);
  }

  /** Breadth-first search for maximum cliques. */
  public BreadthFunctions breadth() {
    return functions(BreadthFunctions.class);
  }

  /** Graphs that change. */
  public ChangeFunctions changes() {
    return functions(ChangeFunctions.class);
  }

  /** k-cliques. */
  public CliqueFunctions cliques() {
    return functions(CliqueFunctions.class);
  }

  /** k-cliques of every vertex and edge. */
  public LocalCliqueFunctions localCliques() {
    return functions(LocalCliqueFunctions.class);
  }

  /** k-cliques by the paper's configurations. */
  public PaperCliqueFunctions paperCliques() {
    return functions(PaperCliqueFunctions.class);
  }

  /** The proof of sliced counts. */
  public CompletionFunctions completion() {
    return functions(CompletionFunctions.class);
  }

  /** Exact degeneracy and other orders. */
  public CoreFunctions core() {
    return functions(CoreFunctions.class);
  }

  /** Sparse ids made dense. */
  public DenseIdsFunctions denseIds() {
    return functions(DenseIdsFunctions.class);
  }

  /** Subgraphs along a matching plan. */
  public EnumerateFunctions enumerate() {
    return functions(EnumerateFunctions.class);
  }

  /** Graph preparation and statistics. */
  public GraphFunctions graph() {
    return functions(GraphFunctions.class);
  }

  /** Triangles of a graph that lies in parts on the host. */
  public GridFunctions grid() {
    return functions(GridFunctions.class);
  }

  /** Triangles of every edge and vertex. */
  public LocalFunctions local() {
    return functions(LocalFunctions.class);
  }

  /** Maximal cliques. */
  public MaximalFunctions maximal() {
    return functions(MaximalFunctions.class);
  }

  /** Maximum cliques. */
  public MaximumFunctions maximum() {
    return functions(MaximumFunctions.class);
  }

  /** Merge per edge. */
  public MergeFunctions merge() {
    return functions(MergeFunctions.class);
  }

  /** Preparation in parts. */
  public PartitionFunctions partition() {
    return functions(PartitionFunctions.class);
  }

  /** TRUST. */
  public TrustFunctions trust() {
    return functions(TrustFunctions.class);
  }

  /** The wedge kernel. */
  public WedgeFunctions wedge() {
    return functions(WedgeFunctions.class);
  }

  /** Every family of functions that is bound. */
  static List<Class<?>> families() {
    return FAMILIES;
  }

  private <T> T functions(Class<T> family) {
    return family.cast(
        families.computeIfAbsent(family, wanted -> NativeFunctions.bind(wanted, this::link)));
  }

  /**
   * Makes the handles of the functions that prepare and count: on a thread of its own while a
   * device opens, so that the first job does not wait for them.
   */
  public void linkAhead() {
    for (Class<?> family :
        List.of(GraphFunctions.class, WedgeFunctions.class, CompletionFunctions.class)) {
      NativeFunctions.linkAll(functions(family));
    }
  }

  /** The layout of a record of the header. */
  public RecordLayout layout(String record) {
    RecordLayout found = layouts.get(record);
    if (found == null) {
      throw new IllegalArgumentException("the CUDA library has no record " + record);
    }
    return found;
  }

  /** A record of zeros. */
  public NativeRecord allocate(String record, SegmentAllocator allocator) {
    RecordLayout layout = layout(record);
    return new NativeRecord(layout, allocator.allocate(layout.bytes(), Long.BYTES));
  }

  private void requireAbi() {
    int version;
    try {
      version =
          (int) link("cs_abi_version", FunctionDescriptor.of(ValueLayout.JAVA_INT)).invokeExact();
    } catch (Throwable e) {
      throw unexpected("cs_abi_version", e);
    }
    if (version != ABI_VERSION) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "the CUDA library has interface version "
              + version
              + ", this build wants "
              + ABI_VERSION);
    }
  }

  private Map<String, RecordLayout> readLayouts() {
    MethodHandle table =
        link("cs_layouts", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
    Map<String, Map<String, RecordLayout.Field>> fields = new HashMap<>();
    Map<String, Long> sizes = new HashMap<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ValueLayout.ADDRESS);
      long count = (long) table.invokeExact(out);
      long entryBytes = 4L * Long.BYTES;
      MemorySegment entries = out.get(ValueLayout.ADDRESS, 0).reinterpret(count * entryBytes);
      for (long i = 0; i < count; i++) {
        MemorySegment entry = entries.asSlice(i * entryBytes, entryBytes);
        String record = text(entry.get(ValueLayout.ADDRESS, 0));
        String field = text(entry.get(ValueLayout.ADDRESS, Long.BYTES));
        long offset = entry.get(ValueLayout.JAVA_LONG, 2L * Long.BYTES);
        long bytes = entry.get(ValueLayout.JAVA_LONG, 3L * Long.BYTES);
        if (field.isEmpty()) {
          sizes.put(record, bytes);
        } else {
          fields
              .computeIfAbsent(record, _ -> new HashMap<>())
              .put(field, new RecordLayout.Field(offset, bytes));
        }
      }
    } catch (Throwable e) {
      throw unexpected("cs_layouts", e);
    }
    Map<String, RecordLayout> found = new HashMap<>();
    sizes.forEach(
        (record, bytes) ->
            found.put(
                record, new RecordLayout(record, bytes, fields.getOrDefault(record, Map.of()))));
    return Map.copyOf(found);
  }

  private static String text(MemorySegment address) {
    return address.reinterpret(Long.MAX_VALUE).getString(0);
  }

  private MethodHandle link(String name, FunctionDescriptor descriptor) {
    MemorySegment address =
        symbols
            .find(name)
            .orElseThrow(
                () ->
                    new ComputeException(
                        FailureCode.ENGINE_UNAVAILABLE, "the CUDA library lacks " + name));
    return Linker.nativeLinker().downcallHandle(address, descriptor);
  }

  /** Downcalls throw nothing themselves: only errors of this program end here. */
  private static ComputeException unexpected(String name, Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof ComputeException known
        ? known
        : new ComputeException(FailureCode.INTERNAL, "the call of " + name + " failed", e);
  }
}
