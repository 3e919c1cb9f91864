/** Handles the signals that would harm the process before the service listens to them. */
export function handleEarlySignals(): void {
  // Node.js opens its debugger on this signal, which gives every local user all secrets. A listener replaces that.
  process.on('SIGUSR1', () => {});
  // The first process of a container is ended by no signal that it does not listen to, and loading takes a moment.
  if (process.pid !== 1) return;
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGINT', () => process.exit(130));
}
