import type { Explanation } from '../../../../application/ports/storage/storage-unavailable.ts';
import { explainConnection, type ServerKind } from '../../host/connection-problem.ts';

const REDIS: ServerKind = {
  name: 'Redis',
  trustCure:
    'set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed the one of the server',
  plainCure:
    'correct the port in storage.url, or write redis:// or redis-cluster:// if the connection needs no encryption',
  clientCertificateCure: 'set "tls-auth-clients no" in redis.conf: use a password instead',
  tlsCure:
    'check that Redis listens at this host and port; if it expects TLS, write storage.url as rediss:// or rediss-cluster://',
};

type Rule = readonly [pattern: RegExp, explanation: Explanation];

const AS_CLUSTER: Explanation = {
  problem: 'the server is part of a cluster',
  cure: 'write storage.url as redis-cluster://… or rediss-cluster://…',
};

/** The order matters: an error of a cluster or of the sentinels quotes that of a server. */
const RULES: readonly Rule[] = [
  [
    /invalid reply: null|No such master with that name/,
    {
      problem: 'the sentinels do not know a master of this name',
      cure: 'end storage.url with the name after "sentinel monitor" in the configuration of the sentinels',
    },
  ],
  [
    /sentinel \S+ because (NOAUTH|WRONGPASS|HELLO must)/,
    {
      problem: 'the sentinels reject the password, or ask for one',
      cure: 'give them the password of the servers (requirepass in sentinel.conf), and write storage.url as redis-sentinel://:password@…',
    },
  ],
  [
    /unknown command '?`?sentinel/i,
    {
      problem: 'the server is not a sentinel',
      cure: 'name the sentinels in storage.url, usually at port 26379; for a single server, write redis://…',
    },
  ],
  [
    /unknown command/,
    {
      problem: 'the server does not know a command that is needed',
      cure: 'for a sentinel, write storage.url as redis-sentinel://…; otherwise use Redis 7 or newer with all commands enabled',
    },
  ],
  [
    /cluster support disabled/,
    { problem: 'the server is not part of a cluster', cure: 'write storage.url as redis://… or rediss://…' },
  ],
  [/^(MOVED|ASK|CROSSSLOT) /, AS_CLUSTER],
  [
    /NOAUTH|HELLO must be called with the client already authenticated/,
    {
      problem: 'the server asks for a password',
      cure: 'write it in storage.url, as redis://:password@host or redis://user:password@host',
    },
  ],
  [
    /WRONGPASS|invalid password/,
    {
      problem: 'the user name or the password is wrong',
      cure: 'correct them in storage.url; write / ? # @ and % in a password as %2F %3F %23 %40 and %25',
    },
  ],
  [
    /NOPERM/,
    {
      problem: 'the user of storage.url lacks a right',
      cure: 'grant it all commands and the keys of the prefix: ACL SETUSER user ~ph:* &* +@all',
    },
  ],
  [
    /DB index is out of range/,
    { problem: 'the server has no database of this number', cure: 'correct the number at the end of storage.url' },
  ],
  [
    /^READONLY/,
    {
      problem: 'the server is a replica',
      cure: 'name the master in storage.url, or use redis-sentinel:// or redis-cluster://, which find it',
    },
  ],
  [/LOADING/, { problem: 'the server is loading its data', cure: 'wait until it is done' }],
  [
    /^CLUSTERDOWN|None of startup nodes is available/,
    {
      problem: 'the cluster is not available',
      cure: 'start the nodes that are missing; redis-cli --cluster check shows what is wrong',
    },
  ],
  [/replies without TLS/, { problem: 'the server does not speak TLS at this port', cure: REDIS.plainCure }],
  [
    /Protocol error|unexpected reply type|Unknown RESP type/i,
    { problem: 'the server does not speak the protocol of Redis', cure: 'correct host and port in storage.url' },
  ],
  [/Connection is closed|^Socket closed/, { problem: 'the server closed the connection', cure: REDIS.tlsCure }],
];

/** Undefined for errors that are not about the connection, the login or the kind of server. */
export function explainRedisError(error: unknown): Explanation | undefined {
  if (!(error instanceof Error)) return undefined;
  return explainConnection(error, REDIS) ?? RULES.find(([pattern]) => pattern.test(error.message))?.[1];
}
