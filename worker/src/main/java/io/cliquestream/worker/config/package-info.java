/**
 * The worker's settings: records whose components carry their bounds, default and help, and how
 * they are read from file, environment and flags. Values that never change once they are loaded,
 * before anything else starts; read from any thread. Everybody may know it, it knows nobody.
 */
package io.cliquestream.worker.config;
