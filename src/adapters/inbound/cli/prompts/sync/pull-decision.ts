import type { PromptApi } from '../api/prompt-api.ts';
import type { RemotePrompt } from '../api/prompt-responses.ts';
import { hashOfFile } from '../files/file-hash.ts';
import { parsePromptFile, type WrittenPrompt } from '../files/prompt-file.ts';
import { isSameMetadata } from '../lock/metadata-change.ts';
import type { LockEntry } from '../lock/prompt-lock.ts';

/** Action of a pull on a file that differs from the one it would write. `edited`: there is nothing new to pull. */
export type PullDecision =
  | { readonly kind: 'overwrite' }
  | { readonly kind: 'edited' }
  | { readonly kind: 'conflict'; readonly problem: string };

const CURE = 'Push it or copy it elsewhere, or pull with --force to overwrite it.';

/** A file is overwritten only if nothing in it would be lost. */
export async function decidePull(
  text: string,
  entry: LockEntry | undefined,
  remote: RemotePrompt,
  api: PromptApi,
): Promise<PullDecision> {
  if (!isEdited(text, entry, remote.prompt.name)) return { kind: 'overwrite' };
  const known = entry?.id === remote.id ? entry : undefined;
  if (await isOnService(text, known?.latestVersion ?? 0, remote, api)) return { kind: 'overwrite' };
  if (!known) return conflict(`differs from every version on the service. ${CURE}`);
  const hasNews = remote.hash !== known.hash || !isSameMetadata(remote.prompt, known);
  return hasNews ? conflict(`was edited, and the prompt has changed on the service. ${CURE}`) : { kind: 'edited' };
}

/** Whether a file is not known to be as it was when it was pulled or pushed. */
export function isEdited(text: string, entry: LockEntry | undefined, name: string): boolean {
  const prompt = promptOf(text, name);
  if (!prompt || !entry) return true;
  return hashOfFile(prompt) !== (entry.file ?? entry.hash) || !isSameMetadata(prompt, entry);
}

/** Whether everything that the file says is in the prompt or in one of its versions after a given one. */
async function isOnService(text: string, after: number, remote: RemotePrompt, api: PromptApi): Promise<boolean> {
  const prompt = promptOf(text, remote.prompt.name);
  if (!prompt || !isSameMetadata(prompt, remote.prompt)) return false;
  const { content, variables = remote.prompt.variables, config = remote.prompt.config } = prompt;
  const hash = hashOfFile({ content, variables, config });
  return hash === remote.hash || (await api.findVersion(remote.id, hash, after)) !== undefined;
}

/** Undefined when it is no prompt file, or that of another prompt. */
function promptOf(text: string, name: string): WrittenPrompt | undefined {
  const read = parsePromptFile(text);
  return read.kind === 'prompt' && (read.prompt.name ?? name) === name ? read.prompt : undefined;
}

const conflict = (problem: string): PullDecision => ({ kind: 'conflict', problem });
