import type {
  FullPage,
  MovePage,
  PromptAddition,
  PromptCreation,
  PromptQuery,
  PromptRemoval,
  PromptRepository,
  PromptRevision,
  RestoredPrompt,
  VersionPage,
} from '../../../../application/ports/prompt-repository.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Label } from '../../../../domain/prompts/naming/label.ts';
import type { PromptId, PromptName, PromptReference } from '../../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt, VersionChoice } from '../../../../domain/prompts/prompt.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { PromptsRevision } from './prompts-revision.ts';
import { RedisPromptLists } from './redis-prompt-lists.ts';
import { RedisPromptReads } from './redis-prompt-reads.ts';
import { RedisPromptWrites } from './redis-prompt-writes.ts';

export class RedisPromptRepository implements PromptRepository {
  private readonly reads: RedisPromptReads;
  private readonly lists: RedisPromptLists;
  private readonly writes: RedisPromptWrites;
  private readonly revision: PromptsRevision;

  constructor(store: RedisStore) {
    this.reads = new RedisPromptReads(store);
    this.lists = new RedisPromptLists(store, this.reads);
    this.writes = new RedisPromptWrites(store);
    this.revision = new PromptsRevision(store);
  }

  find(owner: AccountId, reference: PromptReference) {
    return this.reads.find(owner, reference);
  }

  read(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    return this.reads.read(owner, reference, choice);
  }

  readHead(owner: AccountId, reference: PromptReference, choice: VersionChoice) {
    return this.reads.readHead(owner, reference, choice);
  }

  version(owner: AccountId, id: PromptId, version: number) {
    return this.reads.version(owner, id, version);
  }

  versions(owner: AccountId, id: PromptId, page: VersionPage) {
    return this.reads.versions(owner, id, page);
  }

  fullVersions(owner: AccountId, id: PromptId, page: FullPage) {
    return this.reads.fullVersions(owner, id, page);
  }

  latestAt(owner: AccountId, id: PromptId, at: Date) {
    return this.reads.latestAt(owner, id, at);
  }

  moveAt(owner: AccountId, id: PromptId, label: Label, at: Date) {
    return this.reads.moveAt(owner, id, label, at);
  }

  moves(owner: AccountId, id: PromptId, label: Label, page: MovePage) {
    return this.reads.moves(owner, id, label, page);
  }

  allMoves(owner: AccountId, id: PromptId) {
    return this.reads.allMoves(owner, id);
  }

  includesOf(owner: AccountId, names: readonly PromptName[]) {
    return this.reads.includesOf(owner, names);
  }

  includersOf(owner: AccountId, name: PromptName) {
    return this.reads.includersOf(owner, name);
  }

  revisionOf(owner: AccountId) {
    return this.revision.of(owner);
  }

  list(owner: AccountId, query: PromptQuery) {
    return this.lists.list(owner, query);
  }

  listWithVersions(owner: AccountId, query: PromptQuery, choice: VersionChoice) {
    return this.lists.listWithVersions(owner, query, choice);
  }

  countByTag(owner: AccountId) {
    return this.lists.countByTag(owner);
  }

  countByFolder(owner: AccountId) {
    return this.lists.countByFolder(owner);
  }

  create(creation: PromptCreation) {
    return this.writes.create(creation);
  }

  revise(revision: PromptRevision) {
    return this.writes.revise(revision);
  }

  confirm(read: Pick<Prompt, 'owner' | 'id' | 'revision'>) {
    return this.writes.confirm(read);
  }

  remove(removal: PromptRemoval) {
    return this.writes.remove(removal);
  }

  restore(restored: RestoredPrompt) {
    return this.writes.restore(restored);
  }

  append(addition: PromptAddition) {
    return this.writes.append(addition);
  }
}
