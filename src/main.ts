#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`Prompthold needs Node.js 22.12 or newer; this is ${process.versions.node}.\n`);
  process.exit(78);
}

// The first process of a container is ended by no signal that it does not listen to, and loading takes a moment.
if (process.pid === 1) {
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGINT', () => process.exit(130));
}

// Loaded only now: the SQLite driver ends an older Node.js without a word.
const { run } = await import('./adapters/composition/commands/run.ts');
process.exitCode = await run(process.argv.slice(2), process.env);
