// Reads a JSON array of Kubernetes objects and prints what is wrong with each; ends with 1 when anything is.
// Objects whose kind no installed package knows are named and left alone.
import { readFileSync } from "node:fs";

const groups = {
  "v1": "kubernetes-models/v1",
  "apps/v1": "kubernetes-models/apps/v1",
  "batch/v1": "kubernetes-models/batch/v1",
  "networking.k8s.io/v1": "kubernetes-models/networking.k8s.io/v1",
  "policy/v1": "kubernetes-models/policy/v1",
  "keda.sh/v1alpha1": "@kubernetes-models/keda/keda.sh/v1alpha1",
  "monitoring.coreos.com/v1": "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
};

let wrong = 0;
for (const object of JSON.parse(readFileSync(0, "utf8"))) {
  const name = `${object.kind} ${object.metadata?.name}`;
  const folder = groups[object.apiVersion];
  if (!folder) {
    console.log(`${name}: no schema for ${object.apiVersion}`);
    continue;
  }
  const { [object.kind]: Kind } = await import(`${folder}/${object.kind}`);
  try {
    new Kind(object).validate();
    console.log(`${name}: valid`);
  } catch (error) {
    wrong++;
    console.log(`${name}: INVALID: ${error.message}`);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
