import type { AccountId } from '../../domain/accounts/account.ts';
import { InvariantViolation } from '../../domain/invariant.ts';
import type { Clock } from '../ports/environment.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import { type KeySealing, unlessBroken, type WebhookSecretSealing } from '../ports/secrets.ts';
import {
  DAMAGE,
  type FaultyPrompt,
  type StorageContents,
  type StorageFault,
  type StorageMaintenance,
  type StoredAccount,
  type StoredWebhook,
} from '../ports/storage/storage-maintenance.ts';
import { CheckedFeed } from './checked-feed.ts';
import { CheckedLocks } from './checked-locks.ts';
import { CheckedPrompt } from './checked-prompt.ts';

/** The account whose items are being read, with the prompt that the last of them belong to. */
interface CheckedAccount {
  readonly id: AccountId;
  readonly feed: CheckedFeed;
  readonly locks: CheckedLocks;
  prompt: CheckedPrompt | undefined;
}

/** Checks everything that is stored, repairs derived data and reports each fault. */
export class CheckStorage {
  constructor(
    private readonly contents: StorageContents,
    private readonly maintenance: StorageMaintenance,
    private readonly hashing: ContentHashing,
    private readonly clock: Clock,
    /** Undefined without a keyring: then keys and secrets of webhooks are not checked. */
    private readonly sealing: KeySealing | undefined,
    private readonly secretSealing?: WebhookSecretSealing | undefined,
  ) {}

  async *execute(): AsyncIterable<StorageFault> {
    let isDamaged = false;
    for await (const fault of this.maintenance.inspect()) {
      yield fault;
      isDamaged ||= fault.kind === DAMAGE;
    }
    if (isDamaged) return;
    try {
      yield* this.checkItems();
    } catch (error) {
      if (!(error instanceof InvariantViolation)) throw error;
      yield {
        kind: 'unreadable',
        what: `reading stopped at a value that is not valid: ${error.message}`,
        repaired: false,
      };
    }
  }

  private async *checkItems(): AsyncIterable<StorageFault> {
    let hasFirst = false;
    let account: CheckedAccount | undefined;
    for await (const item of this.contents.items()) {
      switch (item.kind) {
        case 'first-account':
          hasFirst = true;
          break;
        case 'account':
          if (account) yield* this.finishAccount(account);
          account = { id: item.id, feed: new CheckedFeed(item.revision), locks: new CheckedLocks(), prompt: undefined };
          yield* this.checkKey(item);
          if (!hasFirst) yield* this.repairFirstAccount(item.id);
          hasFirst = true;
          break;
        case 'protection':
          account?.locks.protect(item.label);
          break;
        case 'webhook':
          if (account) yield* this.checkSecret(account.id, item);
          break;
        case 'prompt':
          if (account) yield* this.finishPrompt(account);
          if (account) account.prompt = new CheckedPrompt(item, this.hashing);
          account?.locks.addPrompt(item);
          break;
        case 'change':
          account?.feed.addChange(item.change);
          break;
        default:
          account?.prompt?.add(item);
          if (item.kind === 'label' && item.lock && account?.prompt) {
            account.locks.add(account.prompt.prompt.id, item.label, item.lock);
          }
      }
    }
    if (account) yield* this.finishAccount(account);
  }

  private async *finishAccount(account: CheckedAccount): AsyncIterable<StorageFault> {
    yield* this.finishPrompt(account);
    for (const problem of account.locks.problems()) {
      yield { kind: 'lock', ...problem, accountId: account.id, repaired: false };
    }
    for (const problem of account.feed.problems()) {
      yield { kind: 'change', ...problem, accountId: account.id, repaired: false };
    }
  }

  private async *repairFirstAccount(accountId: AccountId): AsyncIterable<StorageFault> {
    await this.maintenance.recordFirstAccount(accountId);
    yield { kind: 'first-account', what: 'there was no record that an account has ever existed', repaired: true };
  }

  private async *checkKey({ id: accountId, key }: StoredAccount): AsyncIterable<StorageFault> {
    // A key that was lost with its keyring is no damage: its owner gets a new one at the next sign-in.
    const { sealing } = this;
    if (!sealing || (await sealing.isLost(key.sealed))) return;
    if (await unlessBroken(() => sealing.open(key, accountId))) return;
    yield { kind: 'key', what: 'its key does not open with the keyring; rotate it', accountId, repaired: false };
  }

  private async *checkSecret(accountId: AccountId, { id, secret }: StoredWebhook): AsyncIterable<StorageFault> {
    // A secret lost with its keyring is no damage: the webhook is disabled until its owner rotates the secret.
    const { secretSealing } = this;
    if (!secretSealing || (await secretSealing.isLost(secret))) return;
    if (await unlessBroken(() => secretSealing.open(secret, { accountId, id }))) return;
    const what = `the secret of its webhook ${id} does not open with the keyring; its owner must rotate it`;
    yield { kind: 'webhook', what, accountId, repaired: false };
  }

  private async *finishPrompt({ id: accountId, feed, prompt: checked }: CheckedAccount): AsyncIterable<StorageFault> {
    if (!checked) return;
    const { id: promptId, revision, latestVersion } = checked.prompt;
    const faulty: FaultyPrompt = { accountId, promptId, revision };
    const where = { accountId, promptId };
    for (const what of checked.problems()) yield { kind: 'version', what, ...where, repaired: false };

    const labels = checked.compareLabels();
    feed.addPrompt(promptId, { latestVersion, labels: labels.expected });
    if (labels.differ) {
      const repaired = labels.areVersions;
      if (repaired) await this.maintenance.setLabels(faulty, labels.expected, this.clock.now());
      yield { kind: 'label', what: 'its labels did not point where their histories end', ...where, repaired };
    }
    const includes = checked.compareIncludes();
    if (!includes.differ) return;
    await this.maintenance.setIncludes(faulty, includes.expected);
    yield { kind: 'include', what: 'its list of includes did not match its versions', ...where, repaired: true };
  }
}
