import { randomBytes } from 'node:crypto';
import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type {
  PromptAddition,
  RestoredPrompt,
  StoredVersion,
} from '../../../src/application/ports/prompts/prompt-archive.ts';
import type { PromptQuery } from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type {
  LabelOrder,
  PromptCreation,
  PromptRemoval,
  PromptRevision,
  PublishedDraft,
  RevisedPrompt,
} from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { type IncludeTarget, parseIncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { Label } from '../../../src/domain/naming/label.ts';
import { newPromptId, type PromptId, type PromptName } from '../../../src/domain/naming/prompt-name.ts';
import type { Tag } from '../../../src/domain/naming/tag.ts';
import type { LabelMove } from '../../../src/domain/prompts/label-move.ts';
import type { Prompt, PromptMetadata } from '../../../src/domain/prompts/prompt.ts';
import type { ContentHash } from '../../../src/domain/prompts/prompt-version.ts';
import { changeProtection } from '../../../src/domain/prompts/protected-labels.ts';
import type { Fingerprint, Release, ReleaseLock } from '../../../src/domain/prompts/release.ts';
import type { PromptPorts } from '../in-memory/prompt-ports.ts';
import { anAccount } from './an-account.ts';
import { through } from './through.ts';

const NOON_MS = Date.UTC(2026, 10, 15, 12);

/** Noon of an arbitrary day, plus this many milliseconds. */
export const noon = (plusMs = 0): Date => new Date(NOON_MS + plusMs);

export const PRODUCTION = 'production' as Label;
export const STAGING = 'staging' as Label;
export const CANARY = 'canary' as Label;

export const aName = (folder?: string): PromptName => {
  const name = `prompt-${randomBytes(6).toString('hex')}`;
  return (folder ? `${folder}/${name}` : name) as PromptName;
};

export const toName = (name: string): PromptName => name as PromptName;

export const toTags = (...tags: readonly string[]): readonly Tag[] => tags as readonly string[] as readonly Tag[];

export const aHash = (): ContentHash => `sha256:${randomBytes(32).toString('hex')}` as ContentHash;

const used = new Set<PromptId>();

/** Unique: among thousands of random ids of the same millisecond, two could be equal. */
export function anId(at = noon()): PromptId {
  for (;;) {
    const id = newPromptId(at, randomBytes(32));
    if (used.has(id)) continue;
    used.add(id);
    return id;
  }
}

/** Parses include targets: `name` or `name@label-or-version`. */
export const includes = (...targets: readonly string[]): readonly IncludeTarget[] =>
  targets.map((text) => {
    const target = parseIncludeTarget(text);
    invariant(target !== undefined, `${text} is an include`);
    return target;
  });

/** Valid and unique; tests set only the fields that matter to them. */
export const aDraft = (fields: Partial<PublishedDraft> = {}): PublishedDraft => ({
  content: { type: 'text', content: `Say ${randomBytes(4).toString('hex')}.` },
  variables: [],
  config: {},
  message: '',
  hash: aHash(),
  restoredFrom: null,
  includes: [],
  ...fields,
});

/** Takes this many bytes of the quota for content: two are quotes, and four are `[]` and `{}`. */
export const aDraftOfBytes = (bytes: number, letter = 'a'): PublishedDraft =>
  aDraft({ content: { type: 'text', content: letter.repeat(bytes - 6) } });

export const aChat = (fields: Partial<PublishedDraft> = {}): PublishedDraft =>
  aDraft({ content: { type: 'chat', messages: [{ role: 'user', content: 'Hello.' }] }, ...fields });

export const metadataOf = ({ name, description, tags, archived }: PromptMetadata): PromptMetadata => ({
  name,
  description,
  tags,
  archived,
});

type CreationFields = Partial<Omit<PromptCreation, 'metadata'>> & { readonly metadata?: Partial<PromptMetadata> };

export function aCreation(owner: AccountId, { metadata, ...fields }: CreationFields = {}): PromptCreation {
  const at = fields.at ?? noon();
  return {
    owner,
    id: anId(at),
    metadata: { name: aName(), description: '', tags: [], archived: false, ...metadata },
    draft: aDraft(),
    labels: [],
    by: through('api'),
    at,
    preconditions: {},
    ...fields,
  };
}

type Target = Pick<Prompt, 'owner' | 'id'>;

/** Changes nothing and has no preconditions unless the fields set them. */
export const aRevision = ({ owner, id }: Target, fields: Partial<PromptRevision> = {}): PromptRevision => ({
  owner,
  id,
  labels: [],
  by: through('api'),
  at: noon(),
  preconditions: {},
  ...fields,
});

export const aRenaming = (prompt: Prompt, name: PromptName, fields: Partial<PromptRevision> = {}): PromptRevision =>
  aRevision(prompt, { metadata: { ...metadataOf(prompt), name }, ...fields });

export const anArchiving = (prompt: Prompt, archived = true): PromptRevision =>
  aRevision(prompt, { metadata: { ...metadataOf(prompt), archived }, preconditions: { revision: prompt.revision } });

type RemovalFields = Target & Partial<PromptRemoval>;

/** Has no preconditions unless the fields set them. */
export const aRemoval = (fields: RemovalFields): PromptRemoval => ({
  by: through('api'),
  at: noon(),
  preconditions: {},
  ...fields,
});

export const anOrder = (label: Label, to: LabelOrder['to'], message = ''): LabelOrder => ({ label, to, message });

/** A new fingerprint, and a lock for these includes, if there are any, each in another prompt. */
export function aRelease(...targets: readonly string[]): Release {
  const fingerprint = aHash() as string as Fingerprint;
  const locked = includes(...targets).map((target, index) => ({ target, promptId: anId(), version: index + 1 }));
  return { fingerprint, lock: targets.length > 0 ? { fingerprint, includes: locked } : undefined };
}

export const aLock = (): ReleaseLock => {
  const { lock } = aRelease('tone', 'mail/tone@staging', 'voice@2');
  invariant(lock !== undefined, 'a release with includes has a lock');
  return lock;
};

export const aStoredVersion = (version: number, fields: Partial<StoredVersion> = {}): StoredVersion => ({
  ...aDraft(),
  version,
  publishedAt: noon(version),
  ...fields,
});

/** Adds nothing unless the fields do. */
export const anAddition = (
  { owner, id }: Target,
  fields: Partial<PromptAddition> & Pick<PromptAddition, 'preconditions'>,
): PromptAddition => ({ owner, id, versions: [], moves: [], by: through('api'), at: noon(), ...fields });

export const aMove = (label: Label, version: number | null, fields: Partial<LabelMove> = {}): LabelMove => ({
  label,
  version,
  previous: null,
  movedAt: noon(),
  by: 'api',
  message: '',
  ...fields,
});

type RestoredFields = Partial<Omit<RestoredPrompt, 'metadata'>> & { readonly metadata?: Partial<PromptMetadata> };

export const aRestoredPrompt = (owner: AccountId, { metadata, ...fields }: RestoredFields = {}): RestoredPrompt => ({
  owner,
  id: anId(),
  metadata: { name: aName(), description: '', tags: [], archived: false, ...metadata },
  createdAt: noon(),
  updatedAt: noon(),
  versions: [aStoredVersion(1)],
  moves: [],
  by: through('api'),
  at: noon(),
  preconditions: {},
  ...fields,
});

/** All prompts that are not archived, sorted by name. */
export const aQuery = (fields: Partial<PromptQuery> = {}): PromptQuery => ({
  tags: [],
  archived: false,
  sort: 'name',
  order: 'ascending',
  limit: 100,
  ...fields,
});

type Accounts = { readonly accounts: AccountRepository };
type Prompts = { readonly prompts: PromptPorts };

/** Adds an account without prompts. */
export async function anOwner({ accounts }: Accounts): Promise<AccountId> {
  const account = anAccount();
  invariant((await accounts.add(account)) === 'added', 'an owner is added');
  return account.id;
}

export async function aPrompt(
  { prompts }: Prompts,
  owner: AccountId,
  fields: CreationFields | undefined = {},
): Promise<Prompt> {
  const outcome = await prompts.writer.create(aCreation(owner, fields));
  invariant(outcome.kind === 'created', `a prompt is created, not ${outcome.kind}`);
  return outcome.prompt;
}

/** Revises a prompt, without preconditions unless the fields set them. */
export async function mustRevise(
  { prompts }: Prompts,
  prompt: Target,
  fields: Partial<PromptRevision> = {},
): Promise<RevisedPrompt> {
  const outcome = await prompts.writer.revise(aRevision(prompt, fields));
  invariant(outcome.kind === 'revised', `a prompt is revised, not ${outcome.kind}`);
  return outcome;
}

/** Creates a prompt with this many versions, published a second apart. */
export async function aPromptOfVersions(ports: Prompts, owner: AccountId, count: number): Promise<Prompt> {
  let prompt = await aPrompt(ports, owner);
  for (let version = 2; version <= count; version += 1) {
    ({ prompt } = await mustRevise(ports, prompt, { draft: aDraft(), at: noon((version - 1) * 1000) }));
  }
  return prompt;
}

/** Protects exactly these labels, whatever was protected before. */
export async function protect({ prompts }: Prompts, owner: AccountId, ...labels: readonly Label[]): Promise<void> {
  const change = changeProtection(await prompts.protection.read(owner), labels);
  const outcome = await prompts.protection.replace({ owner, change, by: through('dashboard'), at: noon() });
  invariant(outcome.kind === 'replaced', `labels are protected, not ${outcome.kind}`);
}

/** A page with all versions of a prompt that has few of them. */
export const EVERY_VERSION = { after: 0, limit: 10, bytesMax: Number.MAX_SAFE_INTEGER };

/** Everything that a backend stores about a prompt, to check that nothing changed. */
export async function stateOf({ prompts }: Prompts, { owner, id }: Target) {
  return {
    accountRevision: await prompts.reader.readRevision(owner),
    prompt: await prompts.reader.find(owner, { by: 'id', id }),
    versions: await prompts.archive.readVersions(owner, id, { ...EVERY_VERSION, limit: 1000 }),
    moves: await prompts.archive.readMoves(owner, id, { limit: 1000 }),
  };
}
