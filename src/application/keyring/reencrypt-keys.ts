import type { Account, AccountId } from '../../domain/accounts/account.ts';
import type { WebhookId } from '../../domain/webhooks/webhook.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { KeyStorage } from '../ports/key-storage.ts';
import type { KeyringHolder, KeyringRegister } from '../ports/keyring-register.ts';
import { type KeySealing, unlessBroken } from '../ports/secrets.ts';
import type { ResealStep, ResealWebhookSecrets } from '../webhooks/reseal-webhook-secrets.ts';

const CONCURRENCY = 8;

export interface ReencryptionCounts {
  readonly resealed: number;
  /** The number that was sealed with that key already. */
  readonly already: number;
  /** Includes those that do not open. */
  readonly total: number;
}

export type ReencryptKeysOutcome =
  | {
      readonly kind: 'done';
      readonly kid: string;
      readonly counts: ReencryptionCounts;
      /** The counts of webhook secrets. */
      readonly secrets: ReencryptionCounts;
      /** Keys that were lost with a former keyring. Each is replaced when its owner signs in. */
      readonly lost: number;
      /** Secrets of webhooks that were lost with it. Each must be rotated by its owner. */
      readonly lostSecrets: number;
      /** Instances that still seal with another key: run it again, or their writes stay sealed with that key. */
      readonly stragglers: readonly KeyringHolder[];
    }
  | { readonly kind: 'not-everywhere'; readonly kid: string; readonly holders: readonly KeyringHolder[] };

export interface ReencryptionWatch {
  progress(counts: ReencryptionCounts): void;
  /** The key of that account does not open; it is left as it is. */
  broken(account: AccountId): void;
  /** The secret of that webhook does not open; it is left as it is. */
  brokenSecret(webhook: WebhookId): void;
}

type Step = ResealStep;
type Steps = Record<Step, number>;

/** Seals every key, and every secret of a webhook, with the encryption key that writes now. It can be stopped and restarted at any time. */
export class ReencryptKeys {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: KeyStorage,
    private readonly sealing: KeySealing,
    private readonly register: KeyringRegister,
    private readonly resealSecrets: ResealWebhookSecrets,
  ) {}

  /** Instances that cannot read the key that writes here, or write with another: their writes need to be resealed. */
  async findLaggingHolders(): Promise<readonly KeyringHolder[]> {
    const kid = await this.sealing.writesWith();
    return (await this.register.holders()).filter(
      (holder) => !holder.reads.includes(kid) || !writesOnlyWith(kid)(holder),
    );
  }

  async execute(watch: ReencryptionWatch): Promise<ReencryptKeysOutcome> {
    const kid = await this.sealing.writesWith();
    const lacking = (await this.register.holders()).filter(({ reads }) => !reads.includes(kid));
    if (lacking.length > 0) return { kind: 'not-everywhere', kid, holders: lacking };

    const [keys, secrets] = [newSteps(), newSteps()];
    for await (const group of groups(this.accounts.all(), CONCURRENCY)) {
      await Promise.all(
        group.map(async (account) => {
          keys[await this.reseal(account, watch)] += 1;
          await this.resealSecretsOf(account, secrets, watch);
        }),
      );
      watch.progress(countSteps(keys));
    }
    const stragglers = (await this.register.holders()).filter((holder) => !writesOnlyWith(kid)(holder));
    const counts = { counts: countSteps(keys), secrets: countSteps(secrets) };
    return { kind: 'done', kid, ...counts, lost: keys.lost, lostSecrets: secrets.lost, stragglers };
  }

  private async resealSecretsOf({ id }: Account, steps: Steps, watch: ReencryptionWatch): Promise<void> {
    for (const webhook of await this.resealSecrets.execute(id)) {
      steps[webhook.step] += 1;
      if (webhook.step === 'broken') watch.brokenSecret(webhook.id);
    }
  }

  private async reseal(account: Account, watch: ReencryptionWatch): Promise<Step> {
    // After losing to a rotation, look at the key that won.
    for (let held: Account | undefined = account; held; held = await this.accounts.find(account.id)) {
      if (this.sealing.sealedWith(held.key.sealed) === (await this.sealing.writesWith())) return 'already';
      if (await this.sealing.isLost(held.key.sealed)) return 'lost';
      const { id, key } = held;
      const reopened = await unlessBroken(() => this.sealing.open(key, id));
      if (!reopened) {
        watch.broken(account.id);
        return 'broken';
      }
      const { sealed } = await this.sealing.seal(reopened, id);
      if ((await this.keys.reseal(id, key, sealed)) === 'resealed') return 'resealed';
    }
    return 'gone';
  }
}

const newSteps = (): Steps => ({ resealed: 0, already: 0, broken: 0, lost: 0, gone: 0 });

const countSteps = ({ resealed, already, broken, lost }: Steps): ReencryptionCounts => ({
  resealed,
  already,
  total: resealed + already + broken + lost,
});

const writesOnlyWith =
  (kid: string) =>
  ({ writes }: KeyringHolder): boolean =>
    writes.every((other) => other === kid);

async function* groups<Item>(items: AsyncIterable<Item>, size: number): AsyncIterable<readonly Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
