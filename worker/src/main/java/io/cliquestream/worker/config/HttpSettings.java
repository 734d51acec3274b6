package io.cliquestream.worker.config;

import java.nio.file.Path;
import java.time.Duration;

/** Where metrics and health are served, and to whom. */
@Section("http")
public record HttpSettings(
    @Setting(
            defaultValue = "127.0.0.1",
            description =
                "Address to listen on. One that other machines reach needs http.token,"
                    + " http.token-file or http.tls-client-authorities, or http.insecure=true.")
        String host,
    @Setting(
            defaultValue = "8080",
            range = "0..65535",
            description = "Port to listen on; 0 for any free one.")
        int port,
    @Setting(
            defaultValue = "false",
            description =
                "Listen on an address that other machines reach without knowing who asks; for"
                    + " networks that are closed by other means.")
        boolean insecure,
    @Setting(
            defaultValue = "",
            description =
                "What a request for metrics or details has to bring as 'Authorization: Bearer"
                    + " TOKEN'; better in the environment than among flags.")
        Secret token,
    @Setting(defaultValue = "", description = "File whose first line is that token.")
        Path tokenFile,
    @Setting(
            defaultValue = "",
            description =
                "File of those who may ask, with their roles and tenants (docs/security.md).")
        Path accessFile,
    @Setting(
            defaultValue = "auto",
            description =
                "What those may do over the API whom neither a token nor http.access-file names:"
                    + " none, viewer, operator, or auto (operator on a loopback address, else"
                    + " viewer).")
        AnonymousRole anonymousRole,
    @Setting(
            defaultValue = "",
            description = "This server's certificate and its chain (PEM); HTTPS when given.")
        Path tlsCertificate,
    @Setting(defaultValue = "", description = "The certificate's private key (PEM, PKCS 8).")
        Path tlsKey,
    @Setting(
            defaultValue = "",
            description =
                "Certificates (PEM) of which one has to have signed a client's own: mutual TLS.")
        Path tlsClientAuthorities,
    @Setting(
            defaultValue = "30s",
            range = "100ms..1h",
            description =
                "A connection that sends no whole request, or takes no answer, for this long is"
                    + " closed.")
        Duration idleTimeout,
    @Setting(
            defaultValue = "8KiB",
            range = "1KiB..1MiB",
            description =
                "Most bytes of a request's headers; a body is refused but for actions of the API.")
        ByteSize headerBytes,
    @Setting(
            defaultValue = "256",
            range = "1..100000",
            description = "Connections at once; further ones are closed.")
        int maximumConnections) {
  /** Whether connections are encrypted. */
  public boolean isEncrypted() {
    return isSet(tlsCertificate);
  }

  /** Whether clients have to show a certificate. */
  public boolean asksForCertificates() {
    return isSet(tlsClientAuthorities);
  }

  private static boolean isSet(Path path) {
    return !path.toString().isEmpty();
  }
}
