/** Node.js needs a moment from the signal to the open debugger. */
const DEBUGGER_START_MS = 1000;

/**
 * Closes a debugger that was opened by SIGUSR1 before the program could listen to that signal, now and once more a moment
 * later. One that an option has asked for stays open.
 */
export async function closeUnwantedDebugger(nodeOptions = ''): Promise<void> {
  const options = [...process.execArgv, nodeOptions].join(' ');
  if (!process.features.inspector || /--inspect(-brk|-wait)?(?![\w-])/.test(options)) return;
  const inspector = await import('node:inspector');
  const close = (): void => {
    if (inspector.url() !== undefined) inspector.close();
  };
  close();
  setTimeout(close, DEBUGGER_START_MS).unref();
}
