package io.cliquestream.worker.config;

/** What those may do over the API whom nobody knows. */
public enum AnonymousRole {
  /** Operator where only this machine reaches the port, viewer elsewhere. */
  AUTO,
  NONE,
  VIEWER,
  OPERATOR
}
