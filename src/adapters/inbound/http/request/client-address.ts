import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Who is at the other end, `trustedHops` proxies away. Every proxy appends the address it was called from,
 * so the trusted ones are counted from the right; what stands further left was written by the client.
 */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const nearest = request.socket.remoteAddress ?? '';
  const forwarded = trustedHops > 0 ? forwardedFor(request) : [];
  const chain = [...forwarded, nearest];
  const named = chain.slice(Math.max(0, chain.length - 1 - trustedHops));
  // A proxy that writes something else than an address vouches for nothing beyond itself.
  return unmapped(named.find((candidate) => isIP(candidate) !== 0) ?? nearest);
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

const unmapped = (address: string): string => MAPPED_IPV4.exec(address)?.[1] ?? address;
