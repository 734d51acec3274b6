package io.cliquestream.deploy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.util.Map;

/**
 * The types of Kubernetes, the Prometheus operator and Strimzi, read strictly: a field that they do
 * not have, or of another type, is an error. Says nothing about fields that are missing, nor about
 * KEDA, whose types no Java library has; {@link KubernetesSchemaTest} does.
 */
final class KnownFields {
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("v1/ConfigMap", ConfigMap.class),
          Map.entry("v1/Service", Service.class),
          Map.entry("v1/ServiceAccount", ServiceAccount.class),
          Map.entry("apps/v1/StatefulSet", StatefulSet.class),
          Map.entry("batch/v1/Job", Job.class),
          Map.entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
          Map.entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
          Map.entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class),
          Map.entry("monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class),
          Map.entry("kafka.strimzi.io/v1/KafkaTopic", KafkaTopic.class),
          Map.entry("kafka.strimzi.io/v1/KafkaUser", KafkaUser.class));

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(new NothingAdditional())
          .build();

  private KnownFields() {}

  static boolean hasTypeOf(JsonNode object) {
    return TYPES.containsKey(typeOf(object));
  }

  /**
   * Reads an object as its type.
   *
   * @throws IOException naming the field that its type does not have
   */
  static Object read(JsonNode object) throws IOException {
    Class<?> type = TYPES.get(typeOf(object));
    if (type == null) {
      throw new IOException("no type for " + typeOf(object));
    }
    return STRICT.treeToValue(object, type);
  }

  private static String typeOf(JsonNode object) {
    return object.path("apiVersion").asText() + "/" + object.path("kind").asText();
  }

  /** These types keep what they do not know in a map; here that is refused. */
  private static final class NothingAdditional extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return false;
    }
  }
}
