import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { LATEST } from '../../domain/naming/label.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import { type Prompt, type ResolvedVersion, resolve, type VersionChoice } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../domain/prompts/release.ts';
import type { PromptRead } from '../../domain/usage/usage.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import { resolveAt } from './includes/resolve-at.ts';
import type { LabelNotFound, VersionNotFound } from './missing-version.ts';

export interface ReadRequest {
  readonly choice: VersionChoice;
  /** Resolves the label or the default rule as of that moment, or as of now if it is not past. */
  readonly at?: Date | undefined;
}

export interface ReadVersion {
  readonly kind: 'read';
  readonly prompt: Prompt;
  readonly version: PromptVersion;
  readonly resolved: ResolvedVersion;
  /** The lock of the label that selected the version; undefined if its includes are not locked. */
  readonly lock?: ReleaseLock | undefined;
  /** Set if the version was resolved as of that moment. */
  readonly at?: Date | undefined;
}

export type ReadPromptOutcome = ReadVersion | LabelNotFound | VersionNotFound | { readonly kind: 'not-found' };

/** Called with what is read, or should have been, once that is known: for the statistics, even if the rest fails. */
export type ReportRead = (read: PromptRead) => void;

/** Undefined if there is no such prompt. */
export function toPromptRead(outcome: ReadPromptOutcome): PromptRead | undefined {
  if (outcome.kind === 'not-found') return undefined;
  const promptId = outcome.prompt.id;
  if (outcome.kind !== 'read') return { promptId, version: undefined };
  // A label as of the past says nothing about the version that callers of the label use now.
  return { promptId, version: outcome.version.version, label: outcome.at ? undefined : outcome.resolved.label };
}

/** The hot path: reads a prompt and one of its versions in one step. */
export class ReadPrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly clock: Clock,
  ) {}

  /** With a credential, rejects with CredentialRetired unless the account still has it; not for a moment in the past. */
  async execute(
    owner: AccountId,
    reference: PromptReference,
    { choice, at }: ReadRequest,
    credential?: Credential,
  ): Promise<ReadPromptOutcome> {
    // The newest move may have been stored by a clock that was ahead: what counts now is not determined by times.
    if (at && at < this.clock.now()) return this.readPast(owner, reference, choice, at);
    const reading = await this.reader.read(owner, reference, choice, credential);
    if (!reading) return { kind: 'not-found' };
    const { prompt, version, lock } = reading;
    const resolved = resolve(prompt, choice);
    if (!resolved && choice.by === 'label') return { kind: 'label-not-found', prompt, label: choice.label };
    if (!resolved || !version) return { kind: 'version-not-found', prompt, version: resolved?.version };
    return { kind: 'read', prompt, version, resolved, lock };
  }

  private async readPast(
    owner: AccountId,
    reference: PromptReference,
    choice: VersionChoice,
    at: Date,
  ): Promise<ReadPromptOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    const past = await resolveAt(this.reader, prompt, choice, at);
    if (!past) {
      const isLabel = choice.by === 'label' && choice.label !== LATEST;
      if (isLabel) return { kind: 'label-not-found', prompt, label: choice.label, at };
      return { kind: 'version-not-found', prompt, version: undefined, at };
    }
    const { resolved, lock } = past;
    const version = await this.reader.findVersion(owner, prompt.id, resolved.version);
    if (!version) return { kind: 'version-not-found', prompt, version: resolved.version };
    return { kind: 'read', prompt, version, resolved, lock, at };
  }
}
