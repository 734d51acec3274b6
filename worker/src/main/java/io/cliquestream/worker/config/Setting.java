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

  /** Least and greatest value allowed, as {@code 1..1000}; empty where every one is. */
  String range() default "";
}
