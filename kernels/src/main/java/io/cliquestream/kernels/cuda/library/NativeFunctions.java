package io.cliquestream.kernels.cuda.library;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Implements an interface whose methods name C functions. The signature says everything: a {@link
 * NativeRecord} or a {@link MemorySegment} is passed as a pointer to host memory, a long as 64 bits
 * (a number, a device address, a stream), an int as 32. A method that returns nothing calls a
 * function that returns a status, and any but 0 is thrown; one that returns a boolean plans memory
 * and is false where the budget is too small; one that returns a long returns the function's
 * number.
 *
 * <p>A call takes some tens of nanoseconds more than the function, which launches kernels. The
 * first call of each function makes its handle, some milliseconds in a young process; all of them
 * made beforehand took 0.6 s of the start.
 */
final class NativeFunctions implements InvocationHandler {
  private static final Object[] NONE = {};
  private static final MethodHandle MEMORY = memory();

  private final Map<Method, Call> calls = new HashMap<>();

  /** A function; its handle is made when it is first called. */
  private static final class Call {
    private final String symbol;
    private final Supplier<MethodHandle> maker;
    private volatile MethodHandle handle;

    Call(String symbol, Supplier<MethodHandle> maker) {
      this.symbol = symbol;
      this.maker = maker;
    }

    MethodHandle handle() {
      MethodHandle made = handle;
      if (made == null) {
        synchronized (this) {
          made = handle;
          if (made == null) {
            made = maker.get();
            handle = made;
          }
        }
      }
      return made;
    }
  }

  /** Finds functions by name and makes handles of them. */
  @FunctionalInterface
  interface Linker {
    MethodHandle link(String symbol, FunctionDescriptor descriptor);
  }

  private NativeFunctions(Class<?> family, Linker linker) {
    for (Method method : family.getMethods()) {
      String symbol = symbol(family, method);
      calls.put(
          method, new Call(symbol, () -> taking(method, linker.link(symbol, descriptor(method)))));
    }
  }

  /** Makes the handles of every function of a family that are not there yet. */
  static void linkAll(Object family) {
    if (Proxy.getInvocationHandler(family) instanceof NativeFunctions functions) {
      functions.calls.values().forEach(Call::handle);
    }
  }

  /** An instance of an interface of which every method has a {@link Symbol}. */
  static <T> T bind(Class<T> family, Linker linker) {
    return family.cast(
        Proxy.newProxyInstance(
            family.getClassLoader(), new Class<?>[] {family}, new NativeFunctions(family, linker)));
  }

  /** The C function of a method. */
  static String symbol(Class<?> family, Method method) {
    String own = method.getAnnotation(Symbol.class).value();
    return own.startsWith("_") ? family.getAnnotation(Symbol.class).value() + own : own;
  }

  /** What C sees of a method. */
  static FunctionDescriptor descriptor(Method method) {
    MemoryLayout result =
        method.getReturnType() == long.class ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
    return FunctionDescriptor.of(
        result,
        Stream.of(method.getParameterTypes())
            .map(NativeFunctions::layout)
            .toArray(MemoryLayout[]::new));
  }

  private static MemoryLayout layout(Class<?> type) {
    return type == long.class
        ? ValueLayout.JAVA_LONG
        : type == int.class ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS;
  }

  /** The handle with records for their memory, and all arguments in one array. */
  private static MethodHandle taking(Method method, MethodHandle plain) {
    MethodHandle handle = plain;
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == NativeRecord.class) {
        handle = MethodHandles.filterArguments(handle, i, MEMORY);
      }
    }
    return handle
        .asSpreader(Object[].class, types.length)
        .asType(MethodType.methodType(Object.class, Object[].class));
  }

  private static MethodHandle memory() {
    try {
      return MethodHandles.lookup()
          .findVirtual(NativeRecord.class, "memory", MethodType.methodType(MemorySegment.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Call call = calls.get(method);
    if (call == null) {
      return method.invoke(this, arguments);
    }
    MethodHandle handle = call.handle();
    Object result;
    try {
      result = (Object) handle.invokeExact(arguments == null ? NONE : arguments);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      // Downcalls throw nothing themselves: only errors of this program end here.
      throw new ComputeException(FailureCode.INTERNAL, "the call of " + call.symbol + " failed", e);
    }
    if (!(result instanceof Integer status)) {
      return result;
    }
    boolean plans = method.getReturnType() == boolean.class;
    if (status != 0 && !(plans && status == CudaLibrary.WORKSPACE_TOO_SMALL)) {
      throw new LibraryStatusException(call.symbol, status);
    }
    return plans ? status == 0 : null;
  }
}
