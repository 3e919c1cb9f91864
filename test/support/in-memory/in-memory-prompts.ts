import { withoutIncludes } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import type {
  FullPage,
  PromptAddition,
  PromptArchive,
  RestoredPrompt,
} from '../../../src/application/ports/prompt-archive.ts';
import type { PromptCatalog, PromptQuery } from '../../../src/application/ports/prompt-catalog.ts';
import type { MovePage, PromptReader, VersionPage } from '../../../src/application/ports/prompt-reader.ts';
import type {
  Preconditions,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  PromptWriter,
} from '../../../src/application/ports/prompt-writer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import type { Label } from '../../../src/domain/prompts/naming/label.ts';
import {
  folderOf,
  type PromptId,
  type PromptName,
  type PromptReference,
} from '../../../src/domain/prompts/naming/prompt-name.ts';
import type { Prompt, VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../src/domain/prompts/prompt-version.ts';
import {
  chosen,
  counted,
  includesIn,
  isTaken,
  type Kept,
  later,
  listed,
  ordered,
  promptOf,
  published,
  put,
  type Shelf,
  stillHold,
  stillHolds,
} from './in-memory-prompt.ts';
import type { InMemoryStorage } from './in-memory-storage.ts';

const STALE = { kind: 'stale' } as const;
const NAME_TAKEN = { kind: 'name-taken' } as const;
const UNCHANGED = { kind: 'unchanged' } as const;

/**
 * The fake that unit tests use. It passes the same contracts as the real backends, so it may be trusted.
 *
 * Each method awaits its shelf first and nothing after that: the fake, too, decides in one step.
 */
export class InMemoryPrompts implements PromptReader, PromptCatalog, PromptWriter, PromptArchive {
  readonly shelves: Map<AccountId, Shelf>;

  /** Without accounts, any owner will do, and none is ever removed. */
  constructor(private readonly accounts?: Pick<InMemoryStorage, 'find' | 'shelves'>) {
    this.shelves = accounts?.shelves ?? new Map();
  }

  async find(owner: AccountId, reference: PromptReference) {
    const kept = await this.keptBy(owner, reference);
    return kept && promptOf(kept);
  }

  async read(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const kept = await this.keptBy(owner, reference);
    return kept && { prompt: promptOf(kept), version: chosen(kept, choice) };
  }

  async readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    const kept = await this.keptBy(owner, reference);
    return kept && { id: kept.id, revision: kept.revision, version: chosen(kept, choice)?.version };
  }

  async readVersion(owner: AccountId, id: PromptId, version: number) {
    return (await this.versionsOf(owner, id)).find((candidate) => candidate.version === version);
  }

  async listVersions(owner: AccountId, id: PromptId, { before = Number.POSITIVE_INFINITY, limit }: VersionPage) {
    return (await this.versionsOf(owner, id))
      .filter(({ version }) => version < before)
      .toReversed()
      .slice(0, limit)
      .map(({ content: _, ...summary }) => summary);
  }

  async findLatestAt(owner: AccountId, id: PromptId, at: Date) {
    return (await this.versionsOf(owner, id)).findLast(({ publishedAt }) => publishedAt <= at)?.version;
  }

  async findMoveAt(owner: AccountId, id: PromptId, label: Label, at: Date) {
    return (await this.movesOf(owner, id, label)).findLast(({ movedAt }) => movedAt <= at);
  }

  async listMoves(owner: AccountId, id: PromptId, label: Label, { before, limit }: MovePage) {
    return (await this.movesOf(owner, id, label))
      .filter(({ movedAt }) => before === undefined || movedAt < before)
      .toReversed()
      .slice(0, limit);
  }

  async list(owner: AccountId, query: PromptQuery) {
    return listed(await this.shelfOf(owner), query)
      .slice(0, query.limit)
      .map(promptOf);
  }

  async listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice) {
    const readings = listed(await this.shelfOf(owner), query).flatMap((kept) => {
      const version = chosen(kept, choice);
      return version ? [{ prompt: promptOf(kept), version }] : [];
    });
    // Only now: a page that is not full would look like the last one.
    return readings.slice(0, query.limit);
  }

  async readRevision(owner: AccountId) {
    return (await this.shelfOf(owner)).revision;
  }

  async countByTag(owner: AccountId) {
    return counted(await this.shelfOf(owner), ({ tags }) => tags);
  }

  async countByFolder(owner: AccountId) {
    return counted(await this.shelfOf(owner), ({ name }) => [folderOf(name)]);
  }

  async listIncludes(owner: AccountId, names: readonly PromptName[]) {
    return includesIn(await this.shelfOf(owner)).filter(({ includer }) => names.includes(includer));
  }

  async listIncluders(owner: AccountId, name: PromptName) {
    return includesIn(await this.shelfOf(owner)).filter(({ target }) => target.name === name);
  }

  async create({ owner, id, metadata, draft, labels, by, at, preconditions }: PromptCreation) {
    const version = published(draft, at, undefined);
    const moves = ordered([], labels, version, by, at);
    return this.place(preconditions, { owner, id, metadata, createdAt: at, updatedAt: at, versions: [version], moves });
  }

  async restore({ preconditions, ...restored }: RestoredPrompt) {
    return this.place(preconditions, restored);
  }

  async revise({ owner, id, metadata, draft, labels, by, at, preconditions }: PromptRevision) {
    const shelf = await this.shelfOf(owner);
    const kept = shelf.prompts.get(id);
    if (!kept || !stillHold(preconditions, shelf, kept)) return STALE;
    const latest = kept.versions.at(-1);
    if (draft && draft.hash === latest?.hash) return UNCHANGED;
    if (metadata && isTaken(shelf, metadata.name, id)) return NAME_TAKEN;

    const version = draft && published(draft, at, latest);
    const moves = ordered(kept.moves, labels, version, by, at);
    const next = put(shelf, {
      ...kept,
      metadata: metadata ?? kept.metadata,
      revision: kept.revision + 1,
      updatedAt: later(at, kept.updatedAt),
      versions: version ? [...kept.versions, version] : kept.versions,
      moves: [...kept.moves, ...moves],
    });
    return { kind: 'revised' as const, prompt: promptOf(next), version: version && withoutIncludes(version), moves };
  }

  async append({ owner, id, versions, moves, at, preconditions }: PromptAddition) {
    const shelf = await this.shelfOf(owner);
    const kept = shelf.prompts.get(id);
    if (!kept || !stillHold(preconditions, shelf, kept)) return STALE;
    put(shelf, {
      ...kept,
      revision: kept.revision + 1,
      updatedAt: later(at, kept.updatedAt),
      versions: [...kept.versions, ...versions],
      moves: [...kept.moves, ...moves],
    });
    return { kind: 'appended' as const };
  }

  async confirm({ owner, id, revision }: Pick<Prompt, 'owner' | 'id' | 'revision'>) {
    const held = await this.find(owner, { by: 'id', id });
    return held?.revision === revision ? { kind: 'confirmed' as const } : STALE;
  }

  async remove({ owner, id, preconditions }: PromptRemoval) {
    const shelf = await this.shelfOf(owner);
    const kept = shelf.prompts.get(id);
    if (!kept || !stillHold(preconditions, shelf, kept)) return STALE;
    shelf.revision += 1;
    shelf.prompts.delete(id);
    return { kind: 'removed' as const };
  }

  async readVersions(owner: AccountId, id: PromptId, { after, limit }: FullPage) {
    return (await this.versionsOf(owner, id)).filter(({ version }) => version > after).slice(0, limit);
  }

  async readMoves(owner: AccountId, id: PromptId) {
    return this.movesOf(owner, id);
  }

  private async place(preconditions: Pick<Preconditions, 'accountRevision'>, prompt: Omit<Kept, 'revision'>) {
    const shelf = await this.shelfOf(prompt.owner);
    if (!stillHolds(preconditions.accountRevision, shelf)) return STALE;
    if (isTaken(shelf, prompt.metadata.name, prompt.id)) return NAME_TAKEN;
    const latest = prompt.versions.at(-1);
    invariant(latest !== undefined, 'a prompt has at least one version');
    const created = promptOf(put(shelf, { ...prompt, revision: 1 }));
    return { kind: 'created' as const, prompt: created, version: withoutIncludes(latest) };
  }

  /** What an account had goes with it. */
  private async shelfOf(owner: AccountId): Promise<Shelf> {
    if (this.accounts && !(await this.accounts.find(owner))) this.shelves.delete(owner);
    const shelf = this.shelves.get(owner) ?? { revision: 0, prompts: new Map() };
    this.shelves.set(owner, shelf);
    return shelf;
  }

  private async keptBy(owner: AccountId, reference: PromptReference): Promise<Kept | undefined> {
    const { prompts } = await this.shelfOf(owner);
    if (reference.by === 'id') return prompts.get(reference.id);
    return [...prompts.values()].find(({ metadata }) => metadata.name === reference.name);
  }

  private async versionsOf(owner: AccountId, id: PromptId): Promise<readonly PromptVersion[]> {
    const kept = await this.keptBy(owner, { by: 'id', id });
    return kept?.versions.map(withoutIncludes) ?? [];
  }

  private async movesOf(owner: AccountId, id: PromptId, label?: Label): Promise<readonly LabelMove[]> {
    const kept = await this.keptBy(owner, { by: 'id', id });
    return kept?.moves.filter((move) => label === undefined || move.label === label) ?? [];
  }
}
