/**
 * The command line: the root of all commands, and failures as exit codes. Starts on the main
 * thread; everything else is a package of commands below it, and none of them knows the root.
 */
package io.cliquestream.cli;
