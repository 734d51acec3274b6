package io.cliquestream.kernels.cuda.library;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The C function that a method calls. One that begins with "_" goes behind the name that the
 * interface has.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Symbol {
  String value();
}
