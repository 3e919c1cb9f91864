import { Redis } from 'ioredis';
import { QUERY_TIMEOUT_MS } from '../test-server.ts';

/** Runs one command on its own connection, without retries. */
export async function runRedisCommand(url: string, command: string, ...args: readonly string[]): Promise<unknown> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: QUERY_TIMEOUT_MS,
    commandTimeout: QUERY_TIMEOUT_MS,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The rejected command already reports the error.
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
