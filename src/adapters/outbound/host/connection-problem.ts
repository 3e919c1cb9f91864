import type { Explanation } from '../../../application/ports/storage/storage-unavailable.ts';

/** What differs between servers. */
export interface ServerKind {
  readonly name: string;
  /** How the certificate of an own authority is named. */
  readonly trustCure: string;
  /** What to do if the server speaks no TLS at this port. */
  readonly plainCure: string;
  /** What to do if the server demands a client certificate. */
  readonly clientCertificateCure: string;
  /** What to do if the server may expect TLS. */
  readonly tlsCure: string;
}

const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED)$/;

/** Explains what the operating system and TLS report while connecting. Undefined for everything else. */
export function explainConnection(error: Error, server: ServerKind): Explanation | undefined {
  const { code, message } = codeAndMessage(error);
  return explainTls(code, message, server) ?? explainSocket(code, message, server);
}

function explainTls(code: string, message: string, server: ServerKind): Explanation | undefined {
  if (UNTRUSTED.test(code)) {
    return { problem: 'the certificate of the server is not trusted', cure: server.trustCure };
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const problem = `the certificate of the server ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}`;
    return { problem, cure: 'renew the certificate of the server, or set the clock of this machine' };
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const cure = 'name the server in storage.url as its certificate does, or renew the certificate';
    return { problem: 'the certificate of the server is for another host name', cure };
  }
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE/.test(code)) {
    return { problem: 'the server demands a client certificate', cure: server.clientCertificateCure };
  }
  if (/^(ERR_SSL_|EPROTO$)/.test(code) || /wrong version number|packet length too long/.test(message)) {
    return { problem: 'the server does not speak TLS at this port', cure: server.plainCure };
  }
  return undefined;
}

function explainSocket(code: string, message: string, { name, tlsCure }: ServerKind): Explanation | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return {
        problem: 'the connection was refused',
        cure: `check that ${name} is running and listens there, and that host and port in storage.url are right`,
      };
    case 'ENOENT':
      return {
        problem: 'there is no such socket',
        cure: `check that ${name} is running, and that storage.url names the folder of its socket`,
      };
    case 'EACCES':
      return { problem: 'access to the socket was denied', cure: 'let the user of the service access the socket' };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        problem: code === 'ENOTFOUND' ? 'the host was not found' : 'the host name could not be looked up',
        cure: 'correct the host in storage.url, or the name resolution (DNS) of this machine',
      };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return {
        problem: 'the host cannot be reached',
        cure: 'check the host in storage.url, and the network between this machine and the server',
      };
    case 'ECONNRESET':
    case 'EPIPE':
      return { problem: 'the server closed the connection', cure: tlsCure };
  }
  if (code === 'ETIMEDOUT' || /\btime(d )?out\b|no connection within/i.test(message)) {
    return {
      problem: 'the server did not respond in time',
      cure: 'check host and port in storage.url, that no firewall blocks the connection, and that the server is not overloaded',
    };
  }
  return undefined;
}

/** A host with several addresses fails once for each, usually for the same reason. */
function codeAndMessage(error: Error): { readonly code: string; readonly message: string } {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const { code, message } = (first instanceof Error ? first : error) as Error & { readonly code?: unknown };
  if (typeof code === 'string') return { code, message };
  // A driver that tried several servers quotes the last error in its own.
  return { code: /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? '', message };
}
