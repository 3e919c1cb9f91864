import type {
  KeptVersion,
  LabelOrder,
  Preconditions,
  PromptAddition,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  Refusal,
  RestoredPrompt,
  Revised,
} from '../../../../application/ports/prompt-repository.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Channel } from '../../../../domain/channel.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Prompt, PromptMetadata } from '../../../../domain/prompts/prompt.ts';
import { toDraftRow, toMetadataRow } from '../../rows/prompt-row.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { listOf, type PromptKeys, promptKeys } from './prompt-keys.ts';
import { type HashReply, printInclude, toMove, toPrompt } from './prompt-replies.ts';
import { APPEND, CONFIRM, ERASE_SOME, PLACE, REMOVE, REVISE } from './prompt-write-scripts.ts';

type Values = readonly (string | number)[];
type Created = { readonly kind: 'created'; readonly prompt: Prompt };
type Placed = Omit<RestoredPrompt, 'moves'> & Partial<Pick<RestoredPrompt, 'moves'>>;

/** Few enough to keep nobody waiting. */
const ERASED_AT_ONCE = 100;

/** Each is one script: all of it happens, or nothing. */
export class RedisPromptWrites {
  private readonly keys: PromptKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = promptKeys(store);
  }

  create({ draft, labels, by, at, ...creation }: PromptCreation): Promise<Created | Refusal> {
    const versions = [{ ...draft, version: 1, publishedAt: at }] as const;
    return this.place({ ...creation, createdAt: at, updatedAt: at, versions }, manyOf(labels, asOrder(by, at)));
  }

  restore(restored: RestoredPrompt): Promise<Created | Refusal> {
    return this.place(restored, listOf([]));
  }

  async revise(revision: PromptRevision): Promise<Revised | Refusal | { readonly kind: 'unchanged' }> {
    const { owner, id, metadata, draft, labels, by, at, preconditions } = revision;
    const [kind, row, moves = []] = await this.run(owner, REVISE, [
      ...asPreconditions(preconditions),
      id,
      at.getTime(),
      metadata?.name ?? '',
      ...listOf(metadata ? metadataFields(metadata) : []),
      draft?.hash ?? '',
      // Its number and its time are for the script to decide.
      ...manyOf(draft ? [{ ...draft, version: 0, publishedAt: at }] : [], asVersion),
      ...manyOf(labels, asOrder(by, at)),
    ]);
    if (kind === 'revised') return { kind, prompt: present(row), moves: moves.map(toMove) };
    return kind === 'unchanged' ? { kind } : refused(kind);
  }

  async confirm({ owner, id, revision }: Pick<Prompt, 'owner' | 'id' | 'revision'>): Promise<'confirmed' | 'outdated'> {
    const [kind] = await this.run(owner, CONFIRM, [id, revision]);
    return kind === 'confirmed' ? 'confirmed' : 'outdated';
  }

  async append({ owner, id, versions, moves, at, preconditions }: PromptAddition): Promise<'appended' | 'outdated'> {
    const [kind] = await this.run(owner, APPEND, [
      ...asPreconditions(preconditions),
      id,
      at.getTime(),
      versions.at(-1)?.hash ?? '',
      ...manyOf(versions, asVersion),
      ...manyOf(moves, asMove),
    ]);
    return kind === 'appended' ? 'appended' : 'outdated';
  }

  async remove({ owner, id, preconditions }: PromptRemoval): Promise<'removed' | 'outdated'> {
    const [kind] = await this.run(owner, REMOVE, [...asPreconditions(preconditions), id]);
    return kind === 'removed' ? 'removed' : 'outdated';
  }

  /** Of an account that is gone. Nobody finds its prompts any more, so this may take its time, and may stop half-way. */
  async eraseAll(owner: AccountId): Promise<void> {
    const keys = this.keys.ofScripts(owner);
    let more: unknown;
    do more = await this.store.script(ERASE_SOME, keys, [ERASED_AT_ONCE]);
    while (more === 1);
  }

  private async place(placed: Placed, orders: Values): Promise<Created | Refusal> {
    const { owner, id, metadata, versions, moves = [], preconditions } = placed;
    const [kind, row] = await this.run(owner, PLACE, [
      preconditions.accountRevision ?? '',
      id,
      metadata.name,
      ...listOf(fieldsOf(placed)),
      ...manyOf(versions, asVersion),
      ...manyOf(moves, asMove),
      ...orders,
    ]);
    return kind === 'created' ? { kind, prompt: present(row) } : refused(kind);
  }

  private async run(owner: AccountId, script: string, values: Values) {
    const reply = await this.store.script(script, this.keys.ofScripts(owner), values);
    return reply as readonly [kind: string, row?: HashReply, moves?: readonly string[]];
  }
}

function refused(kind: string): Refusal {
  invariant(kind === 'name-taken' || kind === 'outdated', `a refusal is known, unlike ${kind}`);
  return { kind };
}

function present(row: HashReply = []): Prompt {
  const prompt = toPrompt(row);
  invariant(prompt !== undefined, 'a prompt that was written is there');
  return prompt;
}

const asPreconditions = ({ revision, accountRevision }: Preconditions): Values => [
  revision ?? '',
  accountRevision ?? '',
];

/** All fields of a new prompt but its labels. */
function fieldsOf({ owner, id, metadata, createdAt, updatedAt, versions }: Placed): Values {
  const latest = versions.at(-1) ?? versions[0];
  const row = {
    id,
    account_id: owner,
    type: latest.content.type,
    latest_version: latest.version,
    latest_hash: latest.hash,
    revision: 1,
    created_at: createdAt.getTime(),
    updated_at: updatedAt.getTime(),
  };
  return [...metadataFields(metadata), ...Object.entries(row).flat()];
}

/** Folder and searched text follow from the others, which lists look at one by one. */
function metadataFields(metadata: PromptMetadata): Values {
  const { name, description, tags, archived } = toMetadataRow(metadata);
  return Object.entries({ name, description, tags, archived }).flat();
}

function asVersion({ version, publishedAt, includes, ...draft }: KeptVersion): Values {
  const { body, ...row } = toDraftRow(draft);
  return [version, publishedAt.getTime(), JSON.stringify(row), body, ...listOf(includes.map(printInclude))];
}

/** One value, because Redis takes a million at most, and a history has no end. */
const asMove = ({ label, movedAt, version, previous, by, message }: LabelMove): Values => [
  [label, movedAt.getTime(), version ?? '-', previous ?? '-', by, message].join(' '),
];

const asOrder =
  (by: Channel, at: Date) =>
  ({ label, to, message }: LabelOrder): Values => [label, to ?? '-', at.getTime(), by, message];

const manyOf = <Item>(items: readonly Item[], as: (item: Item) => Values): Values => [
  items.length,
  ...items.flatMap(as),
];
