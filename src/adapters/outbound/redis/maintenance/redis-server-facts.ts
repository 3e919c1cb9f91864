import type { Redis } from 'ioredis';

/** What one server tells about itself. Undefined is what it did not tell: managed ones hide much of it. */
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
}

export async function askServer(server: Redis): Promise<RedisServerFacts> {
  const info = linesOf(await answerOrNothing(server.info()));
  const setting = async (name: string): Promise<string | undefined> =>
    settingIn(name, await answerOrNothing(server.call('CONFIG', 'GET', name)));
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
  };
}

/** The "name:value" lines of INFO and CLUSTER INFO. */
export function linesOf(text: unknown): ReadonlyMap<string, string> {
  const lines = String(text ?? '').matchAll(/^(\w+):(.*?)\r?$/gm);
  return new Map(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

/** A server that forbids a command still answers others, and a server that is gone has failed before. */
async function answerOrNothing(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch {
    return undefined;
  }
}

/** CONFIG GET answers a list of names and values, or a map, by the version of the protocol. */
function settingIn(name: string, answer: unknown): string | undefined {
  if (Array.isArray(answer)) return answer[0] === name ? String(answer[1]) : undefined;
  if (answer instanceof Map) return answer.has(name) ? String(answer.get(name)) : undefined;
  if (typeof answer !== 'object' || answer === null || !Object.hasOwn(answer, name)) return undefined;
  return String(Reflect.get(answer, name));
}

const yesOrNo = (flag: string | undefined): string | undefined =>
  flag === undefined ? undefined : flag === '1' ? 'yes' : 'no';

const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
