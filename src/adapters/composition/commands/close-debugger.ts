/** Node.js needs a moment from the signal to the open debugger, on a busy machine more than a second. */
const CHECK_MS = 1000;
const CHECKS = 60;

/**
 * Closes a debugger that was opened by SIGUSR1 before the program could listen to that signal, now or in the first
 * minute. One that an option has asked for stays open.
 */
export async function closeUnwantedDebugger(nodeOptions = ''): Promise<void> {
  const options = [...process.execArgv, nodeOptions].join(' ');
  if (!process.features.inspector || /--inspect(-brk|-wait)?(?![\w-])/.test(options)) return;
  const inspector = await import('node:inspector');
  let checks = 0;
  const timer = setInterval(check, CHECK_MS).unref();
  function check(): void {
    if (inspector.url() !== undefined) inspector.close();
    checks += 1;
    if (checks > CHECKS) clearInterval(timer);
  }
  check();
}
