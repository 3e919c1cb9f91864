import { randomBytes } from 'node:crypto';
import { composeKeyring } from '../../../src/adapters/composition/wiring/compose-keys.ts';
import type { EncryptionKeys } from '../../../src/application/ports/encryption-keys.ts';
import { BrokenSeal, type KeySealing, type WebhookSecretSealing } from '../../../src/application/ports/secrets.ts';
import { ApiKey, type KeyDigest, type SealedKey, type StoredKey } from '../../../src/domain/accounts/api-key.ts';
import { type SealedSecret, WebhookSecret } from '../../../src/domain/webhooks/webhook-secret.ts';
import { anAccount } from '../builders/an-account.ts';
import { InMemoryKeyringRegister } from '../in-memory/in-memory-keyring-register.ts';
import { InMemoryStorage } from '../in-memory/in-memory-storage.ts';
import { InMemoryWebhooks } from '../in-memory/in-memory-webhooks.ts';
import { somePorts } from '../in-memory/prompt-ports.ts';

/** A keyring file in memory. Its keys consist of their ids only. */
export class FakeEncryptionKeys implements EncryptionKeys {
  constructor(readonly kids: string[]) {}

  async list() {
    return this.kids.map((kid) => ({ kid, check: `check of ${kid}` }));
  }

  async add() {
    const kid = `k${this.kids.length + 1}`;
    this.kids.push(kid);
    return { kid, ...this.state() };
  }

  async promote(kid: string) {
    if (!this.kids.includes(kid)) return undefined;
    this.kids.sort((one, other) => Number(other === kid) - Number(one === kid));
    return this.state();
  }

  async remove(kid: string) {
    const index = this.kids.indexOf(kid);
    if (index <= 0) return undefined;
    this.kids.splice(index, 1);
    return this.state();
  }

  private state = () => ({ file: 'keyring.json', fingerprint: this.kids.join() });
}

/** Stores keys as plain text after the id of the first encryption key. */
export class FakeKeySealing implements KeySealing {
  constructor(private readonly keys: FakeEncryptionKeys) {}

  digest = (key: ApiKey) => `digest of ${key.reveal()}` as KeyDigest;
  sealedWith = (sealed: SealedKey) => sealed.split(' ')[0] ?? '';
  isReplaced = () => false;
  /** Keys that this keyring lost. */
  readonly lost = new Set<string>();
  isLost = async (sealed: SealedKey) => this.lost.has(this.sealedWith(sealed));
  writesWith = async () => this.keys.kids[0] ?? '';

  async seal(key: ApiKey) {
    return { digest: this.digest(key), sealed: `${await this.writesWith()} ${key.reveal()}` as SealedKey };
  }

  async open({ sealed }: StoredKey): Promise<ApiKey> {
    const [kid = '', text = ''] = sealed.split(' ');
    const key = this.keys.kids.includes(kid) ? ApiKey.parse(text) : undefined;
    if (!key) throw new BrokenSeal('the sealed key cannot be opened');
    return key;
  }
}

/** The same for secrets of webhooks, in hex. */
export class FakeWebhookSecretSealing implements WebhookSecretSealing {
  constructor(private readonly keys: Pick<FakeEncryptionKeys, 'kids'>) {}

  readonly lost = new Set<string>();
  sealedWith = (sealed: SealedSecret) => sealed.split(' ')[0] ?? '';
  isLost = async (sealed: SealedSecret) => this.lost.has(this.sealedWith(sealed));

  async seal(secret: WebhookSecret) {
    return `${this.keys.kids[0]} ${Buffer.from(secret.bytes()).toString('hex')}` as SealedSecret;
  }

  async open(sealed: SealedSecret): Promise<WebhookSecret> {
    const [kid = '', hex = ''] = sealed.split(' ');
    if (!this.keys.kids.includes(kid)) throw new BrokenSeal('the sealed secret cannot be opened');
    return WebhookSecret.fromEntropy(Buffer.from(hex, 'hex'));
  }
}

/** The encryption key use cases, with fakes. */
export function aKeyringFixture(...kids: string[]) {
  const keys = new FakeEncryptionKeys(kids);
  const sealing = new FakeKeySealing(keys);
  const register = new InMemoryKeyringRegister();
  const storage = new InMemoryStorage();
  const webhooks = new InMemoryWebhooks(storage);
  const secretSealing = new FakeWebhookSecretSealing(keys);
  const useCases = composeKeyring(
    somePorts({
      accountRepository: storage,
      keyStorage: storage,
      encryptionKeys: keys,
      keyringRegister: register,
      keySealing: sealing,
      webhooks,
      webhookSecretSealing: secretSealing,
    }),
  );

  /** An account whose key is sealed with that encryption key. */
  async function addAccountSealedWith(kid: string) {
    const key = ApiKey.fromEntropy(randomBytes(32));
    const sealed = `${kid} ${key.reveal()}` as SealedKey;
    const account = anAccount({ key: { digest: sealing.digest(key), sealed, issuedAt: new Date() } });
    await storage.add(account);
    return account;
  }

  return {
    keys,
    sealing,
    register,
    storage,
    webhooks,
    secretSealing,
    addAccountSealedWith,
    announce: (id: string, reads: string[], writes: string[]) => register.announce({ id, reads, writes }, 60_000),
    standingOf: async (kid: string) => (await register.keys()).get(kid)?.standing,
    sealedWith: async () => (await Array.fromAsync(storage.all())).map(({ key }) => sealing.sealedWith(key.sealed)),
    add: useCases.addEncryptionKey,
    promote: useCases.promoteEncryptionKey,
    reencrypt: useCases.reencryptKeys,
    retire: useCases.retireEncryptionKey,
  };
}
