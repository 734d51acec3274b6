{{- define "cliquestream.name" -}}
{{- default .Release.Name .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "cliquestream.selector" -}}
app.kubernetes.io/name: cliquestream
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: worker
{{- end -}}

{{- define "cliquestream.labels" -}}
{{ include "cliquestream.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "cliquestream.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "cliquestream.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "cliquestream.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* How to reach a secured broker, for the worker and for the job that creates topics. Secrets go by the environment. */}}
{{- define "cliquestream.kafkaEnvironment" -}}
{{- with .Values.kafka.passwordSecret }}
{{- if .name }}
- name: CLIQUESTREAM_KAFKA_SASL_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .name }}
      key: {{ .key }}
{{- end }}
{{- end }}
{{- with .Values.kafka.clientSecret }}
{{- if .name }}
- name: CLIQUESTREAM_KAFKA_SSL_KEYSTORE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .name }}
      key: {{ .passwordKey }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "cliquestream.kafkaMounts" -}}
{{- if .Values.kafka.propertiesSecret.name }}
- name: kafka-properties
  mountPath: /etc/cliquestream/kafka-properties
  readOnly: true
{{- end }}
{{- if .Values.kafka.authoritySecret.name }}
- name: kafka-authority
  mountPath: /etc/cliquestream/kafka-authority
  readOnly: true
{{- end }}
{{- if .Values.kafka.clientSecret.name }}
- name: kafka-client
  mountPath: /etc/cliquestream/kafka-client
  readOnly: true
{{- end }}
{{- end -}}

{{- define "cliquestream.kafkaVolumes" -}}
{{- with .Values.kafka.propertiesSecret }}
{{- if .name }}
- name: kafka-properties
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: client.properties
{{- end }}
{{- end }}
{{- with .Values.kafka.authoritySecret }}
{{- if .name }}
- name: kafka-authority
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: ca.pem
{{- end }}
{{- end }}
{{- with .Values.kafka.clientSecret }}
{{- if .name }}
- name: kafka-client
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: user.p12
{{- end }}
{{- end }}
{{- end -}}

{{- define "cliquestream.probe" -}}
httpGet:
  path: {{ .path }}
  port: http
  {{- if .tls }}
  scheme: HTTPS
  {{- end }}
{{- end -}}

{{/* What the chart sets, under what the user sets. */}}
{{- define "cliquestream.settings" -}}
{{- $kafka := .Values.kafka -}}
{{- $own := dict
  "kafka.bootstrap" $kafka.bootstrap
  "kafka.topic-prefix" $kafka.topicPrefix
  "kafka.group-id" $kafka.groupId
  "kafka.security-protocol" $kafka.securityProtocol
  "kafka.sasl-mechanism" $kafka.saslMechanism
  "kafka.sasl-username" $kafka.saslUsername
  "graphs.spill-folder" "/var/lib/cliquestream/spill"
  "graphs.spill-bytes" (printf "%dMiB" (div (mul (int .Values.spill.sizeGi) 9216) 10))
  "engine.kind" (ternary "auto" "cpu" .Values.gpu.enabled)
  "http.host" "0.0.0.0"
  "http.port" "8080"
  "drain.timeout" (printf "%ds" (int .Values.drainSeconds)) -}}
{{- if .Values.http.tokenSecret.name }}{{ $_ := set $own "http.token-file" "/etc/cliquestream/http-token/token" }}
{{- else }}{{ $_ := set $own "http.insecure" "true" }}{{ end -}}
{{- if .Values.http.tlsSecret.name }}
{{- $_ := set $own "http.tls-certificate" "/etc/cliquestream/http-tls/tls.crt" }}
{{- $_ := set $own "http.tls-key" "/etc/cliquestream/http-tls/tls.key" }}
{{- end -}}
{{- if $kafka.propertiesSecret.name }}{{ $_ := set $own "kafka.properties-file" "/etc/cliquestream/kafka-properties/client.properties" }}{{ end -}}
{{- if $kafka.authoritySecret.name }}{{ $_ := set $own "kafka.ssl-truststore" "/etc/cliquestream/kafka-authority/ca.pem" }}{{ end -}}
{{- if $kafka.clientSecret.name }}{{ $_ := set $own "kafka.ssl-keystore" "/etc/cliquestream/kafka-client/user.p12" }}{{ end -}}
{{- range $name, $value := mergeOverwrite $own .Values.settings }}
{{ $name }}={{ if kindIs "float64" $value }}{{ int64 $value }}{{ else }}{{ $value }}{{ end }}
{{- end }}
{{- end -}}
