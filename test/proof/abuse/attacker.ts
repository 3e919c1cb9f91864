import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { invariant } from '../../../src/domain/invariant.ts';
import { AbuseClient } from './abuse-client.ts';
import type { Attack, AttackOrder, AttackReply } from './attack.ts';
import { attacks } from './attacks.ts';

/** Between two steps of a client: a refused one is tried again soon, but not in a busy loop. */
const PAUSE_MS = 10;
/** The attacker must not take the processor from the service that it attacks on the same machine. */
const NICENESS = 19;

const counts: Record<string, Record<string, number>> = {};
const end = new AbortController();
let chosen: readonly Attack[] = [];
let client: AbuseClient | undefined;
const striking: Promise<void>[] = [];

async function strikeUntilTheEnd(attack: Attack, target: AbuseClient): Promise<void> {
  for (let step = 0; !end.signal.aborted; step += 1) {
    const outcome = await attack.strike(target, step, end.signal);
    const counted = counts[attack.name] ?? {};
    counts[attack.name] = { ...counted, [outcome]: (counted[outcome] ?? 0) + 1 };
    await delay(PAUSE_MS);
  }
}

async function obey(order: AttackOrder): Promise<AttackReply | undefined> {
  if (order.kind === 'prepare') {
    chosen = attacks.filter(({ name }) => order.attacks.includes(name));
    client = new AbuseClient(order.port, order.key);
    for (const attack of chosen) await attack.prepare?.(client);
    return { kind: 'prepared' };
  }
  if (order.kind === 'strike') {
    invariant(client !== undefined, 'an attack is prepared first');
    const target = client;
    for (const attack of chosen) {
      const clients = order.clients === 'one' ? 1 : attack.clients - 1;
      for (let count = 0; count < clients; count += 1) striking.push(strikeUntilTheEnd(attack, target));
    }
    return undefined;
  }
  end.abort();
  // Requests that are still in flight do not matter any more.
  client?.dispose();
  await Promise.race([Promise.all(striking), delay(1000)]);
  return { kind: 'stopped', counts };
}

setPriority(NICENESS);
process.on('message', (order: AttackOrder) => {
  obey(order)
    .catch((error: unknown): AttackReply => ({ kind: 'failed', reason: String(error) }))
    .then((reply) => reply && process.send?.(reply));
});
