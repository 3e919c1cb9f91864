import type { Configuration } from './configuration.ts';
import { ConfigurationError } from './errors.ts';

/** For whoever asks on the same machine, past every proxy: its own address, or the loopback one when it listens on all. */
export function readyUrl({ host, port }: Configuration['http']): string {
  if (port === 0) {
    const problem = 'is 0, so that nobody can know where the service listens: set another';
    throw new ConfigurationError([{ path: 'http.port', origin: 'asked by --ready', problem }]);
  }
  const all = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]);
  const address = all.get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`;
}
