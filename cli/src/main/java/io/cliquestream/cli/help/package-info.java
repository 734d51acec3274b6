/** The command line described for people and shells: help, manual pages, completion. */
package io.cliquestream.cli.help;
