import type { AccountRepository } from '../../../src/application/ports/account-repository.ts';
import type { KeyStorage, RotationPage } from '../../../src/application/ports/key-storage.ts';
import type { Account, AccountId, DisplayName, Email, PasswordHash } from '../../../src/domain/accounts/account.ts';
import type { Credential } from '../../../src/domain/accounts/actor.ts';
import type { KeyDigest, SealedKey, StoredKey } from '../../../src/domain/accounts/api-key.ts';
import {
  type KeyRotation,
  type RotationRecord,
  rotationRecordsMax,
} from '../../../src/domain/accounts/key-rotation.ts';
import { promptsStateOf } from '../../../src/domain/prompts/write-id.ts';
import { assertCredential } from './in-memory-preconditions.ts';
import { emptyCollection, type PromptCollection } from './in-memory-prompt.ts';

export type AppliedRotation = RotationRecord & { readonly issued: KeyDigest };

/** The fake for unit tests. It passes the same contracts as the real backends. */
export class InMemoryStorage implements AccountRepository, KeyStorage {
  readonly accounts = new Map<AccountId, Account>();
  /** Newest first. */
  readonly applied = new Map<AccountId, readonly AppliedRotation[]>();
  /** The prompts of each account, managed by InMemoryPrompts. */
  readonly promptCollections = new Map<AccountId, PromptCollection>();
  firstId: AccountId | undefined;

  async add(account: Account) {
    // No await in between, so that this is atomic.
    if (this.findAccount(({ email }) => email === account.email)) return 'email-taken';
    this.accounts.set(account.id, account);
    this.firstId ??= account.id;
    return 'added';
  }

  async addFirst(account: Account) {
    if (this.firstId !== undefined) return 'not-first';
    this.accounts.set(account.id, account);
    this.firstId ??= account.id;
    return 'added';
  }

  async find(id: AccountId) {
    return this.accounts.get(id);
  }

  async findByEmail(email: Email) {
    return this.findAccount((account) => account.email === email);
  }

  async *all() {
    yield* [...this.accounts.values()];
  }

  async rehashPassword(id: AccountId, retired: PasswordHash, renewed: PasswordHash) {
    const account = this.accounts.get(id);
    if (account?.passwordHash !== retired) return 'superseded';
    this.accounts.set(id, account.withRehashedPassword(renewed));
    return 'replaced';
  }

  async changePassword(id: AccountId, retired: PasswordHash, chosen: PasswordHash) {
    const account = this.accounts.get(id);
    if (account?.passwordHash !== retired) return 'superseded';
    this.accounts.set(id, account.withChangedPassword(chosen));
    return 'replaced';
  }

  async rename(id: AccountId, name: DisplayName, credential?: Credential) {
    const account = this.accounts.get(id);
    assertCredential(account, credential);
    if (!account) return 'not-found';
    this.accounts.set(id, account.withName(name));
    return 'renamed';
  }

  async remove(id: AccountId) {
    this.applied.delete(id);
    return this.accounts.delete(id) ? 'removed' : 'not-found';
  }

  async everHeldAccount() {
    return this.firstId !== undefined;
  }

  async findByDigest(digest: KeyDigest) {
    const account = this.findAccount((candidate) => candidate.holds(digest));
    return account && { id: account.id, email: account.email, name: account.name };
  }

  async findWithRevision(digest: KeyDigest) {
    const account = await this.findByDigest(digest);
    if (!account) return undefined;
    const { revision, writeId } = this.promptCollections.get(account.id) ?? emptyCollection();
    return { id: account.id, promptsRevision: revision, promptsState: promptsStateOf(revision, writeId) };
  }

  async apply(rotation: KeyRotation, credential?: Credential) {
    const account = this.accounts.get(rotation.accountId);
    assertCredential(account, credential);
    if (!account || !rotation.canApplyTo(account)) return 'superseded';
    this.accounts.set(account.id, account.withKey(rotation.issued));
    this.record(rotation);
    return 'applied';
  }

  async wasApplied({ accountId, issued }: KeyRotation) {
    return this.appliedTo(accountId).some((record) => record.issued === issued.digest);
  }

  async reseal(accountId: AccountId, held: StoredKey, sealed: SealedKey) {
    const account = this.accounts.get(accountId);
    if (!account?.holds(held.digest) || account.key.sealed !== held.sealed) return 'superseded';
    this.accounts.set(accountId, account.withKey({ ...account.key, sealed }));
    return 'resealed';
  }

  async rotations(accountId: AccountId, { before = Number.POSITIVE_INFINITY, limit }: RotationPage) {
    return this.appliedTo(accountId)
      .filter(({ number }) => number < before)
      .slice(0, limit)
      .map(({ issued: _, ...record }) => record);
  }

  private record({ accountId, issued, origin }: KeyRotation): void {
    const earlier = this.appliedTo(accountId);
    const number = (earlier[0]?.number ?? 0) + 1;
    const applied = { ...origin, number, at: issued.issuedAt, issued: issued.digest };
    this.applied.set(accountId, [applied, ...earlier].slice(0, rotationRecordsMax));
  }

  private appliedTo(accountId: AccountId): readonly AppliedRotation[] {
    return this.applied.get(accountId) ?? [];
  }

  private findAccount(matches: (account: Account) => boolean): Account | undefined {
    return [...this.accounts.values()].find(matches);
  }
}
