import { byText, selectMatching } from '../../../src/adapters/outbound/redis/prompts/redis-prompt-scan.ts';
import { type ContentRow, distinctContents } from '../../../src/adapters/outbound/rows/content-row.ts';
import { toDraftContent, withoutIncludes } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import type { MovePosition, StoredVersion } from '../../../src/application/ports/prompts/prompt-archive.ts';
import type { Count, CountPage, PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { Include, IncludeCursor, IncludePage } from '../../../src/application/ports/prompts/prompt-reader.ts';
import type { LabelOrder, PublishedDraft } from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Change } from '../../../src/domain/changes/change.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { printIncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import type { PromptId, PromptName } from '../../../src/domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import { Prompt, type PromptMetadata, resolve, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../src/domain/prompts/prompt-version.ts';
import {
  findTooManyVersions,
  type QuotaExceeded,
  type Quotas,
  type StorageUse,
} from '../../../src/domain/prompts/quotas.ts';

import type { ReleaseLock } from '../../../src/domain/prompts/release.ts';
import { UNKNOWN_WRITE, type WriteId } from '../../../src/domain/prompts/write-id.ts';

/** Everything stored about a prompt. Versions and moves are oldest first; the labels follow from the moves. */
export interface StoredPrompt {
  readonly owner: AccountId;
  readonly id: PromptId;
  readonly metadata: PromptMetadata;
  readonly revision: number;
  readonly writeId: WriteId;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly StoredVersion[];
  readonly moves: readonly LabelMove[];
}

/** The prompts of one account. */
export interface PromptCollection {
  revision: number;
  writeId: WriteId;
  /** The feed, oldest first. */
  changes: Change[];
  readonly prompts: Map<PromptId, StoredPrompt>;
  /** In alphabetical order. */
  protected?: readonly Label[];
  /** Whether its protected labels may lack locks. */
  lacksLocks?: boolean;
}

export function toPrompt({ metadata, versions, moves, ...rest }: StoredPrompt): Prompt {
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

export function selectVersion(stored: StoredPrompt, choice: VersionChoice): PromptVersion | undefined {
  const number = resolve(toPrompt(stored), choice)?.version;
  const version = stored.versions.find((candidate) => candidate.version === number);
  return version && withoutIncludes(version);
}

/** The current lock of a label: the last one of its newest move. */
export const lockOf = (
  { moves }: StoredPrompt,
  label: Label | undefined,
  { protected: held = [] }: PromptCollection,
): ReleaseLock | undefined => {
  if (label === undefined || !held.includes(label)) return undefined;
  return moves.findLast((move) => move.label === label)?.locks?.at(-1)?.lock ?? undefined;
};

/** The version that the choice selects, with the lock of the label that selects it. */
export function readVersion(stored: StoredPrompt, choice: VersionChoice, collection: PromptCollection) {
  const prompt = toPrompt(stored);
  const lock = lockOf(stored, resolve(prompt, choice)?.label, collection);
  return { prompt, version: selectVersion(stored, choice), lock };
}

/** As many versions as fit, but at least one. */
export function fitting<Item>(items: readonly Item[], toVersion: (item: Item) => PromptVersion, bytesMax: number) {
  let bytes = 0;
  return items.filter((item, index) => {
    bytes += toDraftContent(toVersion(item)).bytes;
    return bytes <= bytesMax || index === 0;
  });
}

export const byLabelAndTime = (one: MovePosition, other: MovePosition): number =>
  byText(one.label, other.label) || one.movedAt.getTime() - other.movedAt.getTime();

/** Whether the latest version has the variables and the config of another one. */
export function hasSettingsOf({ versions }: StoredPrompt, other: number | undefined): boolean {
  if (other === undefined) return true;
  const [newest, inherited] = [versions.at(-1), versions.find(({ version }) => version === other)];
  if (!newest || !inherited) return false;
  const [now, then] = [contentOf(newest), contentOf(inherited)];
  return now.variables === then.variables && now.config === then.config;
}

export const isNameTaken = ({ prompts }: PromptCollection, name: PromptName, by: PromptId): boolean =>
  [...prompts.values()].some(({ id, metadata }) => metadata.name === name && id !== by);

export const emptyCollection = (): PromptCollection => ({
  revision: 0,
  writeId: UNKNOWN_WRITE,
  changes: [],
  prompts: new Map(),
});

export const latestOf = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);

export const toVersion = (draft: PublishedDraft, at: Date, latest: StoredVersion | undefined): StoredVersion => ({
  ...draft,
  version: (latest?.version ?? 0) + 1,
  publishedAt: latestOf(at, latest?.publishedAt),
});

interface MovingWrite {
  readonly by: Channel;
  readonly at: Date;
  /** The protected labels of the account. */
  readonly protected: readonly Label[] | undefined;
}

/** Applies the orders one after the other, and skips labels that already point to their target, unless they move again. */
export function toMoves(
  history: readonly LabelMove[],
  orders: readonly LabelOrder[],
  version: StoredVersion | undefined,
  { by, at, protected: held }: MovingWrite,
): readonly LabelMove[] {
  const moves: LabelMove[] = [];
  for (const { label, to, message, rollback, release, again } of orders) {
    invariant(to !== 'published' || version !== undefined, 'an order refers to a published version');
    const target = to === 'published' ? (version?.version ?? null) : to;
    const last = [...history, ...moves].findLast((move) => move.label === label);
    const previous = last?.version ?? null;
    if (target === previous && !again) continue;
    const movedAt = latestOf(at, last && new Date(last.movedAt.getTime() + 1));
    const lock = held?.includes(label) ? release?.lock : undefined;
    const locks = lock && [{ since: movedAt, lock }];
    const fingerprint = release?.fingerprint;
    moves.push({ label, version: target, previous, movedAt, by, message, rollback, fingerprint, locks });
  }
  return moves;
}

/** The matching prompts, in the requested order. */
export const listMatching = ({ prompts }: PromptCollection, query: PromptQuery): readonly StoredPrompt[] =>
  selectMatching([...prompts.values()].map(toPrompt), query).flatMap(({ id }) => prompts.get(id) ?? []);

export function countBy(
  { prompts }: PromptCollection,
  { after, limit }: CountPage,
  names: (metadata: PromptMetadata) => readonly string[],
): readonly Count[] {
  const counts = new Map<string, number>();
  for (const { metadata } of prompts.values()) {
    if (metadata.archived) continue;
    for (const name of names(metadata)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ name }) => after === undefined || name > after)
    .sort((one, other) => byText(one.name, other.name))
    .slice(0, limit);
}

export const versionsIn = ({ prompts }: PromptCollection): readonly StoredVersion[] =>
  [...prompts.values()].flatMap(({ versions }) => versions);

/** The same content counts once. */
const contentBytesOf = (versions: readonly StoredVersion[]): number =>
  distinctContents(versions.map(contentOf)).reduce((sum, { bytes }) => sum + bytes, 0);

const knownContents = new WeakMap<StoredVersion, ContentRow>();

function contentOf(version: StoredVersion): ContentRow {
  const content = knownContents.get(version) ?? toDraftContent(version);
  knownContents.set(version, content);
  return content;
}

/** The quota that added versions would exceed. The prompt is new if it is undefined. */
export function findExceeded(
  quotas: Quotas,
  collection: PromptCollection,
  stored: StoredPrompt | undefined,
  added: readonly StoredVersion[],
): QuotaExceeded | undefined {
  const { prompts, contentBytes } = measure(collection);
  if (!stored && prompts >= quotas.prompts) {
    return { kind: 'quota-exceeded', quota: 'prompts', used: prompts, limit: quotas.prompts };
  }
  const tooMany = findTooManyVersions(stored?.versions.length ?? 0, added.at(-1)?.version ?? 0, quotas);
  if (tooMany) return tooMany;
  const bytes = contentBytesOf([...versionsIn(collection), ...added]);
  if (bytes === contentBytes || bytes <= quotas.contentBytes) return undefined;
  return { kind: 'quota-exceeded', quota: 'contentBytes', used: contentBytes, limit: quotas.contentBytes };
}

export const measure = (collection: PromptCollection): StorageUse => ({
  prompts: collection.prompts.size,
  contentBytes: contentBytesOf(versionsIn(collection)),
});

/** The includes of all versions, without duplicates. */
export function includesIn({ prompts }: PromptCollection): readonly Include[] {
  const found = [...prompts.values()].flatMap(({ metadata, versions }) =>
    versions.flatMap((version) => version.includes).map((target) => ({ includer: metadata.name, target })),
  );
  return [...new Map(found.map((include) => [printInclude(include), include])).values()];
}

const INCLUDES_PAGE = 1000;

export function toIncludePage(includes: readonly Include[], after: IncludeCursor = '0'): IncludePage {
  const end = Number(after) + INCLUDES_PAGE;
  return { includes: includes.slice(Number(after), end), next: end < includes.length ? String(end) : undefined };
}

const printInclude = ({ includer, target }: Include): string => `${includer} ${printIncludeTarget(target)}`;
