#!/usr/bin/env bash
# Builds the image of Containerfile, for workers and coordinators alike, and tries it: scripts/container.sh [NAME]
# With podman, buildah or docker, whichever works here. Where none does it says so, and checks only what can be
# checked without: that the instructions are known, that what is copied is there or is made, that the program does not
# run as root, and that deploy/kubernetes.yaml starts commands that the program has. That is no proof that it builds.
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-andor}
file=Containerfile

builder=
for tool in podman buildah docker; do
    if command -v "$tool" > /dev/null && "$tool" info > /dev/null 2>&1; then
        builder=$tool
        break
    fi
done

if [ -n "$builder" ]; then
    case $builder in
        buildah) buildah build --tag "$name" --file "$file" . ;;
        *) "$builder" build --tag "$name" --file "$file" . ;;
    esac
    if [ "$builder" = buildah ]; then
        container=$(buildah from "$name")
        trap 'buildah rm "$container" > /dev/null' EXIT
        try() { buildah run "$container" -- /andor "$@"; }
    else
        try() { "$builder" run --rm "$name" "$@"; }
    fi
    try solve breakthrough:3x4 --json | grep -q '"verified":true'
    for command in worker coordinate status; do try "$command" --help > /dev/null; done
    echo "$name: built with $builder; it solves a board, and has worker, coordinate and status"
    exit 0
fi

fail() {
    echo "$file: $*" >&2
    exit 1
}
if command -v hadolint > /dev/null; then hadolint "$file"; fi
instructions=$(sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$file" | grep -v -e '^#' -e '^[[:space:]]*$')
stages=
user=root
while read -r word rest; do
    case $word in
        FROM)
            user=root
            case $rest in *" AS "*) stages="$stages ${rest##* AS }" ;; esac
            ;;
        COPY)
            read -r -a parts <<< "$rest"
            if [[ ${parts[0]} == --from=* ]]; then
                [[ " $stages " == *" ${parts[0]#--from=} "* ]] || fail "no stage is called ${parts[0]#--from=}"
            else
                for part in "${parts[@]:0:${#parts[@]}-1}"; do [ -e "$part" ] || fail "there is no $part to copy"; done
            fi
            ;;
        USER) user=$rest ;;
        ENTRYPOINT) [[ $rest == '["/andor"]' ]] || fail "the program is /andor, not $rest" ;;
        ARG | RUN | WORKDIR | ENV) ;;
        *) fail "what is $word?" ;;
    esac
done <<< "$instructions"
case $user in root | 0 | 0:*) fail "it runs as root" ;; esac
for path in $(grep -o '/andor/LICENSE[-A-Z0-9]*' "$file"); do
    [ -e "${path#/andor/}" ] || fail "there is no ${path#/andor/} in the build"
done
for command in coordinate worker; do
    grep -q -e "^ *- $command\$" deploy/kubernetes.yaml || fail "deploy/kubernetes.yaml does not start $command"
done
echo "$file: no podman, buildah or docker works here, so no image was built; its instructions make sense"
