/**
 * The kinds of jobs on a command line: their options, made from the worker's catalogue, and
 * commands that hold one for each. Without state; the commands that take a job call it.
 */
package io.cliquestream.cli.job;
