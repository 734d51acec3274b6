/** A client of the contract over Kafka: graphs and jobs out, results and progress in. */
package io.cliquestream.client;
