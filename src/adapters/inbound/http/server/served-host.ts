/** Browsers resolve names below localhost themselves, so that no other site can have one. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

interface HostSettings {
  /** The address that the server listens on. */
  readonly host: string;
  readonly publicUrl: () => string;
}

/**
 * Decides whether a `Host` header names this service. On a loopback address, another name means that a page of another
 * site made the browser resolve its own name to this machine (DNS rebinding).
 */
export function checkHostsOf({ host, publicUrl }: HostSettings): (header: string) => boolean {
  const isLocalOnly = isLoopback(host.includes(':') ? `[${host}]` : host);
  return (header) => !isLocalOnly || isOwnHost(header, publicUrl());
}

/** The port does not matter: a page of another site can have the same one. */
function isOwnHost(header: string, publicUrl: string): boolean {
  const address = `http://${header}`;
  if (header === '' || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return isLoopback(hostname) || hostname === new URL(publicUrl).hostname;
}
