import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/naming/label.ts';
import { LATEST } from '../../domain/naming/label.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import {
  DEFAULT_LABEL,
  type Prompt,
  type ResolvedVersion,
  resolve,
  type VersionChoice,
} from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { PromptRead } from '../../domain/usage/usage.ts';
import type { PrintedReading, PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelNotFound, VersionNotFound } from './missing-version.ts';

export interface ReadRequest {
  readonly choice: VersionChoice;
  /** Resolves the label or the default rule as of that moment. Cannot be combined with a version. */
  readonly at?: Date | undefined;
}

export type ReadPromptOutcome =
  | {
      readonly kind: 'read';
      readonly prompt: Prompt;
      readonly version: PromptVersion;
      readonly resolved: ResolvedVersion;
    }
  | LabelNotFound
  | VersionNotFound
  | { readonly kind: 'not-found' };

export interface PrintedPrompt extends PrintedReading {
  readonly resolved: ResolvedVersion;
}

/** Called with what is read, or should have been, once that is known: for the statistics, even if the rest fails. */
export type ReportRead = (read: PromptRead) => void;

/** Undefined if there is no such prompt. */
export function toPromptRead(outcome: ReadPromptOutcome): PromptRead | undefined {
  if (outcome.kind === 'not-found') return undefined;
  const promptId = outcome.prompt.id;
  if (outcome.kind !== 'read') return { promptId, version: undefined };
  return { promptId, version: outcome.version.version, label: outcome.resolved.label };
}

/** The hot path: reads a prompt and one of its versions in one step. */
export class ReadPrompt {
  constructor(private readonly reader: PromptReader) {}

  async execute(owner: AccountId, reference: PromptReference, { choice, at }: ReadRequest): Promise<ReadPromptOutcome> {
    if (at) return this.readPast(owner, reference, choice, at);
    const reading = await this.reader.read(owner, reference, choice);
    if (!reading) return { kind: 'not-found' };
    const { prompt, version } = reading;
    const resolved = resolve(prompt, choice);
    if (!resolved && choice.by === 'label') return { kind: 'label-not-found', prompt, label: choice.label };
    if (!resolved || !version) return { kind: 'version-not-found', prompt, version: resolved?.version };
    return { kind: 'read', prompt, version, resolved };
  }

  /** The same as JSON, for callers that pass it on. Undefined when there is nothing to read; `execute` finds out why. */
  async print(owner: AccountId, reference: PromptReference, choice: VersionChoice): Promise<PrintedPrompt | undefined> {
    const reading = await this.reader.readPrinted(owner, reference, choice);
    return reading && this.withRule(reading, choice);
  }

  /** Adds which rule selected the version. */
  withRule(reading: PrintedReading, choice: VersionChoice): PrintedPrompt {
    return { ...reading, resolved: resolvedBy(choice, reading) };
  }

  private async readPast(
    owner: AccountId,
    reference: PromptReference,
    choice: VersionChoice,
    at: Date,
  ): Promise<ReadPromptOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    const resolved = await this.resolveAt(prompt, choice, at);
    if (!resolved) {
      const isLabel = choice.by === 'label' && choice.label !== LATEST;
      if (isLabel) return { kind: 'label-not-found', prompt, label: choice.label, at };
      return { kind: 'version-not-found', prompt, version: undefined, at };
    }
    const version = await this.reader.readVersion(owner, prompt.id, resolved.version);
    if (!version) return { kind: 'version-not-found', prompt, version: resolved.version };
    return { kind: 'read', prompt, version, resolved };
  }

  private async resolveAt(prompt: Prompt, choice: VersionChoice, at: Date): Promise<ResolvedVersion | undefined> {
    if (choice.by === 'version') return { by: 'version', version: choice.version };
    if (choice.by === 'label' && choice.label !== LATEST) return this.resolveLabelAt(prompt, choice.label, at);
    const labelled = choice.by === 'default' ? await this.resolveLabelAt(prompt, DEFAULT_LABEL, at) : undefined;
    if (labelled) return labelled;
    const version = await this.reader.findLatestAt(prompt.owner, prompt.id, at);
    return version === undefined ? undefined : { by: 'latest', version };
  }

  private async resolveLabelAt({ owner, id }: Prompt, label: Label, at: Date): Promise<ResolvedVersion | undefined> {
    const move = await this.reader.findMoveAt(owner, id, label, at);
    return move?.version == null ? undefined : { by: 'label', label, version: move.version };
  }
}

/** The rule that selected the version. */
function resolvedBy({ by }: VersionChoice, { label, version }: PrintedReading): ResolvedVersion {
  if (label !== undefined) return { by: 'label', label, version };
  return by === 'version' ? { by, version } : { by: 'latest', version };
}
