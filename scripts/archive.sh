#!/usr/bin/env bash
# Makes dist/andor-VERSION-TARGET.tar.gz: the program, completions, manual pages, licences and a certificate to
# try it on. The program is linked statically (musl) where that target is installed
# (rustup target add x86_64-unknown-linux-musl), and with the C library of this machine elsewhere; the name says
# which. The first word is another target, if there is one; PROFILE=dev makes an archive soon.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
static=${host/-gnu/-musl}
if [ -n "${1:-}" ]; then
    target=$1
elif [ "$static" != "$host" ] && [ -d "$(rustc --print sysroot)/lib/rustlib/$static" ]; then
    target=$static
else
    target=$host
fi
# The ciphers have some C, which calls nothing of a C library: the compiler of this machine will do.
variable=CC_${target//-/_}
if [ "$target" = "$static" ] && [ -z "${!variable:-}" ]; then
    export "$variable=$(command -v musl-gcc || command -v cc)"
fi

profile=${PROFILE:-release}
cargo build --locked --package andor-cli --profile "$profile" --target "$target"
built=${CARGO_TARGET_DIR:-target}/$target/${profile/#dev/debug}/andor

name=andor-$version-$target
folder=dist/$name
rm -rf "$folder" "$folder.tar.gz"
mkdir -p "$folder/completions"
cp "$built" README.md CHANGELOG.md LICENSE LICENSE-MIT LICENSE-APACHE CITATION.cff certificates/loa-6x6.proof "$folder"
strip "$folder/andor" 2>/dev/null || true
for shell in bash zsh fish powershell; do
    "$folder/andor" completions "$shell" >"$folder/completions/andor.$shell"
done
"$folder/andor" man "$folder/man" >/dev/null
# What is packed works: it checks the certificate that comes with it.
"$folder/andor" verify "$folder/loa-6x6.proof" >/dev/null
tar -C dist --sort=name --owner=0 --group=0 --numeric-owner -czf "$folder.tar.gz" "$name"
rm -r "$folder"
echo "dist/$name.tar.gz ($(wc -c <"dist/$name.tar.gz") bytes)"
