import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Label } from '../../../domain/prompts/naming/label.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptArchive, StoredVersion } from '../../ports/prompt-archive.ts';
import type { PromptReader } from '../../ports/prompt-reader.ts';
import { readMoves } from './prompt-history.ts';

const SUMMARIES_MAX = 50;

/** The imported versions that a prompt lacks; undefined when its own are not a prefix of them. Loads no content. */
export async function findMissingVersions(
  reader: PromptReader,
  { owner, id, latestVersion }: Prompt,
  versions: readonly StoredVersion[],
): Promise<readonly StoredVersion[] | undefined> {
  if (latestVersion > versions.length) return undefined;
  for (let before = latestVersion + 1; before > 1; ) {
    const page = await reader.listVersions(owner, id, { before, limit: SUMMARIES_MAX });
    if (!page.every(({ version, hash }) => hash === versions[version - 1]?.hash)) return undefined;
    // If the prompt was deleted, there is none; the write then finds the decision stale.
    before = page.at(-1)?.version ?? 1;
  }
  return versions.slice(latestVersion);
}

/** The imported moves that a prompt lacks; undefined when the known moves of a label are not a prefix of them. */
export async function findMissingMoves(
  archive: PromptArchive,
  existing: Prompt,
  moves: readonly LabelMove[],
): Promise<readonly LabelMove[] | undefined> {
  const imported = Map.groupBy(moves, ({ label }) => label);
  const counts = new Map<Label, number>();
  for await (const known of readMoves(archive, existing)) {
    const index = counts.get(known.label) ?? 0;
    if (!isSame(known, imported.get(known.label)?.[index])) return undefined;
    counts.set(known.label, index + 1);
  }
  return [...imported].flatMap(([label, steps]) => steps.slice(counts.get(label) ?? 0));
}

const isSame = (one: LabelMove, other: LabelMove | undefined): boolean =>
  one.version === other?.version &&
  one.previous === other.previous &&
  one.movedAt.getTime() === other.movedAt.getTime();
