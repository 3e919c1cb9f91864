#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`Prompthold needs Node.js 22.12 or newer; this is ${process.versions.node}.\n`);
  process.exit(78);
}

// Node.js opens its debugger on this signal, which gives every local user all secrets. A listener replaces that.
process.on('SIGUSR1', () => {});

// The first process of a container is ended by no signal that it does not listen to, and loading takes a moment.
if (process.pid === 1) {
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGINT', () => process.exit(130));
}

const commandLine = process.argv.slice(2);
if (commandLine.join(' ') === 'doctor --ready') {
  const { checkReadyQuickly } = await import('./adapters/composition/commands/check-ready.ts');
  process.exitCode = await checkReadyQuickly(process.env);
}
if (process.exitCode === undefined) {
  // Loaded only now: the SQLite driver ends an older Node.js without a word.
  const { run } = await import('./adapters/composition/commands/run.ts');
  const { muteLibraries } = await import('./adapters/composition/commands/mute-libraries.ts');
  muteLibraries(process.env['NODE_OPTIONS']);
  const { closeUnwantedDebugger } = await import('./adapters/composition/commands/close-debugger.ts');
  await closeUnwantedDebugger(process.env['NODE_OPTIONS']);
  process.exitCode = await run(commandLine, process.env);
  // The channel of a worker to its primary would keep it alive.
  process.channel?.unref();
}
