package io.cliquestream.worker.config;

/** Where metrics and health are served. */
@Section("http")
public record HttpSettings(
    @Setting(defaultValue = "0.0.0.0", description = "Address to listen on.") String host,
    @Setting(
            defaultValue = "8080",
            minimum = "0",
            maximum = "65535",
            description = "Port to listen on; 0 for any free one.")
        int port) {}
