/** Tables whose rows are edges: CSV of any dialect, and words between blanks. */
package io.cliquestream.formats.table;
