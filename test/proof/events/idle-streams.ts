import { setTimeout as delay } from 'node:timers/promises';
import { invariant } from '../../../src/domain/invariant.ts';
import type { EventReader } from '../../support/service/event-reader.ts';
import { type AnyStreamKind, LISTEN_HEADERS, listenMessage, openStream } from '../../support/service/mcp-stream.ts';
import { AccountOpener } from '../../support/service/open-account.ts';
import type { Backend } from '../../tools/backends.ts';
import { startEmptyService } from '../../tools/bench/measure-backend.ts';
import { type MeasuredProcess, serviceEnvironment, type Target } from '../../tools/bench/measured-process.ts';

/** Opened in groups, so that the service is not measured in a queue of connections. */
const OPENED_CONCURRENTLY = 50;
const REQUESTS_BEFORE = 3000;
/** Until the heap has been collected after the streams were opened. */
const SETTLE_MS = 10_000;

interface IdleStreams {
  readonly backend: Backend;
  readonly kind: AnyStreamKind;
  readonly accounts: number;
  readonly streams: number;
  readonly seconds: number;
}

interface IdleStreamCost {
  /** How much the resident memory of the service grew. */
  readonly mib: number;
  /** CPU time per time that passed, with ticks and keep-alives. */
  readonly corePercent: number;
}

/** What streams cost while nothing changes. */
export async function measureIdleStreams(measured: IdleStreams): Promise<IdleStreamCost> {
  await using stack = new AsyncDisposableStack();
  const { target, server } = await startEmptyService(stack, measured.backend);
  return await measure(server, await openAccounts(target, measured.accounts), measured);
}

async function openAccounts(target: Target, count: number): Promise<readonly string[]> {
  const opener = await AccountOpener.on(serviceEnvironment(target));
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = { email: `stream${index}@example.com`, name: 'Stream', password: 'correct horse battery' };
    keys.push((await opener.open(account)).token);
  }
  await opener.close();
  return keys;
}

async function measure(
  service: MeasuredProcess,
  keys: readonly string[],
  { kind, streams, seconds }: IdleStreams,
): Promise<IdleStreamCost> {
  const keyOf = (index: number): string => keys[index % keys.length] ?? '';
  const open = (count: number) => openStreams(count, (index) => openStream(service.url, keyOf(index), kind));
  // Those of MCP also load its SDK.
  await closeAll(await open(OPENED_CONCURRENTLY));
  await useHeap(service.url, keyOf, kind);
  await delay(SETTLE_MS);
  const mibBefore = service.residentMib;

  const readers = await open(streams);
  await delay(SETTLE_MS);
  const mib = service.residentMib - mibBefore;
  const [cpuBefore, startedAt] = [service.cpuTimeUs(), performance.now()];
  await delay(seconds * 1000);
  const cpuUs = service.cpuTimeUs() - cpuBefore;
  const corePercent = cpuUs / (performance.now() - startedAt) / 10;
  await closeAll(readers);
  return { mib, corePercent };
}

/**
 * A heap that has not been used yet grows by the garbage of the first thousand requests, whatever they are: on Postgres by
 * 30 MiB more than streams take. So the same requests come first, but open no stream.
 */
async function useHeap(url: string, keyOf: (index: number) => string, kind: AnyStreamKind): Promise<void> {
  for (let index = 0; index < REQUESTS_BEFORE; index += 1) {
    const headers = { Authorization: `Bearer ${keyOf(index)}` };
    const response =
      kind === 'listen'
        ? await fetch(`${url}/mcp`, {
            method: 'POST',
            headers: { ...headers, ...POST_HEADERS, ...LISTEN_HEADERS },
            body: LISTEN_TO_NOTHING,
          })
        : await fetch(`${url}/api/changes`, { headers });
    await response.arrayBuffer();
  }
}

const POST_HEADERS = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const LISTEN_TO_NOTHING = JSON.stringify(listenMessage({}));

async function openStreams(count: number, open: (index: number) => Promise<EventReader>): Promise<EventReader[]> {
  const readers: EventReader[] = [];
  while (readers.length < count) {
    const group = Array.from({ length: Math.min(OPENED_CONCURRENTLY, count - readers.length) }, (_, index) =>
      open(readers.length + index),
    );
    for (const reader of await Promise.all(group)) {
      invariant(reader.status === 200, `a stream is opened, and was ${reader.status}`);
      readers.push(reader);
    }
  }
  return readers;
}

async function closeAll(readers: readonly EventReader[]): Promise<void> {
  for (const reader of readers) reader.close();
  await Promise.all(readers.map((reader) => reader.waitForEnd()));
}
