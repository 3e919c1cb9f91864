/** Options of Node.js that ask for warnings. */
const WANTED = /--(trace|throw|pending)-(warnings|deprecation)/;

/**
 * Keeps what libraries print about themselves off stderr: deprecations, and notices for developers on the console. This
 * program reports everything that operators need to know itself, and prints nothing through the console. A service logs
 * warnings at level debug.
 */
export function muteLibraries(nodeOptions = ''): void {
  if (WANTED.test([...process.execArgv, nodeOptions].join(' '))) return;
  process.removeAllListeners('warning');
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) console[method] = () => {};
}
