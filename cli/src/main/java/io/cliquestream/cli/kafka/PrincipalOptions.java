package io.cliquestream.cli.kafka;

import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Who asks, for workers that look at it: a name and the key that shows it. */
final class PrincipalOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--principal",
      paramLabel = "NAME",
      description = "Sign the request as this principal of the workers' rights.principals-file.")
  private String principal;

  @Option(
      names = "--principal-key",
      paramLabel = "FILE",
      description =
          "The principal's private key, as 'openssl genpkey -algorithm ed25519' makes it.")
  private Path key;

  /** Connects as whoever was named. */
  CliquestreamClient connect(BrokerOptions broker) {
    if ((principal == null) != (key == null)) {
      throw new ParameterException(
          spec.commandLine(), "--principal and --principal-key go together");
    }
    ClientSettings settings = broker.settings();
    return CliquestreamClient.open(
        principal == null ? settings : settings.withSigner(RecordSigner.read(principal, key)));
  }
}
