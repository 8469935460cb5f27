#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets: passwords, keys, and a certificate for localhost. It changes none that
# exists. Replace the certificate by a real one before anyone else uses the installation.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets/tls

random() { openssl rand -hex 24; }
[ -s secrets/database_password ] || random >secrets/database_password
[ -s secrets/database_url ] || echo "postgres://foyer:$(cat secrets/database_password)@postgres/foyer" >secrets/database_url
[ -s secrets/encryption_key ] || openssl rand -base64 32 >secrets/encryption_key
[ -s secrets/metrics_token ] || random >secrets/metrics_token
[ -s secrets/tls/key.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 \
  -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout secrets/tls/key.pem -out secrets/tls/cert.pem 2>/dev/null
# The containers run as other users and get the files by mounts; the folder itself stays closed.
chmod 644 secrets/database_url secrets/database_password secrets/encryption_key secrets/metrics_token
