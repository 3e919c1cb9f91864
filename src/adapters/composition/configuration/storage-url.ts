import { isIPv6 } from 'node:net';
import { didYouMean } from './suggestion.ts';

export interface HostAndPort {
  /** IPv6 addresses without their brackets. */
  readonly host: string;
  readonly port: number;
}

interface RedisAccess {
  readonly username?: string;
  readonly password?: string;
  /** The first part of every key, so that several installations can share one Redis. */
  readonly prefix: string;
}

export type StorageLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }
  | (RedisAccess & HostAndPort & { readonly kind: 'redis'; readonly db: number; readonly tls: boolean })
  | (RedisAccess & { readonly kind: 'redis-cluster'; readonly nodes: readonly HostAndPort[]; readonly tls: boolean })
  | (RedisAccess & {
      readonly kind: 'redis-sentinel';
      readonly sentinels: readonly HostAndPort[];
      readonly master: string;
      readonly db: number;
    });

/** The problem is a sentence without its subject. It repeats nothing of the URL, which may carry a password anywhere. */
export interface InvalidStorageUrl {
  readonly kind: 'invalid';
  readonly problem: string;
}

type Parsed = StorageLocation | InvalidStorageUrl;

const parsers: ReadonlyMap<string, (rest: string) => Parsed> = new Map([
  ['sqlite', parseSqlite],
  ['postgres', parsePostgres],
  ['postgresql', parsePostgres],
  ['redis', (rest: string) => parseRedis(rest, false)],
  ['rediss', (rest: string) => parseRedis(rest, true)],
  ['redis-cluster', (rest: string) => parseCluster(rest, false)],
  ['rediss-cluster', (rest: string) => parseCluster(rest, true)],
  ['redis-sentinel', parseSentinel],
]);

const DEFAULT_PREFIX = 'ph';

/** Parses the one line that operators change to say where the data lives. */
export function parseStorageUrl(text: string): Parsed {
  const [, scheme = '', rest = ''] = /^([^:/?#@]*):(.*)$/s.exec(text) ?? [];
  const parse = parsers.get(scheme.toLowerCase());
  if (parse) return parse(rest);
  const begins = [...parsers.keys()].map((name) => (name === 'sqlite' ? 'sqlite:' : `${name}://`));
  return invalid(`must begin with one of ${begins.join(', ')}${didYouMean(scheme, parsers.keys())}`);
}

/** Describes a storage for the banner and for errors: kind and place, never credentials. */
export function describeStorage(location: StorageLocation): string {
  switch (location.kind) {
    case 'sqlite':
      return `sqlite file ${location.file}`;
    case 'postgres':
      return describePostgres(location.url);
    case 'redis':
      return `redis at ${hostList([location])}/${location.db}${describePrefix(location)}`;
    case 'redis-cluster':
      return `redis cluster at ${hostList(location.nodes)}${describePrefix(location)}`;
    case 'redis-sentinel':
      return `redis sentinel at ${hostList(location.sentinels)}/${location.master}/${location.db}${describePrefix(location)}`;
  }
}

/** A valid storage URL with its password hidden; user, hosts, path and parameters stay. */
export function maskStorageUrl(text: string): string {
  return text.replace(/^([^:]*:\/\/[^:/?#]*):[^/?#]*@/, '$1:••••@');
}

function parseSqlite(rest: string): Parsed {
  if (rest.startsWith('//') && !rest.startsWith('///')) {
    return invalid('must be sqlite:FILE; two slashes begin a host, and SQLite has none');
  }
  const file = rest.replace(/^\/+/, '/');
  if (file.includes(':memory:') || file.startsWith('file:')) {
    return invalid('must name a plain file: a database in memory would lose everything at the next restart');
  }
  if (/\p{Cc}/u.test(file)) return invalid('must not contain control characters or line breaks');
  if (file.includes('?')) return invalid('must be sqlite:FILE without parameters');
  if (/(^|\/)\.{0,2}$/.test(file)) return invalid('must name a file, such as sqlite:data/prompthold.db');
  return { kind: 'sqlite', file };
}

function parsePostgres(rest: string): Parsed {
  const server = parseServer(rest);
  if ('problem' in server) return server;
  const { hosts, query } = server;
  if (hosts.includes(',')) return invalid('must name one Postgres host, not several');
  if (hosts === '' && !query.get('host')) {
    return invalid('must name a host, or the folder of a socket as ?host=/var/run/postgresql');
  }
  if (!postgresTarget(server)) return invalid(HOST_PROBLEM);
  // The driver would take it, but a password must be in the one place where we mask it.
  if ([...query.keys()].some((name) => /pass/i.test(name))) {
    return invalid('must carry its password as postgres://user:password@host, not as a parameter');
  }
  const url = `postgres:${rest}`;
  // An empty host after credentials is no URL for the URL class; the Postgres driver takes it for a socket.
  if (!URL.canParse(url.replace('@/', '@socket/')))
    return invalid('must be a URL, postgres://user:password@host:port/database');
  return { kind: 'postgres', url };
}

function parseRedis(rest: string, tls: boolean): Parsed {
  const server = parseRedisServer(rest, 6379);
  if ('problem' in server) return server;
  const [host, ...others] = server.hosts;
  if (!host || others.length > 0) {
    return invalid('must name one Redis host; for several there are redis-cluster:// and redis-sentinel://');
  }
  const db = parseDatabase(server.path);
  if (db === undefined) return invalid('must end in the number of a database, such as /0, or in nothing');
  return { kind: 'redis', ...host, ...server.access, db, tls };
}

function parseCluster(rest: string, tls: boolean): Parsed {
  const server = parseRedisServer(rest, 6379);
  if ('problem' in server) return server;
  if (!/^\/?$/.test(server.path)) return invalid('must not name a database: a Redis Cluster has only one');
  return { kind: 'redis-cluster', nodes: server.hosts, ...server.access, tls };
}

function parseSentinel(rest: string): Parsed {
  const server = parseRedisServer(rest, 26379);
  if ('problem' in server) return server;
  const [, master, number = ''] = /^\/([A-Za-z0-9._-]+)(\/.*)?$/.exec(server.path) ?? [];
  const db = parseDatabase(number);
  if (master === undefined || db === undefined) {
    return invalid(
      'must end in the name of the master, and a database if it is not 0: redis-sentinel://h1:p1,h2:p2/MASTER/0',
    );
  }
  return { kind: 'redis-sentinel', sentinels: server.hosts, master, ...server.access, db };
}

interface Server {
  readonly hosts: string;
  readonly username: string;
  readonly password: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Parses by hand: the URL class takes no lists of hosts, and reads an unencoded password as host and path. */
function parseServer(rest: string): Server | InvalidStorageUrl {
  if (!rest.startsWith('//')) return invalid('must have two slashes after its scheme, such as postgres://');
  if (/[\s\p{Cc}]/u.test(rest)) return invalid('must not contain spaces or line breaks');
  const [, authority = '', path = '', query = '', fragment = ''] =
    /^\/\/([^/?#]*)([^?#]*)(\??[^#]*)(.*)$/.exec(rest) ?? [];
  if (fragment !== '' || /@/.test(path + query)) {
    return invalid('must have / ? # and @ in user name and password written as %2F %3F %23 and %40');
  }
  if (decoded(rest) === undefined)
    return invalid('has a % that begins no encoded character; write %25 for the sign itself');
  const at = authority.lastIndexOf('@');
  const credentials = authority.slice(0, Math.max(at, 0));
  if (/@.*,/.test(credentials)) return invalid('must name user and password once, before the first of its hosts');
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/.exec(credentials) ?? [];
  return {
    hosts: authority.slice(at + 1),
    username: decoded(username) ?? '',
    password: decoded(password) ?? '',
    path,
    query: new URLSearchParams(query),
  };
}

interface RedisServer {
  readonly hosts: readonly HostAndPort[];
  readonly access: RedisAccess;
  readonly path: string;
}

function parseRedisServer(rest: string, defaultPort: number): RedisServer | InvalidStorageUrl {
  const server = parseServer(rest);
  if ('problem' in server) return server;
  const { username, password, path, query } = server;
  if (server.hosts === '') return invalid('must name a host');
  const hosts = server.hosts.split(',').map((host) => parseHost(host, defaultPort));
  if (!hosts.every((host) => host !== undefined)) return invalid(HOST_PROBLEM);
  if (username !== '' && password === '')
    return invalid('names a user without a password; a password alone is written :password@');
  const stray = [...query.keys()].find((name) => name !== 'prefix');
  if (stray !== undefined) return invalid(`takes no parameter but ?prefix=NAME${didYouMean(stray, ['prefix'])}`);
  const [prefix = DEFAULT_PREFIX, ...more] = query.getAll('prefix');
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(prefix) || more.length > 0) {
    return invalid('must have one prefix of 1 to 32 letters, digits, _ and -');
  }
  return { hosts, access: { ...(username && { username }), ...(password && { password }), prefix }, path };
}

const HOST_PROBLEM = 'must name hosts as host, host:port or [IPv6]:port, with ports from 1 to 65535';

function parseHost(text: string, defaultPort: number): HostAndPort | undefined {
  const [, address, name, digits] = /^(?:\[(.+)\]|([A-Za-z0-9._-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = name ?? (address !== undefined && isIPv6(address) ? address : undefined);
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port < 1 || port > 65535 ? undefined : { host, port };
}

/** An empty path means database 0. Undefined when the path is no number. */
function parseDatabase(path: string): number | undefined {
  return /^(\/\d{0,5})?$/.test(path) ? Number(path.slice(1)) : undefined;
}

/** The target of the driver: parameters win over the authority, and a host that is a path is a socket's folder. */
function postgresTarget({ hosts, query }: Server): HostAndPort | { readonly socket: string } | undefined {
  const authority = parseHost(hosts, 5432);
  const folder = /^%2f/i.test(hosts) ? decoded(hosts) : undefined;
  if (hosts !== '' && folder === undefined && authority === undefined) return undefined;
  const host = query.get('host') ?? folder ?? authority?.host ?? '';
  if (host.startsWith('/')) return { socket: host };
  return parseHost(`${bracketed(host)}:${query.get('port') ?? authority?.port ?? 5432}`, 5432);
}

function describePostgres(url: string): string {
  const server = parseServer(url.replace(/^[^:]*:/, ''));
  const target = 'problem' in server ? undefined : postgresTarget(server);
  if (!target || 'problem' in server) return 'postgres';
  if ('socket' in target) return `postgres at socket ${target.socket}, database ${server.path.slice(1)}`;
  return `postgres at ${hostList([target])}${server.path}`;
}

const describePrefix = ({ prefix }: RedisAccess): string => (prefix === DEFAULT_PREFIX ? '' : `, prefix ${prefix}`);

const hostList = (hosts: readonly HostAndPort[]): string =>
  hosts.map(({ host, port }) => `${bracketed(host)}:${port}`).join(',');

const bracketed = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const invalid = (problem: string): InvalidStorageUrl => ({ kind: 'invalid', problem });
