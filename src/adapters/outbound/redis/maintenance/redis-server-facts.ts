import type { Redis } from 'ioredis';

/** Facts that one server reports about itself. Undefined if it does not: managed servers hide much of it. */
export interface RedisServerFacts {
  readonly address: string;
  readonly version: string | undefined;
  /** `standalone`, `cluster` or `sentinel`. */
  readonly mode: string | undefined;
  /** `master` or `slave`. */
  readonly role: string | undefined;
  readonly replicas: number | undefined;
  readonly appendonly: string | undefined;
  readonly appendfsync: string | undefined;
  readonly maxmemoryPolicy: string | undefined;
  readonly usedBytes: number | undefined;
  /** 0 when there is no limit. */
  readonly maxBytes: number | undefined;
  /** Whether the default user can do without a password. */
  readonly acceptsNoPassword?: boolean | undefined;
}

export async function readServerFacts(server: Redis): Promise<RedisServerFacts> {
  const info = parseInfo(await replyOrUndefined(server.info()));
  const setting = async (name: string): Promise<string | undefined> =>
    settingIn(name, await replyOrUndefined(server.call('CONFIG', 'GET', name)));
  const { host, port, sentinels } = server.options;
  return {
    address: sentinels ? 'the master' : `${host}:${port}`,
    version: info.get('redis_version'),
    mode: info.get('redis_mode'),
    role: info.get('role'),
    replicas: numberIn(info.get('connected_slaves')),
    appendonly: (await setting('appendonly')) ?? yesOrNo(info.get('aof_enabled')),
    appendfsync: await setting('appendfsync'),
    maxmemoryPolicy: (await setting('maxmemory-policy')) ?? info.get('maxmemory_policy'),
    usedBytes: numberIn(info.get('used_memory')),
    maxBytes: numberIn(info.get('maxmemory')),
    acceptsNoPassword: hasFlag('nopass', await replyOrUndefined(server.call('ACL', 'GETUSER', 'default'))),
  };
}

/** The "name:value" lines of INFO and CLUSTER INFO. */
export function parseInfo(text: unknown): ReadonlyMap<string, string> {
  const lines = String(text ?? '').matchAll(/^(\w+):(.*?)\r?$/gm);
  return new Map(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

/** A server that forbids one command still replies to others, and an unreachable server has already failed. */
async function replyOrUndefined(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch {
    return undefined;
  }
}

/** CONFIG GET and ACL GETUSER return a list of names and values or a map, depending on the protocol version. */
function fieldIn(name: string, reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.includes(name) ? reply[reply.indexOf(name) + 1] : undefined;
  if (reply instanceof Map) return reply.get(name);
  return typeof reply === 'object' && reply !== null && Object.hasOwn(reply, name)
    ? Reflect.get(reply, name)
    : undefined;
}

function settingIn(name: string, reply: unknown): string | undefined {
  const value = fieldIn(name, reply);
  return value === undefined ? undefined : String(value);
}

function hasFlag(flag: string, user: unknown): boolean | undefined {
  const flags = fieldIn('flags', user);
  return Array.isArray(flags) || flags instanceof Set ? [...flags].includes(flag) : undefined;
}

const yesOrNo = (flag: string | undefined): string | undefined =>
  flag === undefined ? undefined : flag === '1' ? 'yes' : 'no';

const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
