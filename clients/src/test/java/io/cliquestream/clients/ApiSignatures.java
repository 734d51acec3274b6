package io.cliquestream.clients;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What programs can refer to in some packages and types, one line for each type and member:
 * everything public, and what is protected where a class can be extended. A line that goes or
 * changes breaks programs.
 */
final class ApiSignatures {
  private ApiSignatures() {}

  /** The lines, sorted, of packages and single types of the jar or folder that holds a type. */
  static List<String> of(Class<?> inside, Set<String> held) throws IOException {
    Set<String> lines = new TreeSet<>();
    for (String name : classNames(inside)) {
      String outer = name.replaceFirst("\\$.*", "");
      if (held.contains(outer) || held.contains(name.substring(0, name.lastIndexOf('.')))) {
        describe(load(inside, name), lines);
      }
    }
    return List.copyOf(lines);
  }

  private static List<String> classNames(Class<?> inside) throws IOException {
    try {
      URI source = inside.getProtectionDomain().getCodeSource().getLocation().toURI();
      if (Files.isDirectory(Path.of(source))) {
        return classNames(Path.of(source));
      }
      try (var jar = FileSystems.newFileSystem(Path.of(source), Map.of())) {
        return classNames(jar.getPath("/"));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static List<String> classNames(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && file.contains("/") && !file.startsWith("META"))
          .filter(file -> !file.endsWith("package-info.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .toList();
    }
  }

  private static Class<?> load(Class<?> inside, String name) {
    try {
      return Class.forName(name, false, inside.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void describe(Class<?> type, Set<String> lines) {
    if (!isReachable(type)) {
      return;
    }
    lines.add(header(type));
    boolean open = !Modifier.isFinal(type.getModifiers());
    for (Field field : type.getDeclaredFields()) {
      if (isOffered(field, open)) {
        lines.add(
            "%s %s%s %s"
                .formatted(
                    type.getName(), flags(field), text(field.getGenericType()), field.getName()));
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOffered(constructor, open)) {
        lines.add(
            "%s new(%s)%s".formatted(type.getName(), parameters(constructor), thrown(constructor)));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isOffered(method, open) && !method.isBridge()) {
        lines.add(
            "%s %s%s %s(%s)%s"
                .formatted(
                    type.getName(),
                    flags(method),
                    text(method.getGenericReturnType()),
                    method.getName(),
                    parameters(method),
                    thrown(method)));
      }
    }
  }

  private static boolean isReachable(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (!Modifier.isPublic(at.getModifiers()) || at.isAnonymousClass() || at.isLocalClass()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOffered(Member member, boolean open) {
    int modifiers = member.getModifiers();
    return !member.isSynthetic()
        && (Modifier.isPublic(modifiers) || (open && Modifier.isProtected(modifiers)));
  }

  private static String header(Class<?> type) {
    String kind =
        type.isInterface()
            ? "interface"
            : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    List<String> above = new ArrayList<>();
    if (type.getGenericSuperclass() != null) {
      above.add(text(type.getGenericSuperclass()));
    }
    Arrays.stream(type.getGenericInterfaces())
        .map(ApiSignatures::text)
        .sorted()
        .forEach(above::add);
    String sealed =
        type.isSealed()
            ? " permits "
                + Arrays.stream(type.getPermittedSubclasses())
                    .map(Class::getName)
                    .sorted()
                    .collect(joining(", "))
            : "";
    String flags =
        (Modifier.isAbstract(type.getModifiers()) && !type.isInterface() ? "abstract " : "")
            + (Modifier.isFinal(type.getModifiers()) ? "final " : "");
    return "%s: %s%s : %s%s"
        .formatted(type.getName(), flags, kind, String.join(", ", above), sealed);
  }

  private static String flags(Member member) {
    int modifiers = member.getModifiers();
    return (Modifier.isProtected(modifiers) ? "protected " : "")
        + (Modifier.isStatic(modifiers) ? "static " : "")
        + (Modifier.isAbstract(modifiers) ? "abstract " : "")
        + (member instanceof Field && Modifier.isFinal(modifiers) ? "final " : "");
  }

  private static String parameters(Executable executable) {
    return Arrays.stream(executable.getGenericParameterTypes())
        .map(ApiSignatures::text)
        .collect(joining(", "));
  }

  private static String thrown(Executable executable) {
    String types =
        Arrays.stream(executable.getGenericExceptionTypes())
            .map(ApiSignatures::text)
            .sorted()
            .collect(joining(", "));
    return types.isEmpty() ? "" : " throws " + types;
  }

  private static String text(Type type) {
    return type.getTypeName();
  }
}
