/**
 * What makes commands start fast: what the build does for it, on its own thread, and what a command
 * puts off, called by {@code Main} before all else.
 */
package io.cliquestream.cli.startup;
