import { distinctContents } from '../../../src/adapters/outbound/rows/content-row.ts';
import { toDraftContent, withoutIncludes } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import type {
  ArchivedMovePage,
  FullPage,
  PromptAddition,
  PromptArchive,
  RestoredPrompt,
} from '../../../src/application/ports/prompts/prompt-archive.ts';
import type {
  CountPage,
  PromptCatalog,
  PromptFilter,
  PromptQuery,
} from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type {
  IncludeCursor,
  MovePage,
  PromptReader,
  VersionPage,
} from '../../../src/application/ports/prompts/prompt-reader.ts';
import type {
  AccountPreconditions,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  PromptWriter,
  ReadPrompt,
} from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Actor, Credential } from '../../../src/domain/accounts/actor.ts';
import type { Channel } from '../../../src/domain/channel.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { IncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import {
  folderOf,
  type PromptId,
  type PromptName,
  type PromptReference,
} from '../../../src/domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import { DEFAULT_CHOICE, resolve, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import type { PromptVersion, VersionDraft } from '../../../src/domain/prompts/prompt-version.ts';
import { DEFAULT_QUOTAS } from '../../../src/domain/prompts/quotas.ts';
import { promptsStateOf } from '../../../src/domain/prompts/write-id.ts';

import { put, remove } from './in-memory-changes.ts';
import { admit, assertCredential, meetsAccountPreconditions, meetsPreconditions } from './in-memory-preconditions.ts';
import {
  byLabelAndTime,
  countBy,
  emptyCollection,
  findExceeded,
  fitting,
  hasSettingsOf,
  includesIn,
  isNameTaken,
  latestOf,
  listMatching,
  measure,
  type PromptCollection,
  readVersion,
  type StoredPrompt,
  selectVersion,
  toIncludePage,
  toMoves,
  toPrompt,
  toVersion,
  versionsIn,
} from './in-memory-prompt.ts';
import { carriedLabels, changedLabels, findProtected, movedLabels } from './in-memory-protection.ts';
import type { InMemoryStorage } from './in-memory-storage.ts';

const STALE = { kind: 'stale' } as const;
const NAME_TAKEN = { kind: 'name-taken' } as const;
const UNCHANGED = { kind: 'unchanged' } as const;

/**
 * The fake for unit tests. It passes the same contracts as the real backends.
 *
 * Each method awaits only its collection, at the start, so that the rest of it is atomic.
 */
export class InMemoryPrompts implements PromptReader, PromptCatalog, PromptWriter, PromptArchive {
  readonly promptCollections: Map<AccountId, PromptCollection>;

  /** Without accounts, any owner is valid and none is ever removed. */
  constructor(
    private readonly accounts?: Pick<InMemoryStorage, 'find' | 'promptCollections'>,
    private readonly quotas = DEFAULT_QUOTAS,
  ) {
    this.promptCollections = accounts?.promptCollections ?? new Map();
  }

  async find(owner: AccountId, reference: PromptReference) {
    const stored = await this.findStored(owner, reference);
    return stored && toPrompt(stored);
  }

  async read(owner: AccountId, reference: PromptReference, choice: VersionChoice, credential?: Credential) {
    if (this.accounts) assertCredential(await this.accounts.find(owner), credential);
    const stored = await this.findStored(owner, reference);
    return stored && readVersion(stored, choice, await this.collectionOf(owner));
  }

  async readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const stored = await this.findStored(owner, reference);
    if (!stored) return undefined;
    const version = selectVersion(stored, choice)?.version;
    const label = resolve(toPrompt(stored), choice)?.label;
    return { id: stored.id, revision: stored.revision, writeId: stored.writeId, version, label };
  }

  async readIncludedHeads(owner: AccountId, targets: readonly IncludeTarget[]) {
    const heads = targets.map(async ({ name, selector }) => {
      const stored = await this.findStored(owner, { by: 'name', name });
      if (!stored) return undefined;
      const version = selectVersion(stored, selector ?? DEFAULT_CHOICE);
      const { id, revision, writeId, type } = toPrompt(stored);
      return { id, revision, writeId, type, storedBytes: version && Buffer.byteLength(toDraftContent(version).body) };
    });
    return Promise.all(heads);
  }

  async findVersion(owner: AccountId, id: PromptId, version: number) {
    return (await this.versionsOf(owner, id)).find((candidate) => candidate.version === version);
  }

  async listVersions(owner: AccountId, id: PromptId, page: VersionPage) {
    const { before = Number.POSITIVE_INFINITY, limit, bytesMax = Number.POSITIVE_INFINITY } = page;
    const versions = (await this.versionsOf(owner, id)).filter(({ version }) => version < before).toReversed();
    const empty = { type: 'text', content: '' } as const;
    return fitting(versions.slice(0, limit), (version) => ({ ...version, content: empty }), bytesMax).map(
      ({ content: _, ...summary }) => summary,
    );
  }

  async findLatestAt(owner: AccountId, id: PromptId, at: Date) {
    return (await this.versionsOf(owner, id)).findLast(({ publishedAt }) => publishedAt <= at)?.version;
  }

  async listMoves(owner: AccountId, id: PromptId, label: Label, { before, limit }: MovePage) {
    return (await this.movesOf(owner, id, label))
      .filter(({ movedAt }) => before === undefined || movedAt < before)
      .toReversed()
      .slice(0, limit);
  }

  async list(owner: AccountId, query: PromptQuery, skip = 0) {
    return listMatching(await this.collectionOf(owner), query)
      .slice(skip, skip + query.limit)
      .map(toPrompt);
  }

  async count(owner: AccountId, filter: PromptFilter) {
    const query = { ...filter, sort: 'name', order: 'ascending', after: undefined, limit: 0 } as const;
    return listMatching(await this.collectionOf(owner), query).length;
  }

  async listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice, bytesMax: number) {
    const collection = await this.collectionOf(owner);
    const matching = listMatching(collection, query).flatMap((stored) => {
      const { version, ...reading } = readVersion(stored, choice, collection);
      return version ? [{ ...reading, version }] : [];
    });
    // Limit after filtering: a page that is not full would look like the last one.
    const page = matching.slice(0, query.limit);
    const readings = fitting(page, ({ version }) => version, bytesMax);
    return { readings, isCutOff: readings.length < page.length };
  }

  async readRevision(owner: AccountId) {
    return (await this.collectionOf(owner)).revision;
  }

  async readState(owner: AccountId) {
    const { revision, writeId } = await this.collectionOf(owner);
    return promptsStateOf(revision, writeId);
  }

  async countByTag(owner: AccountId, page: CountPage) {
    return countBy(await this.collectionOf(owner), page, ({ tags }) => tags);
  }

  async countByFolder(owner: AccountId, page: CountPage) {
    return countBy(await this.collectionOf(owner), page, ({ name }) => [folderOf(name)]);
  }

  async readUse(owner: AccountId) {
    return measure(await this.collectionOf(owner));
  }

  async listIncludes(owner: AccountId, names: readonly PromptName[], after?: IncludeCursor) {
    const includes = includesIn(await this.collectionOf(owner));
    return toIncludePage(
      includes.filter(({ includer }) => names.includes(includer)),
      after,
    );
  }

  async listIncluders(owner: AccountId, name: PromptName, after?: IncludeCursor) {
    const includes = includesIn(await this.collectionOf(owner));
    return toIncludePage(
      includes.filter(({ target }) => target.name === name),
      after,
    );
  }

  async create({ owner, id, metadata, draft, labels, by: actor, at, preconditions }: PromptCreation) {
    const by = await this.admit(owner, actor);
    const version = toVersion(draft, at, undefined);
    const collection = await this.collectionOf(owner);
    const moves = toMoves([], labels, version, { by, at, protected: collection.protected });
    const prompt = { owner, id, metadata, createdAt: at, updatedAt: at, versions: [version], moves };
    return this.insert(collection, preconditions, prompt, { by, at, moves });
  }

  async restore({ preconditions, by: actor, at, ...restored }: RestoredPrompt) {
    const by = await this.admit(restored.owner, actor);
    const collection = await this.collectionOf(restored.owner);
    return this.insert(collection, preconditions, restored, { by, at, moves: restored.moves, imported: true });
  }

  async revise(revision: PromptRevision) {
    const { owner, id, metadata, draft, labels, at, preconditions } = revision;
    const collection = await this.collectionOf(owner);
    const by = await this.admit(owner, revision.by);
    const stored = collection.prompts.get(id);
    if (!stored || !meetsPreconditions(preconditions, collection, stored)) return STALE;
    const latest = stored.versions.at(-1);
    if (!hasSettingsOf(stored, preconditions.inheritedFrom)) return STALE;
    if (draft && draft.hash === latest?.hash) return UNCHANGED;
    const refused = findProtected(collection, changedLabels(stored, revision), by);
    if (refused) return refused;
    if (metadata && isNameTaken(collection, metadata.name, id)) return NAME_TAKEN;
    const exceeded = draft && findExceeded(this.quotas, collection, stored, [toVersion(draft, at, latest)]);
    if (exceeded) return exceeded;

    const version = draft && toVersion(draft, at, latest);
    const moves = toMoves(stored.moves, labels, version, { by, at, protected: collection.protected });
    const revised = {
      ...stored,
      metadata: metadata ?? stored.metadata,
      revision: stored.revision + 1,
      updatedAt: latestOf(at, stored.updatedAt),
      versions: version ? [...stored.versions, version] : stored.versions,
      moves: [...stored.moves, ...moves],
    };
    const next = put(collection, revised, { by, at, moves });
    if (!next) return UNCHANGED;
    return { kind: 'revised' as const, prompt: toPrompt(next), version: version && withoutIncludes(version), moves };
  }

  async append({ owner, id, versions, moves, by: actor, at, preconditions }: PromptAddition) {
    const collection = await this.collectionOf(owner);
    const by = await this.admit(owner, actor);
    const stored = collection.prompts.get(id);
    if (!stored || !meetsPreconditions(preconditions, collection, stored)) return STALE;
    const refused = findProtected(collection, movedLabels(moves), by);
    if (refused) return refused;
    const exceeded = findExceeded(this.quotas, collection, stored, versions);
    if (exceeded) return exceeded;
    const appended = {
      ...stored,
      revision: stored.revision + 1,
      updatedAt: latestOf(at, stored.updatedAt),
      versions: [...stored.versions, ...versions],
      moves: [...stored.moves, ...moves],
    };
    put(collection, appended, { by, at, moves, imported: true });
    return { kind: 'appended' as const };
  }

  async confirm({ owner, id, revision, writeId }: ReadPrompt, actor: Actor) {
    const held = await this.find(owner, { by: 'id', id });
    await this.admit(owner, actor);
    return held?.revision === revision && held.writeId === writeId ? { kind: 'confirmed' as const } : STALE;
  }

  async remove({ owner, id, by: actor, at, preconditions }: PromptRemoval) {
    const collection = await this.collectionOf(owner);
    const by = await this.admit(owner, actor);
    const stored = collection.prompts.get(id);
    if (!stored || !meetsPreconditions(preconditions, collection, stored)) return STALE;
    const refused = findProtected(collection, carriedLabels(stored), by);
    if (refused) return refused;
    remove(collection, stored, by, at);
    return { kind: 'removed' as const };
  }

  async readVersions(owner: AccountId, id: PromptId, { after, limit, bytesMax }: FullPage) {
    const page = (await this.versionsOf(owner, id)).filter(({ version }) => version > after).slice(0, limit);
    return fitting(page, (version) => version, bytesMax);
  }

  async findNewContents(owner: AccountId, versions: readonly VersionDraft[]) {
    const stored = new Set(versionsIn(await this.collectionOf(owner)).map((version) => toDraftContent(version).digest));
    return distinctContents(versions.map(toDraftContent))
      .filter(({ digest }) => !stored.has(digest))
      .map(({ digest, bytes }) => ({ digest, bytes }));
  }

  async readMoves(owner: AccountId, id: PromptId, { after, limit }: ArchivedMovePage) {
    const moves = (await this.movesOf(owner, id)).toSorted(byLabelAndTime);
    return moves.filter((move) => !after || byLabelAndTime(move, after) > 0).slice(0, limit);
  }

  private insert(
    collection: PromptCollection,
    preconditions: AccountPreconditions,
    prompt: Omit<StoredPrompt, 'revision' | 'writeId'>,
    write: Parameters<typeof put>[2],
  ) {
    if (!meetsAccountPreconditions(preconditions, collection)) return STALE;
    if (isNameTaken(collection, prompt.metadata.name, prompt.id)) return NAME_TAKEN;
    const latest = prompt.versions.at(-1);
    invariant(latest !== undefined, 'a prompt has at least one version');
    const exceeded = findExceeded(this.quotas, collection, undefined, prompt.versions);
    if (exceeded) return exceeded;
    const refused = findProtected(collection, movedLabels(prompt.moves), write.by);
    if (refused) return refused;
    const created = put(collection, { ...prompt, revision: 1 }, write);
    invariant(created !== undefined, 'a new prompt is a change');
    return { kind: 'created' as const, prompt: toPrompt(created), version: withoutIncludes(latest) };
  }

  async admit(owner: AccountId, actor: Actor): Promise<Channel> {
    return admit(await this.accounts?.find(owner), actor);
  }

  async hasOwner(owner: AccountId): Promise<boolean> {
    return !this.accounts || (await this.accounts.find(owner)) !== undefined;
  }

  /** Deletes the prompts of an account that was removed. */
  async collectionOf(owner: AccountId): Promise<PromptCollection> {
    if (this.accounts && !(await this.accounts.find(owner))) this.promptCollections.delete(owner);
    const collection = this.promptCollections.get(owner) ?? emptyCollection();
    this.promptCollections.set(owner, collection);
    return collection;
  }

  private async findStored(owner: AccountId, reference: PromptReference): Promise<StoredPrompt | undefined> {
    const { prompts } = await this.collectionOf(owner);
    if (reference.by === 'id') return prompts.get(reference.id);
    return [...prompts.values()].find(({ metadata }) => metadata.name === reference.name);
  }

  private async versionsOf(owner: AccountId, id: PromptId): Promise<readonly PromptVersion[]> {
    const stored = await this.findStored(owner, { by: 'id', id });
    return stored?.versions.map(withoutIncludes) ?? [];
  }

  private async movesOf(owner: AccountId, id: PromptId, label?: Label): Promise<readonly LabelMove[]> {
    const stored = await this.findStored(owner, { by: 'id', id });
    return stored?.moves.filter((move) => label === undefined || move.label === label) ?? [];
  }
}
