import { Redis } from 'ioredis';
import { ANSWER_MS } from '../test-server.ts';

/** One command on a connection of its own. Rejects when nobody is there: nothing is retried. */
export async function runRedisCommand(url: string, command: string, ...args: readonly string[]): Promise<unknown> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The rejected command says so already.
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}

/** The "name:value" lines of INFO and CLUSTER INFO. */
export async function readRedisInfo(
  url: string,
  command: string,
  ...args: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const text = String(await runRedisCommand(url, command, ...args));
  return new Map(Array.from(text.matchAll(/^(\w+):(.*?)\r?$/gm), ([, name = '', value = '']) => [name, value]));
}
