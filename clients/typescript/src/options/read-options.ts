import { LABEL_PATTERN, type LabelOrLatest, parseLabelOrLatest } from '../../../../src/domain/naming/label.ts';
import { isObject } from '../../../../src/domain/text/json.ts';
import type { PromptholdEvent, PromptholdOptions, Refresh } from '../client-options.ts';
import { PromptholdError } from '../errors.ts';
import { isolatesRequests, readVariable } from './environment.ts';
import { type KeySource, toKeySource } from './key-source.ts';

/** The options of a client: checked, with defaults. */
export interface Settings {
  /** URL without a slash at its end. */
  readonly url: string;
  readonly keySource: KeySource;
  readonly label: LabelOrLatest | undefined;
  readonly refresh: Refresh;
  readonly snapshotPath: string | undefined;
  readonly isSnapshotFirst: boolean;
  /** Whether requests of the runtime may share nothing that is under way. */
  readonly isIsolated: boolean;
  readonly timeoutMs: number;
  readonly clientName: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Never throws. */
  readonly report: Report;
}

export type Report = (event: PromptholdEvent) => void;

const DEFAULT_URL = 'http://127.0.0.1:3000';
const EVERY_MS_MIN = 1000;
const NAME_CHARACTERS_MAX = 64;
const TIMEOUT_MS = { min: 100, max: 60_000, default: 2000 };

export function readOptions(options: PromptholdOptions = {}): Settings {
  const { url, key, label, snapshot, timeoutMs = TIMEOUT_MS.default, name, onEvent } = options;
  const { bootstrap = 'network-first', fetch = (...parameters) => globalThis.fetch(...parameters) } = options;
  const isIsolated = isolatesRequests();
  // Nothing can follow a stream between two requests.
  const { refresh = isIsolated ? { everyMs: 30_000 } : 'stream' } = options;
  if (!isRefresh(refresh) || (isIsolated && refresh === 'stream')) {
    throw reject(
      "refresh must be 'stream' (not in Cloudflare Workers), 'always', 'never' or { everyMs } of at least 1,000",
    );
  }
  if (bootstrap !== 'network-first' && bootstrap !== 'snapshot-first') {
    throw reject("bootstrap must be 'network-first' or 'snapshot-first'");
  }
  if (!(typeof timeoutMs === 'number' && timeoutMs >= TIMEOUT_MS.min && timeoutMs <= TIMEOUT_MS.max)) {
    throw reject('timeoutMs must be a number from 100 to 60,000');
  }
  return {
    url: readUrl(url ?? readVariable('PROMPTHOLD_URL') ?? DEFAULT_URL),
    keySource: toKeySource(key),
    label: label === undefined ? undefined : readLabel(label),
    refresh,
    snapshotPath: readSnapshot(snapshot ?? readVariable('PROMPTHOLD_SNAPSHOT') ?? false),
    isIsolated,
    isSnapshotFirst: bootstrap === 'snapshot-first',
    timeoutMs,
    // Format the name as the service shows it; a header cannot contain every character either.
    clientName:
      name === undefined
        ? undefined
        : String(name)
            .slice(0, NAME_CHARACTERS_MAX)
            .replaceAll(/[^\w./@:+-]/g, '-') || undefined,
    fetch,
    report: toReport(onEvent),
  };
}

export function readLabel(label: unknown): LabelOrLatest {
  const parsed = typeof label === 'string' ? parseLabelOrLatest(label) : undefined;
  if (parsed === undefined) {
    throw reject(`label must match ${LABEL_PATTERN}`);
  }
  return parsed;
}

/** The message does not repeat the URL, which may contain a password. */
function readUrl(text: unknown): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw reject('url must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw reject('url must have no credentials');
  if (/[?#]/.test(url.href)) throw reject('url must have no query and no fragment');
  return url.href.replace(/\/+$/, '');
}

function readSnapshot(path: unknown): string | undefined {
  if (path === false) return undefined;
  if (typeof path !== 'string' || path === '') throw reject('snapshot must be a path or false');
  return path;
}

const isRefresh = (refresh: unknown): refresh is Refresh =>
  refresh === 'stream' ||
  refresh === 'always' ||
  refresh === 'never' ||
  (isObject(refresh) && typeof refresh['everyMs'] === 'number' && refresh['everyMs'] >= EVERY_MS_MIN);

const toReport =
  (onEvent: PromptholdOptions['onEvent']): Report =>
  (event) => {
    try {
      const result: unknown = onEvent?.(event);
      if (result instanceof Promise) result.catch(() => {});
    } catch {
      // A mistake in the application's log must not break its prompts.
    }
  };

const reject = (problem: string): PromptholdError => new PromptholdError('configuration', `The option ${problem}.`);
