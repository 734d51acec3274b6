package io.cliquestream.worker.config;

import io.cliquestream.contract.RecordSigner;
import java.nio.file.Path;
import java.util.Optional;

/** Who may cancel jobs and retire versions by records that they sign. */
@Section("rights")
public record RightsSettings(
    @Setting(
            defaultValue = "",
            description =
                "File of those who sign cancels and tombstones, with their public keys and rights"
                    + " (docs/security.md).")
        Path principalsFile,
    @Setting(
            defaultValue = "false",
            description =
                "Whether a tombstone counts only with the signature of a principal who may retire"
                    + " its graph; others become dead letters and the version stays usable here.")
        boolean retireSigned,
    @Setting(
            defaultValue = "",
            description =
                "Name by which this worker signs what operators ask for over the API and what it"
                    + " retires of streams, with rights.own-key-file.")
        String ownPrincipal,
    @Setting(
            defaultValue = "",
            description = "This worker's private key (PEM, Ed25519), for rights.own-principal.")
        Path ownKeyFile) {
  /**
   * Signs what this worker asks for itself, if it has a key.
   *
   * @throws io.cliquestream.contract.ContractException OPTION_INVALID when the key cannot be used
   */
  public Optional<RecordSigner> signer() {
    return ownPrincipal.isEmpty()
        ? Optional.empty()
        : Optional.of(RecordSigner.read(ownPrincipal, ownKeyFile));
  }

  /** Checks that a name and a key go together. */
  public RightsSettings {
    if (ownPrincipal.isEmpty() != ownKeyFile.toString().isEmpty()) {
      throw new IllegalArgumentException(
          "rights.own-principal and rights.own-key-file go together");
    }
  }
}
