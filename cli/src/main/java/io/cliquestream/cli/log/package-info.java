/** How the log looks. The logging library calls it; nothing else of the command line is needed. */
package io.cliquestream.cli.log;
