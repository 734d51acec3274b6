/**
 * Patterns, histograms and neighbourhoods as pictures: in block and Braille characters for
 * terminals, as SVG for pages. Knows nothing of commands.
 */
package io.cliquestream.cli.drawing;
