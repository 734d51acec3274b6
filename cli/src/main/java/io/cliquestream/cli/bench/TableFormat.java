package io.cliquestream.cli.bench;

/** How a benchmark prints its table. Named as they are typed. */
enum TableFormat {
  text,
  markdown,
  json
}
