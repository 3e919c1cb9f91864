import { setTimeout as delay } from 'node:timers/promises';
import { anExportedPrompt, EXPORT_FORMAT } from '../../support/builders/an-export.ts';
import type { LateRequest } from '../../support/service/late-request.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { SendOptions } from './actions.ts';
import type { FeedEvent } from './checker/check-feed.ts';
import { type History, type ImportedLine, PROMPT } from './checker/history.ts';
import { isLabelName, type LabelPlaces } from './checker/prompt-register.ts';
import type { ExportedPrompt } from './service/send-request.ts';

const KINDS = { stream: 5, import: 4, export: 2 };
const REQUESTS_MIN = 5;
const REQUESTS_MAX = 12;
const STREAM_MS_MAX = 1500;
const LINES_MAX = 5;
const LINE_PAUSE_MS_MAX = 300;
const PAUSE_MS_MAX = 300;
/** Other streams begin with the first event of all. */
const NEWEST_CHANCE = 0.7;

/** A client whose requests stay open while others reset the key, until the faults are over. */
export async function runLongRequests(history: History, random: SeededRandom, isOver: () => boolean): Promise<void> {
  for (let count = 0; count < REQUESTS_MIN || (count < REQUESTS_MAX && !isOver()); count += 1) {
    await delay(random.between(0, PAUSE_MS_MAX));
    // Draw all random numbers first, so that the choices depend on the seed alone.
    const kind = random.weighted(KINDS);
    const options = { service: random.between(0, history.services - 1) };
    const durationMs = random.between(100, STREAM_MS_MAX);
    const isFromNewest = random.chance(NEWEST_CHANCE);
    const pauses = Array.from({ length: random.between(1, LINES_MAX) }, () => random.between(0, LINE_PAUSE_MS_MAX));
    if (kind === 'stream') await follow(history, options, durationMs, isFromNewest);
    else if (kind === 'import') await importSlowly(history, options, pauses);
    else await exportAll(history, options);
  }
}

/** Stays open across resets. Whatever it delivers happened while the account had the key. */
async function follow(history: History, { service }: SendOptions, ms: number, isFromNewest: boolean): Promise<void> {
  const key = history.currentKey;
  const calledAt = history.tick();
  const path = isFromNewest ? '/api/events' : '/api/events?after=0';
  const request = history.open(service, 'GET', path, key);
  const closed = delay(ms).then(() => request.close());
  const status = await request.status;
  if (isServed(history, { calledAt, key, status })) {
    for await (const line of request.lines()) {
      if (!line.startsWith('data: ')) continue;
      const { id } = JSON.parse(line.slice('data: '.length)) as Partial<FeedEvent>;
      // The first one is `hello`, which has none.
      if (id !== undefined) history.streamed.push({ id, key, calledAt, returnedAt: history.tick() });
    }
  }
  await closed;
}

interface Begun {
  readonly calledAt: number;
  readonly key: string;
  readonly status: number | undefined;
}

/** Also records that the key was accepted or rejected. */
function isServed(history: History, { calledAt, key, status }: Begun): boolean {
  // 503 and 429 reveal nothing about the key.
  if (status !== undefined && ![200, 401, 429, 503].includes(status)) {
    history.failures.push(`a long request got ${status}`);
  }
  if (status !== 200 && status !== 401) return false;
  const accepted = status === 200;
  history.recordKeyEvent({ calledAt, returnedAt: history.tick() }, { kind: 'verify', key, accepted });
  return accepted;
}

/** Sends a prompt on each line, after a pause. Each result shows that the account had the key after its line was sent. */
async function importSlowly(history: History, { service }: SendOptions, pauses: readonly number[]): Promise<void> {
  const key = history.currentKey;
  const calledAt = history.tick();
  const request = history.open(service, 'POST', '/api/import', key);
  request.send(`${JSON.stringify(EXPORT_FORMAT)}\n`);
  const lines = pauses.map((): ImportedLine => {
    const line: ImportedLine = {
      name: `imported-${history.imports.length + 1}`,
      key,
      outcome: 'rejected',
      calledAt,
      returnedAt: calledAt,
    };
    history.imports.push(line);
    return line;
  });
  const reading = readResults(history, request, { calledAt, key, lines });
  for (const [index, line] of lines.entries()) {
    const isOver = await Promise.race([delay(pauses[index], false), reading.then(() => true)]);
    if (isOver) break;
    Object.assign(line, { outcome: 'unknown', calledAt: history.tick() });
    request.send(`${JSON.stringify(anExportedPrompt(line.name, 'Imported.'))}\n`);
  }
  request.endBody();
  await reading;
}

interface Import extends Omit<Begun, 'status'> {
  readonly lines: readonly ImportedLine[];
}

async function readResults(history: History, request: LateRequest, { calledAt, key, lines }: Import): Promise<void> {
  const isUnauthorized = (status: number | undefined) => status === 401;
  const reject = () => {
    for (const line of lines) if (line.outcome !== 'created') line.outcome = 'rejected';
  };
  const status = await request.status;
  if (!isServed(history, { calledAt, key, status })) {
    if (isUnauthorized(status)) reject();
    return;
  }
  for await (const text of request.lines()) {
    const returnedAt = history.tick();
    const { line: number, result, error } = JSON.parse(text) as LineResult;
    if (error === 'Unauthorized') {
      history.recordKeyEvent({ calledAt, returnedAt }, { kind: 'verify', key, accepted: false });
      reject();
    } else if (result !== undefined) {
      // The first line of the body is the header.
      const line = lines[(number ?? 0) - 2];
      if (result === 'created' && line) Object.assign(line, { outcome: 'created', returnedAt });
      else history.failures.push(`an import got ${text}`);
    }
  }
}

interface LineResult {
  readonly line?: number;
  readonly result?: string;
  readonly error?: string;
}

/** Reads the latest version and all labels of the prompt. */
async function exportAll(history: History, { service }: SendOptions): Promise<void> {
  const key = history.currentKey;
  const exchange = await history.send(service, { method: 'GET', path: '/api/export', key });
  history.recordKeyUse(exchange, key);
  if (exchange.result.kind !== 'responded' || exchange.result.status === 401) return;
  const prompt = exchange.result.body.data?.prompts?.find(({ name }) => name === PROMPT);
  if (!prompt) return history.recordUnexpected('export', exchange);
  const labels = placesIn(prompt);
  const seen = labels.production === undefined ? undefined : { latest: prompt.versions.length, labels };
  history.recordPromptEvent(exchange, { kind: 'read', label: 'production', seen }, key);
}

/** Where the last move of each label has left it. */
const placesIn = ({ history }: ExportedPrompt): LabelPlaces =>
  Object.fromEntries(
    history.flatMap(({ label, version }) => (isLabelName(label) && version !== null ? [[label, version]] : [])),
  );
