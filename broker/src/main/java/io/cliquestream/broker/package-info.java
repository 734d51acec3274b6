/**
 * A real Kafka broker in this process or in one of its own, for the demo, campaigns and tests. Owns
 * the broker's threads and, where it is temporary, its folder; started and closed by one caller,
 * from any thread.
 */
package io.cliquestream.broker;
