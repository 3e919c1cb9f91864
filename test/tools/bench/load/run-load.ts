import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics.ts';
import { type Answer, HttpConnection } from './http-connection.ts';
import { type LoadJob, type LoadResult, NUMBER } from './load-job.ts';

const KEY = /ph_[0-9a-f]{64}/;

let lastNumber = 0;

const withNextNumber = (request: string): string => {
  lastNumber += 1;
  return request.replaceAll(NUMBER, String(lastNumber).padStart(NUMBER.length, '0'));
};

/** Every connection waits for its answer before it sends again, so there are as many requests under way as connections. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const connections = await Promise.all(job.connections.map(() => HttpConnection.open(job.port)));
  const startedAt = performance.now();
  const goesOn = 'afterMs' in job.end ? endsAt(startedAt + job.end.afterMs) : endsBehind(job.end.afterRequests);
  try {
    const next = await Promise.all(
      connections.map((connection, index) => drive(connection, job, job.connections[index] ?? [], goesOn, latenciesMs)),
    );
    return {
      answered: latenciesMs.length,
      elapsedMs: performance.now() - startedAt,
      p50Ms: percentile(latenciesMs, 50),
      p99Ms: percentile(latenciesMs, 99),
      next,
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

const endsAt = (moment: number) => () => performance.now() < moment;

function endsBehind(requests: number): () => boolean {
  let left = requests;
  return () => {
    left -= 1;
    return left >= 0;
  };
}

/** Answers what it would have sent next. */
async function drive(
  connection: HttpConnection,
  { expected, varies, restMs }: LoadJob,
  requests: readonly string[],
  goesOn: () => boolean,
  latenciesMs: number[],
): Promise<string> {
  let request = requests[0] ?? '';
  for (let turn = 1; goesOn(); turn += 1) {
    const text = varies === 'number' ? withNextNumber(request) : request;
    const sentAt = performance.now();
    const answer = await connection.send(text);
    latenciesMs.push(performance.now() - sentAt);
    if (!expected.includes(answer.status)) throw unexpected(answer, expected);
    request = varies === 'key' ? withKeyOf(answer, request) : (requests[turn % requests.length] ?? '');
    if (restMs !== undefined) await delay(restMs);
  }
  return request;
}

function withKeyOf({ body }: Answer, request: string): string {
  const [key] = KEY.exec(body) ?? [];
  if (key === undefined) throw new Error('an answer gave no key');
  return request.replace(KEY, key);
}

/** The body of an answer may hold a key, so only those of failures are told. */
const unexpected = ({ status, body }: Answer, expected: readonly number[]): Error =>
  new Error(`an answer was ${status} and not ${expected.join(' or ')}${status >= 400 ? `: ${body}` : ''}`);
