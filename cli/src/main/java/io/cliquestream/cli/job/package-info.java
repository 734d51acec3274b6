/**
 * Options of job kinds on a command line, made from the worker's catalogue. Without state; the
 * commands that take a job call it.
 */
package io.cliquestream.cli.job;
