/**
 * The command {@code demo}: a real broker and a worker in this process, one job of every kind. Owns
 * both and closes them.
 */
package io.cliquestream.cli.demo;
