#!/usr/bin/env node
import { handleEarlySignals } from './adapters/composition/commands/handle-early-signals.ts';

handleEarlySignals();

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`Prompthold needs Node.js 22.12 or newer; this is ${process.versions.node}.\n`);
  process.exit(78);
}

// Loaded only now: the SQLite driver ends an older Node.js without a word.
const { start } = await import('./adapters/composition/commands/start.ts');
process.exitCode = await start(process.argv.slice(2), process.env);
