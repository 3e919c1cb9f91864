import type { PromptholdEvent, StaleReason } from '../client-options.ts';
import type { ReadDocument } from '../network/read-prompt.ts';
import { isSameReading, type PromptDocument } from '../prompts/prompt-document.ts';
import { isPinned, keyOf, type PromptTarget, selectorText } from '../prompts/prompt-target.ts';
import type { ComposedPrompt } from './composed-prompt.ts';

/** Time at which a request began, and its order among others. */
export interface RequestStart {
  readonly startedAt: number;
  readonly sequence: number;
}

/** The part of an entry that a composed prompt takes. */
export interface EntryPart {
  readonly entry: Entry;
  readonly document: PromptDocument;
}

/** One prompt in memory, with what is known about how current it is. */
export class Entry {
  readonly key: string;
  readonly isPinned: boolean;
  #read: ReadDocument;
  /** False while it is only known from the snapshot. */
  isConfirmed: boolean;
  /** Time at which the last successful request for it began; for a prompt from a snapshot, when that was saved. */
  checkedAt: number;
  /** The number of that request; 0 for a prompt from a snapshot. */
  sequence = 0;
  usedAt: number;
  /** A change was announced that this entry may not contain yet. */
  isStale = false;
  /** How many requests failed since the last successful one. */
  failures = 0;
  /** Time before which another request is not worth it. */
  retryAt = 0;
  /** The prompt with all includes, as it was last returned to a caller. */
  composed: ComposedPrompt<EntryPart> | undefined;

  constructor(
    readonly target: PromptTarget,
    read: ReadDocument,
    { isConfirmed, at, usedAt }: { readonly isConfirmed: boolean; readonly at: number; readonly usedAt: number },
  ) {
    this.key = keyOf(target);
    this.isPinned = isPinned(target);
    this.#read = read;
    this.isConfirmed = isConfirmed;
    this.checkedAt = at;
    this.usedAt = usedAt;
  }

  get document(): PromptDocument {
    return this.#read.document;
  }

  get read(): ReadDocument {
    return this.#read;
  }

  /** The document stays the same object while version and lock are the same, so that callers get the same prompt. */
  replace(read: ReadDocument): void {
    const { document } = this.#read;
    this.#read = isSameReading(document, read.document) ? { ...read, document } : read;
  }

  /** The service has confirmed or sent what is stored. */
  confirm({ startedAt, sequence }: RequestStart, isStale: boolean): void {
    this.isConfirmed = true;
    this.checkedAt = startedAt;
    this.sequence = sequence;
    this.isStale = isStale;
    this.failures = 0;
    this.retryAt = 0;
  }

  /** The event that reports that this entry is used although it may be outdated. */
  describeStale(now: number, reason: StaleReason): PromptholdEvent {
    const { name, version } = this.document;
    const ageMs = Math.max(0, now - this.checkedAt);
    return { kind: 'stale', name, selector: selectorText(this.target), version, ageMs, reason };
  }

  recordFailure(now: number): void {
    this.retryAt = now + retryDelayMs(this.failures);
    this.failures += 1;
  }
}

const RETRY_MS_MIN = 1000;
const RETRY_MS_MAX = 30_000;

/** Doubles, so that an outage is noticed soon and then costs little. */
const retryDelayMs = (failures: number): number => Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** Math.min(failures, 5));
