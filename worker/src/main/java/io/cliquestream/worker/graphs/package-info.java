/**
 * What the rest of the worker knows of graphs: a store that leases versions. Jobs call it, from any
 * thread; intake implements it. It knows neither.
 */
package io.cliquestream.worker.graphs;
