/** Edges as they are collected, with vertices by number or by name. */
package io.cliquestream.formats.edges;
