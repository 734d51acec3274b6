/**
 * The contract beyond the generated messages: topics, keys, partitions, headers, bounds, and how
 * edges become records and records become edges. Knows protobuf and the JDK, nothing else.
 */
package io.cliquestream.contract;
