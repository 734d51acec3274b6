/**
 * One page that holds an answer with pictures, its plan, its times and its command. It needs no
 * host, no script and no second file.
 */
package io.cliquestream.cli.report;
