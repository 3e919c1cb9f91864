import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Failpoint } from './failpoint.ts';

let isCounting = false;

/**
 * Counts every driver command as a step of the use case that sends it. Commands outside a failpoint are not affected, so
 * that this may stay while the same worker runs other files.
 */
export function countDriverSteps(): void {
  if (isCounting) return;
  isCounting = true;
  countPostgres();
  countSqlite();
  countRedis();
}

type Method = (this: object, ...values: never[]) => unknown;
type Around = (self: object, values: unknown[], original: () => unknown, failpoint: Failpoint) => unknown;

function wrap(prototype: object, name: string, around: Around): void {
  const original: Method = Reflect.get(prototype, name);
  Reflect.set(prototype, name, function (this: object, ...values: never[]) {
    const failpoint = Failpoint.current;
    const work = () => original.apply(this, values);
    return failpoint ? around(this, values, work, failpoint) : work();
  });
}

type QueryCallback = (error: Error | null, result: unknown) => void;

/** The pool sends its own queries without a callback. */
function countPostgres(): void {
  wrap(pg.Client.prototype, 'query', (client, values, work, failpoint) => {
    const [query, callback] = values as [string | pg.QueryConfig, QueryCallback?];
    failpoint.connections.add((client as pg.Client).connection.stream);
    const name = summarizeSql(typeof query === 'string' ? query : query.text);
    if (!callback) return failpoint.step(name, work as () => Promise<unknown>);
    const step = failpoint.begin(name);
    if (failpoint.endsBefore(step)) return undefined;
    values[1] = (error: Error | null, result: unknown) => failpoint.endsAfter(step) || callback(error, result);
    return work();
  });
}

/** Counts the statements of a transaction too, all of which are synchronous. */
function countSqlite(): void {
  const database = new Database(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('SELECT 1'));
  database.close();
  for (const name of ['run', 'get', 'all']) {
    wrap(prototype, name, (statement, _, work, failpoint) =>
      failpoint.stepSync(summarizeSql((statement as Database.Statement).source), work),
    );
  }
}

interface RedisCommand {
  readonly name: string;
  readonly promise: Promise<unknown>;
  resolve: (reply: unknown) => void;
  reject: (error: Error) => void;
}

/** Reads that a use case does not send every time: a script that the node has not stored yet, and the space that is left. */
const OCCASIONAL_READS = new Set(['eval_ro', 'info']);
/** Sent again, with the text of the script, when the node has not stored it yet: together they are one step. */
const isSentAgain = ({ name }: RedisCommand, error: Error): boolean =>
  name === 'evalsha' && error.message.startsWith('NOSCRIPT ');

/** Clients of cluster nodes count too. Commands that a client sends before it is ready belong to its connection setup. */
function countRedis(): void {
  wrap(Redis.prototype, 'sendCommand', (client, values, work, failpoint) => {
    const [command] = values as [RedisCommand];
    const { status, stream } = client as Redis;
    if (status !== 'ready' || OCCASIONAL_READS.has(command.name)) return work();
    failpoint.connections.add(stream);
    const step = command.name === 'eval' ? failpoint.steps.length : failpoint.begin(command.name);
    if (failpoint.endsBefore(step)) return command.promise;

    const { resolve, reject } = command;
    command.resolve = (reply) => failpoint.endsAfter(step) || resolve.call(command, reply);
    command.reject = (error) =>
      (!isSentAgain(command, error) && failpoint.endsAfter(step)) || reject.call(command, error);
    return work();
  });
}

const summarizeSql = (text: string): string => text.trim().split(/\s+/).slice(0, 3).join(' ');
