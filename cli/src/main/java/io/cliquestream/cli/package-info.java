/**
 * The command line: the root of all commands, failures as exit codes, signals. Starts on the main
 * thread; everything else is a package of commands below it.
 */
package io.cliquestream.cli;
