#!/usr/bin/env bash
# Start a real etcd + kube-apiserver on loopback: up.sh DIR PORT   (BIN=directory that build.sh filled)
# Leaves DIR/{admin,viewer,blind}.config, DIR/audit.log, DIR/pids.
set -euo pipefail
D=$1; P=${2:-16443}; B=${BIN:?directory that build.sh filled}
EP=$((P+1)); EPP=$((P+2))
mkdir -p "$D/pki"; cd "$D"
if [ ! -f pki/ca.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout pki/ca.key -out pki/ca.crt -subj /CN=kubernetes -days 365 2>/dev/null
  openssl genrsa -out pki/sa.key 2048 2>/dev/null; openssl rsa -in pki/sa.key -pubout -out pki/sa.pub 2>/dev/null
  mk() { # name subject san
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout pki/$1.key -out pki/$1.csr -subj "$2" 2>/dev/null
    openssl x509 -req -in pki/$1.csr -CA pki/ca.crt -CAkey pki/ca.key -CAcreateserial -days 365 -out pki/$1.crt -extfile <(printf "%s" "$3") 2>/dev/null; }
  mk server /CN=kube-apiserver "subjectAltName=DNS:cluster-api,DNS:localhost,DNS:kubernetes,IP:127.0.0.1,IP:10.96.0.1"
  mk admin  /O=system:masters/CN=kubernetes-admin ""
  mk viewer /O=viewers/CN=nestor-viewer ""
  mk blind  /O=nobody/CN=nestor-blind ""
fi
cat > audit.yaml <<Y
apiVersion: audit.k8s.io/v1
kind: Policy
rules: [{level: Metadata}]
Y
"$B/etcd" --data-dir etcd --listen-client-urls http://127.0.0.1:$EP --advertise-client-urls http://127.0.0.1:$EP --listen-peer-urls http://127.0.0.1:$EPP --initial-advertise-peer-urls http://127.0.0.1:$EPP --initial-cluster default=http://127.0.0.1:$EPP >etcd.log 2>&1 & echo $! > pids
"$B/kube-apiserver" --etcd-servers=http://127.0.0.1:$EP --bind-address=127.0.0.1 --secure-port=$P --advertise-address=127.0.0.1 \
  --service-cluster-ip-range=10.96.0.0/16 --client-ca-file=pki/ca.crt --tls-cert-file=pki/server.crt --tls-private-key-file=pki/server.key \
  --service-account-issuer=https://kubernetes.default.svc --service-account-signing-key-file=pki/sa.key --service-account-key-file=pki/sa.pub \
  --authorization-mode=RBAC --disable-admission-plugins=ServiceAccount --audit-policy-file=audit.yaml --audit-log-path=audit.log \
  --endpoint-reconciler-type=none >apiserver.log 2>&1 & echo $! >> pids
for u in admin viewer blind; do
  kubectl --kubeconfig $u.config config set-cluster kubernetes --server=https://127.0.0.1:$P --certificate-authority=pki/ca.crt --embed-certs >/dev/null
  kubectl --kubeconfig $u.config config set-credentials kubernetes-$u --client-certificate=pki/$u.crt --client-key=pki/$u.key --embed-certs >/dev/null
  kubectl --kubeconfig $u.config config set-context kubernetes-$u@kubernetes --cluster=kubernetes --user=kubernetes-$u >/dev/null
  kubectl --kubeconfig $u.config config use-context kubernetes-$u@kubernetes >/dev/null
done
for i in $(seq 120); do kubectl --kubeconfig admin.config get --raw /readyz >/dev/null 2>&1 && { echo "ready after ${i}s on $P"; exit 0; }; sleep 1; done
echo "not ready"; tail -20 apiserver.log; exit 1
