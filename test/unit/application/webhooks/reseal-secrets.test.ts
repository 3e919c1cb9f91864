import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Webhook } from '../../../../src/domain/webhooks/webhook.ts';
import type { SealedSecret } from '../../../../src/domain/webhooks/webhook-secret.ts';
import { noon } from '../../../support/builders/a-prompt.ts';
import { aWebhook } from '../../../support/builders/a-webhook.ts';
import { interruptNext } from '../../../support/record-calls.ts';
import { aKeyringFixture } from '../../../support/storage/keyring-fixture.ts';

const watch = () => ({ progress: vi.fn(), broken: vi.fn(), brokenSecret: vi.fn() });
const sealedWith = (kid: string) => `${kid} ${randomBytes(32).toString('hex')}` as SealedSecret;

/** A keyring that writes with k2, and a webhook whose secrets are sealed with these keys. */
async function setUp(current: string, previous?: string) {
  const fixture = aKeyringFixture('k2', 'k1');
  const account = await fixture.addAccountSealedWith('k2');
  const webhook: Webhook = aWebhook(account.id, {
    secrets: {
      current: sealedWith(current),
      previous: previous === undefined ? null : { sealed: sealedWith(previous), until: noon(1) },
    },
  });
  await fixture.webhooks.add(webhook);
  const readSecrets = async () => (await fixture.webhooks.find(account.id, webhook.id))?.secrets;
  return { ...fixture, webhook, readSecrets };
}

const withKey = (sealed: SealedSecret | undefined, kid: string) => sealed?.replace(/^\w+/, kid);

describe('keyring reencrypt', () => {
  it('reseals the secrets of webhooks, the previous one included', async () => {
    const { reencrypt, webhook, readSecrets } = await setUp('k1', 'k1');

    expect(await reencrypt.execute(watch())).toMatchObject({ secrets: { resealed: 1, already: 0, total: 1 } });

    const { current, previous } = webhook.secrets;
    expect(await readSecrets()).toEqual({
      current: withKey(current, 'k2'),
      previous: { sealed: withKey(previous?.sealed, 'k2'), until: noon(1) },
    });
    expect(await reencrypt.execute(watch())).toMatchObject({ secrets: { resealed: 0, already: 1, total: 1 } });
  });

  it('reseals a previous secret although the current one needs nothing', async () => {
    const { reencrypt, readSecrets } = await setUp('k2', 'k1');

    await reencrypt.execute(watch());

    expect((await readSecrets())?.previous?.sealed).toMatch(/^k2 /);
  });

  it('reports a secret that does not open, and leaves it', async () => {
    const { reencrypt, webhook, readSecrets } = await setUp('unknown');
    const watched = watch();

    expect(await reencrypt.execute(watched)).toMatchObject({ secrets: { total: 1 }, lostSecrets: 0 });

    expect(watched.brokenSecret.mock.calls).toEqual([[webhook.id]]);
    expect(await readSecrets()).toEqual(webhook.secrets);
  });

  it('counts a secret that was lost with its keyring, and drops a previous secret that does not open', async () => {
    const lost = await setUp('lost');
    lost.secretSealing.lost.add('lost');
    const dropped = await setUp('k1', 'unknown');

    expect(await lost.reencrypt.execute(watch())).toMatchObject({ lostSecrets: 1 });
    await dropped.reencrypt.execute(watch());

    expect(await dropped.readSecrets()).toMatchObject({ previous: null });
  });

  it('lets a concurrent rotation win, and reseals its secret too', async () => {
    const { reencrypt, webhooks, webhook, readSecrets } = await setUp('k1');
    const rotated = sealedWith('k1');
    const rotate = () => webhooks.replaceSecrets(webhook, { current: rotated, previous: null });
    interruptNext(webhooks, 'replaceSecrets', rotate);

    await reencrypt.execute(watch());

    expect(await readSecrets()).toEqual({ current: withKey(rotated, 'k2'), previous: null });
  });
});

describe('keyring retire', () => {
  it.each([
    ['current', 'k1', undefined],
    ['previous', 'k2', 'k1'],
  ])('is rejected while the %s secret of a webhook is sealed with the key', async (_which, current, previous) => {
    const { retire, reencrypt, keys } = await setUp(current, previous);

    expect(await retire.execute('k1')).toEqual({ kind: 'needed', accounts: 0, webhooks: 1 });
    expect(keys.kids).toEqual(['k2', 'k1']);

    await reencrypt.execute(watch());
    expect(await retire.execute('k1')).toMatchObject({ kind: 'retired' });
  });
});
