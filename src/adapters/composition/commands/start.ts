import type { Environment } from '../configuration/environment.ts';

/** Runs the command line in this process, loading no more than it needs. Returns the exit code of the process. */
export async function start(commandLine: readonly string[], environment: Environment): Promise<number> {
  if (commandLine.join(' ') === 'doctor --ready') {
    const { checkReadyQuickly } = await import('./check-ready.ts');
    const exitCode = await checkReadyQuickly(environment);
    if (exitCode !== undefined) return exitCode;
  }
  const { run } = await import('./run.ts');
  const { muteLibraries } = await import('./mute-libraries.ts');
  muteLibraries(environment['NODE_OPTIONS']);
  const { closeUnwantedDebugger } = await import('./close-debugger.ts');
  await closeUnwantedDebugger(environment['NODE_OPTIONS']);
  const exitCode = await run(commandLine, environment);
  // The channel of a worker to its primary would keep it alive.
  process.channel?.unref();
  return exitCode;
}
