/**
 * Questions about a graph that are no jobs: what it is, the cores of its vertices, how it differs
 * from another one; and about jobs before they run.
 */
package io.cliquestream.cli.info;
