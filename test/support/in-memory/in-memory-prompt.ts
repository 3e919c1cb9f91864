import { withoutIncludes } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import type { StoredVersion } from '../../../src/application/ports/prompt-archive.ts';
import type { Count, PromptQuery } from '../../../src/application/ports/prompt-catalog.ts';
import type { Include } from '../../../src/application/ports/prompt-reader.ts';
import type { LabelOrder, Preconditions, PublishedDraft } from '../../../src/application/ports/prompt-writer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import { printIncludeTarget } from '../../../src/domain/prompts/naming/include-target.ts';
import type { Label } from '../../../src/domain/prompts/naming/label.ts';
import { folderOf, type PromptId, type PromptName } from '../../../src/domain/prompts/naming/prompt-name.ts';
import { Prompt, type PromptMetadata, resolve, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../src/domain/prompts/prompt-version.ts';
import { foldCase } from '../../../src/domain/text/fold-case.ts';

/** A prompt with all that is known of it. Versions and moves are oldest first; where labels point follows from the moves. */
export interface Kept {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly metadata: PromptMetadata;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly StoredVersion[];
  readonly moves: readonly LabelMove[];
}

/** What one account has. */
export interface Shelf {
  revision: number;
  readonly prompts: Map<PromptId, Kept>;
}

export function promptOf({ metadata, versions, moves, ...rest }: Kept): Prompt {
  const latest = versions.at(-1);
  invariant(latest !== undefined, 'a prompt has at least one version');
  const labels = new Map<Label, number>();
  for (const { label, version } of moves) {
    if (version === null) labels.delete(label);
    else labels.set(label, version);
  }
  const { type } = latest.content;
  return Prompt.of({ ...rest, ...metadata, type, labels, latestVersion: latest.version, latestHash: latest.hash });
}

export function chosen(kept: Kept, choice: VersionChoice): PromptVersion | undefined {
  const number = resolve(promptOf(kept), choice)?.version;
  const version = kept.versions.find((candidate) => candidate.version === number);
  return version && withoutIncludes(version);
}

export const stillHolds = (premise: number | undefined, { revision }: { readonly revision: number }): boolean =>
  premise === undefined || premise === revision;

export function stillHold({ revision, accountRevision }: Preconditions, shelf: Shelf, kept: Kept): boolean {
  if (revision === undefined && kept.metadata.archived) return false;
  return stillHolds(revision, kept) && stillHolds(accountRevision, shelf);
}

export const isTaken = ({ prompts }: Shelf, name: PromptName, by: PromptId): boolean =>
  [...prompts.values()].some(({ id, metadata }) => metadata.name === name && id !== by);

export function put(shelf: Shelf, kept: Kept): Kept {
  shelf.revision += 1;
  shelf.prompts.set(kept.id, kept);
  return kept;
}

export const later = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);

export const published = (draft: PublishedDraft, at: Date, latest: StoredVersion | undefined): StoredVersion => ({
  ...draft,
  version: (latest?.version ?? 0) + 1,
  publishedAt: later(at, latest?.publishedAt),
});

/** The moves that follow from the orders, one after the other; none where a label points there already. */
export function ordered(
  history: readonly LabelMove[],
  orders: readonly LabelOrder[],
  version: StoredVersion | undefined,
  by: Channel,
  at: Date,
): readonly LabelMove[] {
  const moves: LabelMove[] = [];
  for (const { label, to, message } of orders) {
    invariant(to !== 'published' || version !== undefined, 'an order names a version that is published');
    const target = to === 'published' ? (version?.version ?? null) : to;
    const last = [...history, ...moves].findLast((move) => move.label === label);
    const previous = last?.version ?? null;
    if (target === previous) continue;
    const movedAt = later(at, last && new Date(last.movedAt.getTime() + 1));
    moves.push({ label, version: target, previous, movedAt, by, message });
  }
  return moves;
}

const byText = (one: string, other: string): number => Number(one > other) - Number(one < other);

type Position = NonNullable<PromptQuery['after']>;

/** All that fit, in the order asked for. */
export function listed({ prompts }: Shelf, query: PromptQuery): readonly Kept[] {
  const direction = query.order === 'ascending' ? 1 : -1;
  const compare = (one: Position, other: Position): number =>
    direction *
    (query.sort === 'name'
      ? byText(one.name, other.name)
      : one.updatedAt.getTime() - other.updatedAt.getTime() || byText(one.id, other.id));
  const position = ({ metadata, updatedAt, id }: Kept): Position => ({ name: metadata.name, updatedAt, id });

  return [...prompts.values()]
    .filter((kept) => fits(promptOf(kept), query))
    .filter((kept) => !query.after || compare(position(kept), query.after) > 0)
    .sort((one, other) => compare(position(one), position(other)));
}

function fits(prompt: Prompt, { search, name, tags, folder, label, type, archived }: PromptQuery): boolean {
  const texts = [prompt.name, foldCase(prompt.description)];
  return (
    (search === undefined || texts.some((text) => text.includes(search))) &&
    (name === undefined || prompt.name === name) &&
    tags.every((tag) => prompt.tags.includes(tag)) &&
    (folder === undefined || folderOf(prompt.name) === folder) &&
    (label === undefined || prompt.pointsTo(label) !== undefined) &&
    (type === undefined || prompt.type === type) &&
    (archived === 'any' || prompt.archived === archived)
  );
}

export function counted({ prompts }: Shelf, names: (metadata: PromptMetadata) => readonly string[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const { metadata } of prompts.values()) {
    if (metadata.archived) continue;
    for (const name of names(metadata)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => byText(one.name, other.name));
}

/** Every include of every version, each once. */
export function includesIn({ prompts }: Shelf): readonly Include[] {
  const found = [...prompts.values()].flatMap(({ metadata, versions }) =>
    versions.flatMap((version) => version.includes).map((target) => ({ includer: metadata.name, target })),
  );
  return [...new Map(found.map((include) => [printInclude(include), include])).values()];
}

const printInclude = ({ includer, target }: Include): string => `${includer} ${printIncludeTarget(target)}`;
