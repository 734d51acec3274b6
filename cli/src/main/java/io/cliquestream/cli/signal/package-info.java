/**
 * Signals of the operating system, on whatever thread the JVM gives them. Without state; commands
 * call it, and it knows none of them.
 */
package io.cliquestream.cli.signal;
