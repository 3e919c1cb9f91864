import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { printText } from '../errors/printed-text.ts';
import { Rejection } from '../errors/rejection.ts';
import type { RequestState } from '../request/request-state.ts';

/** Browsers resolve names below localhost themselves, so that no other site can have one. */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i;
/** A name or an address, with a port or without. */
const HOST = /^[\w.-]+(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i;

interface HostSettings {
  /** The address that the server listens on. */
  readonly host: string;
  readonly trustedHops: number;
  readonly publicUrl: () => string;
  readonly allowedHosts: readonly string[];
}

/**
 * Rejects requests for other hosts while the service listens on a loopback address. Such a name means that a page of another site
 * made the browser resolve its own name to this machine (DNS rebinding): the page could then read responses, and so use whatever
 * the service entrusts to this machine. An address cannot be resolved to another one. A proxy that is trusted decides by itself.
 *
 * Programs that speak HTTP/1.0 may send no host; browsers always do.
 */
export function requireServedHost(settings: HostSettings): Middleware<RequestState> {
  const { host, trustedHops, publicUrl } = settings;
  const isChecked = trustedHops === 0 && isLoopback(host);
  const allowedHosts = new Set(settings.allowedHosts.map((name) => name.toLowerCase()));
  /** Nearly all requests have the same one, and parsing it takes longer than the rest of the check. */
  let lastServed: string | undefined;
  return function requireServedHost({ req }, next) {
    const header = req.headers.host;
    if (isChecked && header !== undefined && header !== lastServed) {
      if (!isServed(header, publicUrl, allowedHosts)) throw hostUnknown(header);
      lastServed = header;
    }
    return next();
  };
}

const isLoopback = (host: string): boolean =>
  LOCALHOST.test(host) || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** The port does not matter: a page of another site can have the same one. */
function isServed(header: string, publicUrl: () => string, allowedHosts: ReadonlySet<string>): boolean {
  if (!HOST.test(header) || !URL.canParse(`http://${header}`)) return false;
  const { hostname } = new URL(`http://${header}`);
  if (LOCALHOST.test(hostname) || hostname.startsWith('[') || isIP(hostname) !== 0) return true;
  return hostname === new URL(publicUrl()).hostname || allowedHosts.has(hostname);
}

const hostUnknown = (header: string): Rejection =>
  new Rejection('host_unknown', {
    sentence:
      `${printText(header)} is not a name of this service, which listens on this machine only. Set http.publicUrl to the URL ` +
      'that clients use, or list the name in http.allowedHosts. Behind a proxy, set http.trustProxy.',
  });
