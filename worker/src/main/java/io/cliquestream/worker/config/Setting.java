package io.cliquestream.worker.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one setting: a component of a record annotated with {@link Section}. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {
  /** The default as a person would write it. */
  String defaultValue();

  /** One sentence: what it bounds or names, and what a larger value costs. */
  String description();

  /** Least value allowed, inclusive; empty for none. */
  String minimum() default "";

  /** Greatest value allowed, inclusive; empty for none. */
  String maximum() default "";
}
