import type { AccountId } from '../../domain/accounts/account.ts';
import { LATEST } from '../../domain/naming/label.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Prompt } from '../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';

/** The part of a version that the next one takes over where its author leaves it out. */
export type Settings = Pick<PromptVersion, 'variables' | 'config'>;

export const NO_SETTINGS: Settings = { variables: [], config: {} };

export interface FollowedPrompt {
  readonly prompt: Prompt;
  /** The newest version, if the next one takes over settings from it. */
  readonly inherited: PromptVersion | undefined;
}

/** Reads a prompt, and what a new version of it inherits, in one step. */
export async function readFollowed(
  reader: PromptReader,
  owner: AccountId,
  reference: PromptReference,
  { variables, config }: { readonly variables?: unknown; readonly config?: unknown },
): Promise<FollowedPrompt | undefined> {
  if (variables !== undefined && config !== undefined) {
    const prompt = await reader.find(owner, reference);
    return prompt && { prompt, inherited: undefined };
  }
  const reading = await reader.read(owner, reference, { by: 'label', label: LATEST });
  return reading && { prompt: reading.prompt, inherited: reading.version };
}

/** The outcome of a write that published nothing, with the latest version. */
export async function withLatest<Kind extends string>(
  reader: Pick<PromptReader, 'findVersion'>,
  kind: Kind,
  prompt: Prompt,
) {
  const version = await reader.findVersion(prompt.owner, prompt.id, prompt.latestVersion);
  // A missing version means that the prompt was deleted concurrently.
  return version ? { kind, prompt, version } : ({ kind: 'not-found' } as const);
}
