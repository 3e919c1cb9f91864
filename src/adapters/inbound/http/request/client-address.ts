import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address of the client, `trustedHops` proxies away. Every proxy appends the address it was called from,
 * so the trusted ones are counted from the right; everything further left was written by the client.
 */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const nearest = request.socket.remoteAddress ?? '';
  const forwarded = trustedHops > 0 ? forwardedFor(request) : [];
  const chain = [...forwarded, nearest];
  const trusted = chain.slice(Math.max(0, chain.length - 1 - trustedHops));
  // If a proxy wrote something other than an address, the proxy itself is the last known address.
  return unmapIpv4(trusted.find((candidate) => isIP(candidate) !== 0) ?? nearest);
}

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/;

function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(entry) ?? [];
  return ipv4 ?? ipv6 ?? entry;
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((part) => withoutPort(part.trim()));
}

const unmapIpv4 = (address: string): string => MAPPED_IPV4.exec(address)?.[1] ?? address;
