package io.cliquestream.kernels.cuda.library;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * libcliquestream_cuda, loaded for the life of the process. Loading needs no GPU. Functions are
 * called on a thread whose current CUDA context is the one that owns the memory and streams passed.
 */
@SuppressWarnings("restricted") // the purpose of this class
public final class CudaLibrary {
  /** Version of the C ABI that this class was written for. */
  public static final int ABI_VERSION = 5;

  static final int INVALID_ARGUMENT = -1;
  static final int WORKSPACE_TOO_SMALL = -2;
  static final int UNSUPPORTED = -3;

  /** A pointer to a record in host memory. */
  static final AddressLayout RECORD = ValueLayout.ADDRESS;

  /** A pointer into device memory, a stream, or a 64-bit number. */
  static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

  static final ValueLayout.OfInt HALF_WORD = ValueLayout.JAVA_INT;

  private final SymbolLookup symbols;
  private final Map<String, RecordLayout> layouts;
  private final ApproximateOrderFunctions approximateOrder;
  private final BreadthFunctions breadth;
  private final CliqueFunctions cliques;
  private final CompletionFunctions completion;
  private final CoreFunctions core;
  private final EnumerateFunctions enumerate;
  private final GraphFunctions graph;
  private final LocalFunctions local;
  private final MaximalFunctions maximal;
  private final MaximumFunctions maximum;
  private final MergeFunctions merge;
  private final PartitionFunctions partition;
  private final TrustFunctions trust;
  private final WedgeFunctions wedge;

  private CudaLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
    requireAbi();
    this.layouts = readLayouts();
    this.approximateOrder = new ApproximateOrderFunctions(this);
    this.breadth = new BreadthFunctions(this);
    this.cliques = new CliqueFunctions(this);
    this.completion = new CompletionFunctions(this);
    this.core = new CoreFunctions(this);
    this.enumerate = new EnumerateFunctions(this);
    this.graph = new GraphFunctions(this);
    this.local = new LocalFunctions(this);
    this.maximal = new MaximalFunctions(this);
    this.maximum = new MaximumFunctions(this);
    this.merge = new MergeFunctions(this);
    this.partition = new PartitionFunctions(this);
    this.trust = new TrustFunctions(this);
    this.wedge = new WedgeFunctions(this);
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

  /** An order near a degeneracy order. */
  public ApproximateOrderFunctions approximateOrder() {
    return approximateOrder;
  }

  /** Breadth-first search for maximum cliques. */
  public BreadthFunctions breadth() {
    return breadth;
  }

  /** k-cliques. */
  public CliqueFunctions cliques() {
    return cliques;
  }

  /** The proof of sliced counts. */
  public CompletionFunctions completion() {
    return completion;
  }

  /** Exact degeneracy and other orders. */
  public CoreFunctions core() {
    return core;
  }

  /** Subgraphs along a matching plan. */
  public EnumerateFunctions enumerate() {
    return enumerate;
  }

  /** Graph preparation and statistics. */
  public GraphFunctions graph() {
    return graph;
  }

  /** Triangles of every edge and vertex. */
  public LocalFunctions local() {
    return local;
  }

  /** Maximal cliques. */
  public MaximalFunctions maximal() {
    return maximal;
  }

  /** Maximum cliques. */
  public MaximumFunctions maximum() {
    return maximum;
  }

  /** Merge per edge. */
  public MergeFunctions merge() {
    return merge;
  }

  /** Preparation in parts. */
  public PartitionFunctions partition() {
    return partition;
  }

  /** TRUST. */
  public TrustFunctions trust() {
    return trust;
  }

  /** The wedge kernel. */
  public WedgeFunctions wedge() {
    return wedge;
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
      version = (int) link("cs_abi_version", FunctionDescriptor.of(HALF_WORD)).invokeExact();
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
    MethodHandle table = link("cs_layouts", FunctionDescriptor.of(WORD, RECORD));
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
        long offset = entry.get(WORD, 2L * Long.BYTES);
        long bytes = entry.get(WORD, 3L * Long.BYTES);
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

  /** A function that returns a status. */
  MethodHandle statusFunction(String name, MemoryLayout... arguments) {
    return link(name, FunctionDescriptor.of(HALF_WORD, arguments));
  }

  /** A function that returns a number of bytes. */
  MethodHandle sizeFunction(String name, MemoryLayout... arguments) {
    return link(name, FunctionDescriptor.of(WORD, arguments));
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

  /** A downcall that returns a status. */
  @FunctionalInterface
  interface StatusCall {
    int call() throws Throwable;
  }

  /** A downcall that returns a number. */
  @FunctionalInterface
  interface SizeCall {
    long call() throws Throwable;
  }

  /** Makes a downcall; a status other than 0 is thrown. */
  static void enqueue(String name, StatusCall call) {
    int status;
    try {
      status = call.call();
    } catch (Throwable e) {
      throw unexpected(name, e);
    }
    if (status != 0) {
      throw new LibraryStatusException(name, status);
    }
  }

  /** Makes a downcall that returns a number. */
  static long size(String name, SizeCall call) {
    try {
      return call.call();
    } catch (Throwable e) {
      throw unexpected(name, e);
    }
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
