package io.cliquestream.contract;

import com.google.protobuf.Descriptors.Descriptor;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.ResultRecord;

/** Values of {@link HeaderNames#TYPE}: the full name of the value's protobuf message. */
public final class EventTypes {
  /** On {@link Topics#graphs()}. */
  public static final String GRAPH_RECORD = of(GraphRecord.getDescriptor());

  /** On {@link Topics#jobs()}. */
  public static final String JOB_REQUEST = of(JobRequest.getDescriptor());

  /** On {@link Topics#control()}. */
  public static final String JOB_CONTROL = of(JobControl.getDescriptor());

  /** On {@link Topics#results()}. */
  public static final String RESULT_RECORD = of(ResultRecord.getDescriptor());

  /** On {@link Topics#progress()}. */
  public static final String JOB_PROGRESS = of(JobProgress.getDescriptor());

  /** On {@link Topics#alerts()}. */
  public static final String ALERT = of(Alert.getDescriptor());

  /** On {@link Topics#changes()}. */
  public static final String CHANGE_RECORD = of(ChangeRecord.getDescriptor());

  private EventTypes() {}

  private static String of(Descriptor message) {
    return message.getFullName();
  }
}
