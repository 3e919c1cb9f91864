import type { Label } from '../../../domain/naming/label.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { MoveDocument } from '../../../domain/prompts/prompt-document.ts';
import { PAGE_BYTES_MAX } from '../../../domain/prompts/prompt-version.ts';
import type { PromptArchive, StoredVersion } from '../../ports/prompts/prompt-archive.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { ImportedPrompt } from './imported-prompt.ts';
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
    const page = await reader.listVersions(owner, id, { before, limit: SUMMARIES_MAX, bytesMax: PAGE_BYTES_MAX });
    if (!page.every(({ version, hash }) => hash === versions[version - 1]?.hash)) return undefined;
    // If the prompt was deleted, there is none; the write then finds the decision stale.
    before = page.at(-1)?.version ?? 1;
  }
  return versions.slice(latestVersion);
}

/**
 * The imported moves that a prompt lacks; undefined when the known moves of a label are not a prefix of them, or are not
 * before them. Clamped times say nothing about whether two moves are the same.
 */
export async function findMissingMoves(
  archive: PromptArchive,
  existing: Prompt,
  { moves, isClamped }: Pick<ImportedPrompt, 'moves' | 'isClamped'>,
): Promise<readonly MoveDocument[] | undefined> {
  const imported = Map.groupBy(moves, ({ label }) => label);
  const last = new Map<Label, { readonly count: number; readonly movedAt: Date }>();
  for await (const known of readMoves(archive, existing)) {
    const count = last.get(known.label)?.count ?? 0;
    if (!isSame(known, imported.get(known.label)?.[count], isClamped)) return undefined;
    last.set(known.label, { count: count + 1, movedAt: known.movedAt });
  }
  const missing: MoveDocument[] = [];
  for (const [label, steps] of imported) {
    const known = last.get(label);
    const [first, ...others] = steps.slice(known?.count ?? 0);
    if (!first) continue;
    if (known && first.movedAt <= known.movedAt) return undefined;
    missing.push(first, ...others);
  }
  return missing;
}

const isSame = (one: MoveDocument, other: MoveDocument | undefined, isClamped: boolean): boolean =>
  one.version === other?.version &&
  one.previous === other.previous &&
  (isClamped || one.movedAt.getTime() === other.movedAt.getTime());
