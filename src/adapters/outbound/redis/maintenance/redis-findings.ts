import { type Finding, failure, ok, warning } from '../../../../application/ports/diagnosis.ts';
import type { RedisLocation } from '../connection/redis-clients.ts';
import { NEARLY_FULL } from '../connection/redis-space.ts';
import type { RedisServerFacts } from './redis-server-facts.ts';

export interface RedisExpectations {
  readonly kind: RedisLocation['kind'];
  readonly minReplicas: number;
  /** Whether the URL has a password for the default user. */
  readonly hasPassword?: boolean;
}

const OLDEST_MAJOR = 7;
const USED_WARNING = 0.9;

/** Checks that acknowledged writes survive. Each server is checked: nodes of a cluster have their own settings. */
export function redisFindings(servers: readonly RedisServerFacts[], expected: RedisExpectations): Finding[] {
  const findings = servers.flatMap((server) => serverFindings(server, expected));
  if (findings.length > 0) return findings;
  return [ok('durability', 'appendonly yes, appendfsync always, maxmemory-policy noeviction')];
}

function serverFindings(server: RedisServerFacts, expected: RedisExpectations): Finding[] {
  return [
    ...roleFindings(server, expected),
    ...persistenceFindings(server),
    ...memoryFindings(server),
    ...replicaFindings(server, expected),
    ...versionFindings(server),
    ...passwordFindings(server, expected),
  ];
}

function roleFindings({ address, mode, role }: RedisServerFacts, { kind }: RedisExpectations): Finding[] {
  const expectedMode = kind === 'redis-cluster' ? 'cluster' : 'standalone';
  if (mode !== undefined && mode !== expectedMode) {
    const scheme = mode === 'standalone' ? 'redis://' : `redis-${mode}://`;
    return [failure('server role', `${address} runs as ${mode}`, `write storage.url as ${scheme}…`)];
  }
  if (role === undefined || role === 'master') return [];
  const cure = 'name the master in storage.url, or use redis-sentinel:// or redis-cluster://, which find it';
  return [failure('server role', `${address} is a replica, which accepts no writes`, cure)];
}

function persistenceFindings({ address, appendonly, appendfsync }: RedisServerFacts): Finding[] {
  if (appendonly === 'no') {
    const message = `${address} has appendonly no: a restart loses acknowledged writes since the last snapshot, or everything`;
    return [failure('durability', message, set('appendonly yes'))];
  }
  if (appendonly === undefined || appendfsync === undefined) {
    const cure = 'check in your provider’s console that appendonly is yes and appendfsync is always';
    return [warning('durability', `${address} does not report whether it writes everything to disk`, cure)];
  }
  if (appendfsync === 'always') return [];
  const lost = appendfsync === 'everysec' ? 'the last second' : 'everything that the system had not written yet';
  const message = `${address} has appendfsync ${appendfsync}: a crash loses ${lost}, though it was acknowledged`;
  return [warning('durability', message, set('appendfsync always'))];
}

function memoryFindings({ address, maxmemoryPolicy, usedBytes = 0, maxBytes = 0 }: RedisServerFacts): Finding[] {
  const findings: Finding[] = [];
  if (maxmemoryPolicy === undefined) {
    const cure = 'check in your provider’s console that maxmemory-policy is noeviction';
    findings.push(warning('eviction', `${address} does not report what it does when its memory is full`, cure));
  } else if (maxmemoryPolicy !== 'noeviction') {
    const message = `${address} has maxmemory-policy ${maxmemoryPolicy}: it deletes accounts and prompts when its memory is full`;
    findings.push(failure('eviction', message, set('maxmemory-policy noeviction')));
  }
  const share = maxBytes > 0 ? usedBytes / maxBytes : 0;
  const message = `${address} uses ${Math.floor(share * 100)} % of its memory`;
  const cure = 'raise maxmemory, or move other data elsewhere';
  if (share > NEARLY_FULL) findings.push(failure('memory', `${message}: prompts cannot be written`, cure));
  else if (share > USED_WARNING)
    findings.push(warning('memory', message, `${cure}: at 95 %, prompts cannot be written`));
  return findings;
}

function replicaFindings({ address, replicas }: RedisServerFacts, { kind, minReplicas }: RedisExpectations): Finding[] {
  if (replicas === undefined) return [];
  if (replicas < minReplicas) {
    const message = `${address} has ${replicas} replicas, but storage.redis.minReplicas is ${minReplicas}: no write is acknowledged`;
    return [failure('replicas', message, 'connect more replicas, or lower storage.redis.minReplicas')];
  }
  if (minReplicas > 0 || kind === 'redis' || replicas === 0) return [];
  const message = `${address} has replicas, but storage.redis.minReplicas is 0: a failover may lose acknowledged writes`;
  return [warning('replicas', message, 'set storage.redis.minReplicas to 1')];
}

function versionFindings({ address, version }: RedisServerFacts): Finding[] {
  if (version === undefined || Number(version.split('.')[0]) >= OLDEST_MAJOR) return [];
  return [failure('server version', `${address} is Redis ${version}`, `upgrade it to ${OLDEST_MAJOR}.0 or newer`)];
}

function passwordFindings(
  { address, acceptsNoPassword }: RedisServerFacts,
  { hasPassword }: RedisExpectations,
): Finding[] {
  if (!acceptsNoPassword || !hasPassword) return [];
  const message = `${address} accepts connections without the password in storage.url`;
  return [warning('password', message, set('requirepass …'))];
}

const set = (setting: string): string => `set "${setting}" in redis.conf, or now with CONFIG SET and CONFIG REWRITE`;
