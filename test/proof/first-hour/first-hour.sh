#!/usr/bin/env bash
# The first hour with Prompthold, from the packed tarball and its documentation alone: npm and the program, nothing else.
#
#   TARBALL       the packed program
#   POSTGRES_URL  an empty database, to which everything moves in the end
#   PORT          a free port
#
# Runs in an empty folder. Prints "== step" before each step, and ends with the first command that fails.
set -euo pipefail

step() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

# The commands of a section of a page, as installed. On the pages of a clone, the program is called by an npm script.
commands_of() {
  awk -v title="## $2" '
    $0 == title { inside = 1; next }
    /^## / { inside = 0 }
    inside && /^```sh$/ { copying = 1; next }
    /^```$/ { copying = 0 }
    inside && copying' "node_modules/prompthold/docs/$1" | sed 's/npm run --silent cli --/prompthold/g'
}
follow() {
  local commands
  commands=$(commands_of "$1" "$2")
  [ -n "$commands" ] || fail "$1 has no commands in \"$2\""
  eval "$commands"
}

# Starts the service in the background, and returns when it is ready.
start() {
  prompthold serve --port "$PORT" > service.log 2> service.err &
  SERVICE=$!
  for _ in $(seq 300); do
    if PROMPTHOLD_HTTP_PORT=$PORT prompthold doctor --ready 2> /dev/null; then return; fi
    kill -0 "$SERVICE" 2> /dev/null || break
    sleep 0.2
  done
  fail "the service is not ready: $(cat service.err)"
}
stop() { kill "$SERVICE" && wait "$SERVICE"; }
trap 'kill "${SERVICE:-}" 2> /dev/null || true' EXIT

step install
npm init --yes > /dev/null
npm install --omit=dev --ignore-scripts --no-audit --no-fund "$TARBALL" > /dev/null
PATH=$PWD/node_modules/.bin:$PATH
prompthold --version
prompthold --help

step serve
start
cat service.err
export PROMPTHOLD_URL=http://127.0.0.1:$PORT

step account
follow quick-start.md 'Create an account'
[[ $PROMPTHOLD_KEY =~ ^ph_[0-9a-f]{64}$ ]] || fail 'account create prints more than the key to stdout'
prompthold account list

step first prompt
follow quick-start.md 'Write a prompt and render it'
follow quick-start.md 'Change it and promote the change'

step pipeline: publish
# What a pull request shows, and what a merge publishes.
printf -- '---\ntype: text\n---\nDear {{name}} from {{city}}, thank you.\n' > prompts/support/reply.prompt.md
prompthold prompt push prompts --dry-run
prompthold prompt push prompts --label staging --message 'commit 4711'
prompthold prompt push prompts --label staging --json
prompthold prompt diff support/reply production staging
prompthold prompt render support/reply --label staging --var name=Ada --var city=London

step pipeline: a breaking change is refused
code=0
prompthold prompt promote support/reply staging --label production --json > refused.json 2> refused.txt || code=$?
cat refused.json refused.txt
[ "$code" = 1 ] || fail "promoting a breaking change exits with $code"
prompthold prompt render support/reply --var name=Ada

step pipeline: it is forced
prompthold prompt promote support/reply staging --label production --force --message 'callers send city now'
prompthold prompt render support/reply --var name=Ada --var city=London
prompthold prompt history support/reply --label production

step pipeline: roll back
prompthold prompt rollback support/reply --label production
prompthold prompt render support/reply --var name=Ada

step backup
prompthold backup nightly.jsonl.gz
prompthold prompt list --json > before.json
stop

step restore on Postgres
export PROMPTHOLD_STORAGE_URL=$POSTGRES_URL
prompthold restore nightly.jsonl.gz
prompthold doctor
prompthold storage check
start
prompthold prompt list --json > after.json
cmp before.json after.json
prompthold prompt render support/reply --var name=Ada
prompthold prompt history support/reply --label production
stop

step done
