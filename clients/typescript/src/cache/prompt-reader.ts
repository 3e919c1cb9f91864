import { followLock } from '../../../../src/domain/snapshots/locked-versions.ts';
import type { PromptholdEvent } from '../client-options.ts';
import { PromptholdError, PromptNotFound, Unauthorized, Unavailable } from '../errors.ts';
import { toReason } from '../network/read-prompt.ts';
import { rejectWhen } from '../network/reject-when.ts';
import { toFallbackPrompt } from '../prompts/fallback-prompt.ts';
import type { LoadedPrompt } from '../prompts/loaded-prompt.ts';
import { targetsOf } from '../prompts/prompt-document.ts';
import { keyOf, type PromptTarget, selectorText } from '../prompts/prompt-target.ts';
import { BackgroundQueue } from './background-queue.ts';
import { ComposedPrompt } from './composed-prompt.ts';
import { releaseOf } from './composed-release.ts';
import type { Entry, EntryPart } from './entry.ts';
import type { EntryLoader } from './entry-loader.ts';
import { decide, type FreshnessDecision, type RefreshPolicy } from './freshness.ts';
import { type IncludedEntry, loadIncludes } from './load-includes.ts';
import type { LoadedEntry } from './loader-ports.ts';

export interface ReaderPorts {
  readonly loader: EntryLoader;
  readonly policy: (now: number) => RefreshPolicy;
  readonly report: (event: PromptholdEvent) => void;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Whether a prompt of the snapshot is used at once, and confirmed in the background. */
  readonly isSnapshotFirst: boolean;
  /** Whether there is no background: what is outdated is read by the caller that needs it. */
  readonly isIsolated: boolean;
}

export interface ReadingOptions {
  readonly fallback?: unknown;
  readonly signal?: AbortSignal | undefined;
}

type LoadedRoot = Extract<LoadedEntry, { readonly kind: 'loaded' }>;

/** Reads prompts with their includes: from memory if they are current, else from the service, else the last known ones. */
export class PromptReader {
  readonly #ports: ReaderPorts;
  readonly #queue = new BackgroundQueue();

  constructor(ports: ReaderPorts) {
    this.#ports = ports;
  }

  /** The prompt, if it can be used without asking the service first. */
  readMemory(key: string): LoadedPrompt | undefined {
    const { loader, now, policy } = this.#ports;
    const entry = loader.use(key);
    if (!entry) return undefined;
    const at = now();
    entry.usedAt = at;
    const { composed } = entry;
    if (!composed) return undefined;
    const current = policy(at);
    for (const part of composed.parts) {
      if (part.entry.document !== part.document) return undefined;
      const decision = this.#decide(part.entry, current, at);
      if (decision === 'revalidate') return undefined;
      if (decision === 'refresh') this.refresh(part.entry);
    }
    return composed.withSource(entry.isConfirmed ? 'memory' : 'disk');
  }

  async read(target: PromptTarget, { fallback, signal }: ReadingOptions): Promise<LoadedPrompt> {
    const { loader, timeoutMs } = this.#ports;
    const key = keyOf(target);
    const substitute =
      fallback === undefined || loader.peek(key) ? undefined : toFallbackPrompt(target.reference, fallback);
    const ending = rejectWhen(
      signal,
      timeoutMs + GRACE_MS,
      () => new Unavailable('timeout', timedOut(target, timeoutMs)),
    );
    try {
      signal?.throwIfAborted();
      return await Promise.race([this.#load(target, this.#ports.now() + timeoutMs), ending.promise]);
    } catch (error) {
      if (!(error instanceof PromptholdError) || fallback === undefined || !mayFallBack(error)) throw error;
      const reason = error instanceof PromptNotFound ? error.code : toReason(error);
      this.#ports.report({ kind: 'fallback', name: target.reference, selector: selectorText(target), reason });
      return substitute ?? toFallbackPrompt(target.reference, fallback);
    } finally {
      ending.cancel();
    }
  }

  /** Reads an entry again in the background, unless that has happened by the time it is its turn. */
  refresh(entry: Entry): void {
    const { loader, policy, now, timeoutMs } = this.#ports;
    this.#queue.add(entry.key, async () => {
      const at = now();
      if (decide(entry, policy(at), at) === 'serve') return;
      await loader.load(entry.target, timeoutMs).catch(() => {});
    });
  }

  /** Asks for an entry that is only known from the snapshot, unless that has just failed. */
  #confirm(entry: Entry): void {
    const { loader, now, timeoutMs } = this.#ports;
    if (now() < entry.retryAt) return;
    this.#queue.add(entry.key, async () => {
      if (!entry.isConfirmed) await loader.load(entry.target, timeoutMs).catch(() => {});
    });
  }

  /** Reads everything that these entries include. Never rejects: the next reader gets the error. */
  async preloadIncludes(entries: readonly Entry[]): Promise<void> {
    const withIncludes = entries.filter(({ document }) => targetsOf(document).length > 0);
    const read = ({ target }: Entry) => this.read(target, {}).catch(() => {});
    if (this.#ports.isIsolated) {
      await Promise.all(withIncludes.map(read));
      return;
    }
    for (const entry of withIncludes) {
      this.#queue.add(`includes of ${entry.key}`, () => read(entry));
    }
    if (withIncludes.length > 0) await this.#queue.whenIdle();
  }

  whenRefreshed(): Promise<void> {
    return this.#queue.whenIdle();
  }

  close(): void {
    this.#queue.clear();
  }

  #decide(entry: Entry, policy: RefreshPolicy, at: number): FreshnessDecision {
    const decision = decide(entry, policy, at);
    return decision === 'refresh' && this.#ports.isIsolated ? 'revalidate' : decision;
  }

  async #load(target: PromptTarget, deadline: number): Promise<LoadedPrompt> {
    const root = await this.#ensure(target, deadline);
    if (root.kind !== 'loaded') throw root.error;
    const { entry, source } = root;
    try {
      return (await this.#compose(root, deadline)).withSource(source);
    } catch (error) {
      // A version that cannot be completed now does not replace a complete one.
      const before = entry.composed;
      if (!before || !(error instanceof PromptholdError) || !isOutage(error)) throw error;
      this.#ports.report(entry.describeStale(this.#ports.now(), toReason(error)));
      return before.withSource('memory');
    }
  }

  async #compose({ entry }: LoadedRoot, deadline: number): Promise<ComposedPrompt<EntryPart>> {
    const { document } = entry;
    const includes =
      targetsOf(document).length === 0
        ? NO_INCLUDES
        : await loadIncludes(document, async (target): Promise<IncludedEntry> => {
            const led = followLock(target, document.lock);
            if (!led) return NOT_LOCKED;
            return this.#ensure({ reference: led.name, selector: led.selector }, deadline);
          });
    const parts = [{ entry, document }, ...includes.values()];
    const release = await releaseOf(document, includes);
    // Others may have composed the same: all callers get one object.
    if (entry.composed?.consistsOf(parts)) return entry.composed;
    entry.composed = new ComposedPrompt(parts, includes, release);
    return entry.composed;
  }

  async #ensure(target: PromptTarget, deadline: number): Promise<LoadedEntry> {
    const { loader, policy, now, timeoutMs, isSnapshotFirst } = this.#ports;
    const at = now();
    const current = policy(at);
    const entry = isSnapshotFirst ? await loader.loadStored(target) : loader.use(keyOf(target));
    if (entry) {
      entry.usedAt = at;
      if (isSnapshotFirst && !entry.isConfirmed) {
        this.#confirm(entry);
        return { kind: 'loaded', entry, source: 'disk' };
      }
      const decision = this.#decide(entry, current, at);
      if (decision === 'refresh') this.refresh(entry);
      if (decision !== 'revalidate') return { kind: 'loaded', entry, source: entry.isConfirmed ? 'memory' : 'disk' };
    }
    const remainingMs = Math.min(timeoutMs, Math.max(1, deadline - at));
    return loader.load(target, remainingMs, { mustBeCurrent: current.kind === 'always' });
  }
}

/** Requests end in time by themselves, unless another reader began them later: those are not waited for. */
const GRACE_MS = 50;

/** An include that led nowhere when the label was locked: the prompt cannot be rendered until the label moves. */
const NOT_LOCKED: IncludedEntry = { kind: 'missing', error: new PromptNotFound('version_not_found', '') };

const NO_INCLUDES: ReadonlyMap<string, EntryPart> = new Map();

const timedOut = ({ reference }: PromptTarget, timeoutMs: number): string =>
  `${reference} did not respond within ${timeoutMs} ms.`;

/** Neither a wrong key nor a broken prompt is an outage. */
const NO_OUTAGES: ReadonlySet<string> = new Set(['includes_invalid', 'render_too_large', 'closed']);

const isOutage = (error: PromptholdError): boolean =>
  !(error instanceof Unauthorized) && !(error instanceof PromptNotFound) && !NO_OUTAGES.has(error.code);

const mayFallBack = (error: PromptholdError): boolean => isOutage(error) || error instanceof PromptNotFound;
