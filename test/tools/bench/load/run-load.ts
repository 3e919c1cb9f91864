import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics.ts';
import { HttpConnection, type LoadResponse } from './http-connection.ts';
import { type LoadJob, type LoadResult, NUMBER } from './load-job.ts';

const KEY = /ph_[0-9a-f]{64}/;

let lastNumber = 0;

const withNextNumber = (request: string): string => {
  lastNumber += 1;
  return request.replaceAll(NUMBER, String(lastNumber).padStart(NUMBER.length, '0'));
};

/** Each connection waits for its response before it sends again: there are as many concurrent requests as connections. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const connections = await Promise.all(job.connections.map(() => HttpConnection.open(job.port)));
  const startedAt = performance.now();
  const shouldContinue =
    'afterMs' in job.end ? untilTime(startedAt + job.end.afterMs) : untilCount(job.end.afterRequests);
  try {
    const next = await Promise.all(
      connections.map((connection, index) =>
        drive(connection, job, job.connections[index] ?? [], shouldContinue, latenciesMs),
      ),
    );
    return {
      responses: latenciesMs.length,
      elapsedMs: performance.now() - startedAt,
      p99Ms: percentile(latenciesMs, 99),
      next,
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

const untilTime = (endMs: number) => () => performance.now() < endMs;

function untilCount(requests: number): () => boolean {
  let left = requests;
  return () => {
    left -= 1;
    return left >= 0;
  };
}

/** Returns the requests, beginning with the one that would come next. */
async function drive(
  connection: HttpConnection,
  { expected, varies, pauseMs }: LoadJob,
  requests: readonly string[],
  shouldContinue: () => boolean,
  latenciesMs: number[],
): Promise<readonly string[]> {
  const queue = [...requests];
  while (shouldContinue()) {
    const request = queue.shift() ?? '';
    const text = varies === 'number' ? withNextNumber(request) : request;
    const sentAt = performance.now();
    const response = await connection.send(text);
    latenciesMs.push(performance.now() - sentAt);
    if (!expected.includes(response.status)) throw unexpected(response, expected);
    queue.push(varies === 'key' ? withKeyOf(response, request) : request);
    if (pauseMs !== undefined) await delay(pauseMs);
  }
  return queue;
}

function withKeyOf({ body }: LoadResponse, request: string): string {
  const [key] = KEY.exec(body) ?? [];
  if (key === undefined) throw new Error('a response contains no key');
  return request.replace(KEY, key);
}

/** A response body may contain a key, so only the bodies of errors are printed. */
const unexpected = ({ status, body }: LoadResponse, expected: readonly number[]): Error =>
  new Error(`a response had status ${status} instead of ${expected.join(' or ')}${status >= 400 ? `: ${body}` : ''}`);
