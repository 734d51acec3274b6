package io.cliquestream.worker.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where spans of jobs are sent, if anywhere. Commands other than serve read the environment. */
@Section("traces")
public record TraceSettings(
    @Setting(
            defaultValue = "",
            description =
                "Where spans are sent: the URL of an OTLP receiver (HTTP, protobuf), such as"
                    + " http://collector:4318/v1/traces; nothing is traced when empty.")
        String otlpEndpoint,
    @Setting(
            defaultValue = "",
            description =
                "Headers of each request, NAME=VALUE separated by commas, to say who sends; better"
                    + " in the environment than among flags.")
        Secret otlpHeaders,
    @Setting(
            defaultValue = "",
            description =
                "Certificates (PEM) of which one has to have signed the receiver's; those that Java"
                    + " trusts when empty.")
        Path otlpAuthorities,
    @Setting(
            defaultValue = "1",
            range = "0..1",
            description =
                "Share of the jobs that are traced, of those that come without a traceparent; one"
                    + " that has it is traced if it says so.")
        double share,
    @Setting(
            defaultValue = "8192",
            range = "512..1000000",
            description = "Spans that wait to be sent; further ones are dropped.")
        int queuedSpans,
    @Setting(
            defaultValue = "1s",
            range = "10ms..1m",
            description = "Longest time that a span waits for others to be sent with.")
        Duration exportInterval,
    @Setting(
            defaultValue = "10s",
            range = "100ms..1m",
            description = "Time for one request to the receiver, repeats included.")
        Duration exportTimeout) {
  /** Checks the endpoint and the headers. */
  public TraceSettings {
    if (!otlpEndpoint.isEmpty()) {
      URI url = URI.create(otlpEndpoint);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (!http || url.getHost() == null) {
        throw new IllegalArgumentException(
            "traces.otlp-endpoint takes the URL of an OTLP receiver, such as"
                + " http://collector:4318/v1/traces, not '"
                + otlpEndpoint
                + "'");
      }
    }
    Map<String, String> _ = parse(otlpHeaders);
  }

  /** Whether anything is traced. */
  public boolean enabled() {
    return !otlpEndpoint.isEmpty();
  }

  /** Headers of each request by name. */
  public Map<String, String> headers() {
    return parse(otlpHeaders);
  }

  private static Map<String, String> parse(Secret secret) {
    var headers = new LinkedHashMap<String, String>();
    for (String header : secret.text().split(",", -1)) {
      if (!header.isBlank()) {
        int equals = header.indexOf('=');
        if (equals < 1) {
          throw new IllegalArgumentException("traces.otlp-headers takes NAME=VALUE,NAME=VALUE");
        }
        headers.put(header.substring(0, equals).strip(), header.substring(equals + 1).strip());
      }
    }
    return headers;
  }
}
