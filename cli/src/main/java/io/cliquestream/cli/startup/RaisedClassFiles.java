package io.cliquestream.cli.startup;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Raises the version of a jar's class files to Java 8's and gives them stack maps.
 *
 * <p>The JVM's start-up cache takes no class file from before Java 6, and checks one without stack
 * maps in the old, slow way: a library of two hundred such classes costs every command a sixth of
 * its processor time. The code stays as it is; {@code META-INF/RAISED} in the jar says what was
 * done. A jar without such files, or one that was raised before, stays as it is.
 */
public final class RaisedClassFiles {
  /** A version whose files must have stack maps. */
  private static final int VERSION = ClassFile.JAVA_8_VERSION;

  private static final String NOTE = "META-INF/RAISED";
  private static final String NOTE_TEXT =
      "The build of Cliquestream raised the class files of this jar to version "
          + VERSION
          + " and added stack maps; their code was not changed.\n";

  private final ClassFile files;

  private RaisedClassFiles(ClassLoader classes) {
    this.files =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /** Arguments: jars. */
  public static void main(String[] arguments) throws IOException {
    for (String jar : arguments) {
      raise(Path.of(jar));
    }
  }

  /**
   * Raises the class files of a jar in place.
   *
   * @throws IllegalArgumentException when the code of one cannot be given stack maps
   */
  static void raise(Path jar) throws IOException {
    Path raised = jar.resolveSibling(jar.getFileName() + ".raised");
    boolean any = false;
    try (var classes =
            new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        var in = new ZipFile(jar.toFile());
        var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(raised)))) {
      var raising = new RaisedClassFiles(classes);
      for (var entries = in.entries(); entries.hasMoreElements(); ) {
        ZipEntry entry = entries.nextElement();
        byte[] content = in.getInputStream(entry).readAllBytes();
        Optional<byte[]> newer =
            entry.getName().endsWith(".class") ? raising.raised(content) : Optional.empty();
        any |= newer.isPresent();
        write(out, entry, newer.orElse(content));
      }
      if (any) {
        var note = new ZipEntry(NOTE);
        note.setTimeLocal(in.entries().nextElement().getTimeLocal());
        write(out, note, NOTE_TEXT.getBytes(StandardCharsets.UTF_8));
      }
    }
    if (any) {
      Files.move(raised, jar, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(raised);
    }
  }

  private static void write(ZipOutputStream out, ZipEntry like, byte[] content) throws IOException {
    var entry = new ZipEntry(like.getName());
    // The same bytes at every build.
    entry.setTimeLocal(like.getTimeLocal());
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }

  /** The class file as a newer one; empty when it is new enough. */
  private Optional<byte[]> raised(byte[] content) {
    ClassModel model = files.parse(content);
    if (model.majorVersion() >= ClassFile.JAVA_7_VERSION) {
      return Optional.empty();
    }
    // Code that is handed on whole keeps its lack of stack maps.
    MethodTransform anew = MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL);
    ClassTransform raise =
        (builder, element) -> {
          switch (element) {
            case ClassFileVersion _ -> builder.withVersion(VERSION, 0);
            case MethodModel method -> builder.transformMethod(method, anew);
            default -> builder.with(element);
          }
        };
    return Optional.of(files.transformClass(model, raise));
  }
}
