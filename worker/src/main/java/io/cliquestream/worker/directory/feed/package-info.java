/**
 * Reads the topics that say what the group knows, and tells the directory. Each class lives on the
 * event loop that started it; the API and its exchange may ask from any thread.
 */
package io.cliquestream.worker.directory.feed;
