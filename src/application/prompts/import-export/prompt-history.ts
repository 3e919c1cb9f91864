import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { MovePosition, PromptArchive } from '../../ports/prompts/prompt-archive.ts';

/** How much of a history is in memory at a time, whatever its length. */
const VERSIONS_MAX = 50;
const VERSIONS_BYTES_MAX = 2 * 1024 * 1024;
const MOVES_MAX = 500;

/** The versions of a prompt up to its latest, oldest first, read in pages. They end early if the prompt is deleted. */
export async function* readVersions(
  archive: PromptArchive,
  { owner, id, latestVersion }: Pick<Prompt, 'owner' | 'id' | 'latestVersion'>,
): AsyncGenerator<PromptVersion, void> {
  for (let after = 0; after < latestVersion; ) {
    const limit = Math.min(VERSIONS_MAX, latestVersion - after);
    const page = await archive.readVersions(owner, id, { after, limit, bytesMax: VERSIONS_BYTES_MAX });
    if (page.length === 0) return;
    yield* page;
    after += page.length;
  }
}

/** Reads all moves of a prompt, label by label, oldest first, in pages. */
export async function* readMoves(
  archive: PromptArchive,
  { owner, id }: Pick<Prompt, 'owner' | 'id'>,
): AsyncGenerator<LabelMove, void> {
  let after: MovePosition | undefined;
  do {
    const page = await archive.readMoves(owner, id, { after, limit: MOVES_MAX });
    yield* page;
    after = page.length < MOVES_MAX ? undefined : page.at(-1);
  } while (after);
}
