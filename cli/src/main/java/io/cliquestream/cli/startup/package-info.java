/**
 * What the build does so that commands start fast. Run by the build alone, on its thread; nothing
 * of it runs when a command does.
 */
package io.cliquestream.cli.startup;
