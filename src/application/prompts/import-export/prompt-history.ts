import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptArchive } from '../../ports/prompt-archive.ts';

/** A prompt with all its versions and all moves of its labels. */
export interface PromptHistory {
  readonly prompt: Prompt;
  /** Oldest first. */
  readonly versions: readonly PromptVersion[];
  /** Each label's oldest first. */
  readonly moves: readonly LabelMove[];
}

const PAGE_VERSIONS = 50;

export async function readHistory(archive: PromptArchive, prompt: Prompt): Promise<PromptHistory> {
  const { owner, id } = prompt;
  // Read before the versions, so that every move points to a version that is read too.
  const moves = await archive.readMoves(owner, id);
  const versions: PromptVersion[] = [];
  for (;;) {
    const page = await archive.readVersions(owner, id, { after: versions.length, limit: PAGE_VERSIONS });
    versions.push(...page);
    if (page.length < PAGE_VERSIONS) break;
  }
  return { prompt, versions, moves };
}
