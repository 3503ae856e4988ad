package main

import (
	"fmt"
	"time"
)

// teams is how many namespaces the many deployments are spread over.
const teams = 200

// deployment is one as Helm leaves it: two containers with their variables, probes and volumes.
func deployment(namespace, name string) object {
	labels := object{"app.kubernetes.io/name": name, "app.kubernetes.io/instance": name, "app.kubernetes.io/managed-by": "Helm", "helm.sh/chart": name + "-4.2.1"}
	selector := object{"app.kubernetes.io/name": name}
	return object{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": object{"name": name, "namespace": namespace, "labels": labels, "annotations": object{
			"deployment.kubernetes.io/revision": "3", "meta.helm.sh/release-name": name, "meta.helm.sh/release-namespace": namespace,
		}},
		"spec": object{
			"replicas": 2, "selector": object{"matchLabels": selector}, "revisionHistoryLimit": 10, "progressDeadlineSeconds": 600,
			"template": object{"metadata": object{"labels": labels, "annotations": object{"checksum/config": fmt.Sprintf("%064x", len(name))}}, "spec": object{
				"containers": []object{container(name), container(name + "-proxy")}, "serviceAccountName": name,
				"securityContext": object{"runAsNonRoot": true, "fsGroup": 1000}, "terminationGracePeriodSeconds": 30,
				"volumes": []object{{"name": "config", "configMap": object{"name": name}}, {"name": "tmp", "emptyDir": object{}}},
			}},
		},
	}
}

func container(name string) object {
	var variables []object
	for k := range 10 {
		variables = append(variables, object{"name": fmt.Sprintf("SETTING_%02d", k), "value": fmt.Sprintf("http://service-%02d.%s.svc:8080/path", k, name)})
	}
	probe := object{"httpGet": object{"path": "/healthz", "port": "http", "scheme": "HTTP"}, "periodSeconds": 10, "timeoutSeconds": 3, "failureThreshold": 3, "successThreshold": 1}
	return object{
		"name": name, "image": "registry.example.org/" + name + ":4.2.1", "imagePullPolicy": "IfNotPresent", "env": variables,
		"ports":         []object{{"name": "http", "containerPort": 8080, "protocol": "TCP"}},
		"livenessProbe": probe, "readinessProbe": probe,
		"resources":       object{"limits": object{"memory": "512Mi"}, "requests": object{"cpu": "100m", "memory": "256Mi"}},
		"securityContext": object{"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true, "capabilities": object{"drop": []string{"ALL"}}},
		"volumeMounts":    []object{{"name": "config", "mountPath": "/etc/" + name, "readOnly": true}, {"name": "tmp", "mountPath": "/tmp"}},
	}
}

func deploymentStatus() object {
	now := time.Now().UTC().Format(time.RFC3339)
	condition := func(kind, reason, message string) object {
		return object{"type": kind, "status": "True", "reason": reason, "message": message, "lastTransitionTime": now, "lastUpdateTime": now}
	}
	return object{
		"observedGeneration": 1, "replicas": 2, "updatedReplicas": 2, "readyReplicas": 2, "availableReplicas": 2,
		"conditions": []object{
			condition("Available", "MinimumReplicasAvailable", "Deployment has minimum availability."),
			condition("Progressing", "NewReplicaSetAvailable", "ReplicaSet has successfully progressed."),
		},
	}
}

func (a *api) addDeployment(namespace, name string) error {
	path := "/apis/apps/v1/namespaces/" + namespace + "/deployments/" + name
	return a.applyWithStatus(path, deployment(namespace, name), deploymentStatus())
}

func (a *api) addNamespace(name string) error {
	return a.apply("/api/v1/namespaces/"+name, object{"apiVersion": "v1", "kind": "Namespace", "metadata": object{"name": name}})
}

// addDeployments makes that many, spread over the teams' namespaces.
func (a *api) addDeployments(many int) error {
	team := func(i int) string { return fmt.Sprintf("team-%d", i%teams) }
	if err := each(0, min(many, teams)-1, func(i int) error { return a.addNamespace(team(i)) }); err != nil {
		return err
	}
	return each(0, many-1, func(i int) error { return a.addDeployment(team(i), fmt.Sprintf("service-%d", i)) })
}
