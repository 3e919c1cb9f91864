import type { Configuration } from './configuration.ts';
import { ConfigurationError } from './errors.ts';

/** The URL for checks on this machine, bypassing proxies: the listening address, or loopback if it listens on all. */
export function readyUrl({ host, port }: Pick<Configuration['http'], 'host' | 'port'>): string {
  if (port === 0) {
    const problem = 'is 0, so the port of the running service is unknown: set a fixed port';
    throw new ConfigurationError([{ path: 'http.port', origin: 'asked by --ready', problem }]);
  }
  const all = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]);
  const address = all.get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`;
}
