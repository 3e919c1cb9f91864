import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address of the client, `trustedHops` proxies away. Every proxy appends the address it was called from,
 * so the trusted ones are counted from the right; everything further left was written by the client.
 */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const nearest = request.socket.remoteAddress ?? '';
  if (trustedHops === 0) return unmapIpv4(nearest);
  const chain = [...forwardedFor(request), nearest];
  const trusted = chain.slice(Math.max(0, chain.length - 1 - trustedHops));
  // If a proxy wrote something other than an address, the proxy itself is the last known address.
  return canonicalAddress(trusted.find((candidate) => isIP(candidate) !== 0) ?? nearest);
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

/** Proxies write the same IPv6 address in different ways, and some with a zone. */
function canonicalAddress(text: string): string {
  if (!isIPv6(text)) return text;
  const address = text.split('%', 1).join('');
  return unmapIpv4(new SocketAddress({ address, family: 'ipv6' }).address);
}

const unmapIpv4 = (address: string): string => MAPPED_IPV4.exec(address)?.[1] ?? address;
