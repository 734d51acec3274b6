/** Commands that another program's root command registers as subcommands. */
package io.cliquestream.loadgen.cli;
