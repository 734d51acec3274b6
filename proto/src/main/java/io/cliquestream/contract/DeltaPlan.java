package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;

/**
 * How a delta is to be written.
 *
 * @param graphId see {@link Identifiers}
 * @param baseVersion unsigned, 1 or more
 * @param newVersion unsigned, above {@code baseVersion}
 * @param idWidth bytes of an id: 4 or 8
 * @param partBytes bytes of pairs at which a part is cut, 16 to {@value Bounds#PAYLOAD_BYTES}
 * @param tenant on whose account memory and version go; empty for none
 */
public record DeltaPlan(
    String graphId, long baseVersion, long newVersion, int idWidth, int partBytes, String tenant) {
  /** Checks everything. */
  public DeltaPlan {
    if (!Identifiers.isGraphId(graphId)) {
      throw new ContractException(FailureCode.FAILURE_CODE_GRAPH_ID_INVALID, graphId);
    }
    if (baseVersion == 0) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, "versions start at 1");
    }
    if (Long.compareUnsigned(newVersion, baseVersion) <= 0) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_VERSION_NOT_NEWER,
          "new version "
              + Long.toUnsignedString(newVersion)
              + " is not above base version "
              + Long.toUnsignedString(baseVersion));
    }
    if (idWidth != 4 && idWidth != 8) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, "id width is 4 or 8, not " + idWidth);
    }
    if (partBytes < 16 || partBytes > Bounds.PAYLOAD_BYTES) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG, "part bytes out of bounds: " + partBytes);
    }
    if (!Identifiers.isTenant(tenant)) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "a tenant has at most " + Bounds.TENANT_CHARACTERS + " characters");
    }
  }

  /**
   * A plan for no tenant.
   *
   * @param graphId see {@link Identifiers}
   * @param baseVersion unsigned, 1 or more
   * @param newVersion unsigned, above {@code baseVersion}
   * @param idWidth bytes of an id: 4 or 8
   * @param partBytes bytes of pairs at which a part is cut, 16 to {@value Bounds#PAYLOAD_BYTES}
   */
  public DeltaPlan(String graphId, long baseVersion, long newVersion, int idWidth, int partBytes) {
    this(graphId, baseVersion, newVersion, idWidth, partBytes, "");
  }

  /**
   * Parts as large as a record allows.
   *
   * @param graphId see {@link Identifiers}
   * @param baseVersion unsigned, 1 or more
   * @param newVersion unsigned, above {@code baseVersion}
   * @param idWidth bytes of an id: 4 or 8
   * @return a plan for no tenant
   */
  public static DeltaPlan of(String graphId, long baseVersion, long newVersion, int idWidth) {
    return new DeltaPlan(graphId, baseVersion, newVersion, idWidth, Bounds.PAYLOAD_BYTES);
  }

  /**
   * The same plan on a tenant's account.
   *
   * @param name at most {@value Bounds#TENANT_CHARACTERS} characters; empty for no tenant
   * @return this plan with that tenant
   */
  public DeltaPlan withTenant(String name) {
    return new DeltaPlan(graphId, baseVersion, newVersion, idWidth, partBytes, name);
  }
}
