package io.cliquestream.worker.directory.listed;

import java.util.List;
import java.util.Optional;

/**
 * Part of a list.
 *
 * @param total items of the whole list
 * @param next where the next part begins; empty after the last
 */
public record Page<T>(List<T> items, int total, Optional<String> next) {
  /** Keeps a copy. */
  public Page {
    items = List.copyOf(items);
  }
}
