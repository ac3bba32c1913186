#!/usr/bin/env bash
# Makes the keys and certificates of the tests: nobody else may use them.
set -euo pipefail
cd "$(dirname "$0")"
days=36500
authority() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days $days \
        -subj "/CN=andor test $1" -keyout "$1.key" -out "$1.pem" 2>/dev/null
}
signed() {
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=andor test $1" \
        -keyout "$1.key" -out "$1.csr" 2>/dev/null
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days $days \
        -extfile <(printf "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n") -out "$1.pem" 2>/dev/null
    rm "$1.csr"
}
authority ca
authority stranger
signed server
signed client
rm -f ca.key stranger.key ca.srl
