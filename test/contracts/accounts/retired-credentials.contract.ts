import { describe, expect, it } from 'vitest';
import { CredentialRetired } from '../../../src/application/ports/credential-retired.ts';
import type { Account, DisplayName, PasswordHash } from '../../../src/domain/accounts/account.ts';
import type { Actor, Credential } from '../../../src/domain/accounts/actor.ts';
import type { Session } from '../../../src/domain/accounts/session.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { DEFAULT_CHOICE, type Prompt, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import { changeProtection } from '../../../src/domain/prompts/protected-labels.ts';
import type { Webhook } from '../../../src/domain/webhooks/webhook.ts';
import {
  aCreation,
  aDraft,
  aMove,
  anAddition,
  anOrder,
  aPrompt,
  aRemoval,
  aRenaming,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  noon,
  PRODUCTION,
  STAGING,
} from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aDelivery, aPosition, aSealedSecret, aWebhook } from '../../support/builders/a-webhook.ts';
import { anAccount, aRotation, keyOf, sessionOf } from '../../support/builders/an-account.ts';
import { runConcurrently } from '../../support/run-concurrently.ts';
import type { CreateStorage, StoragePorts } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** An account with everything that a write could change. */
interface Owned {
  readonly account: Account;
  readonly session: Session;
  readonly prompt: Prompt;
  /** Has a delivery of the change at revision 1. */
  readonly webhook: Webhook;
}

type Write = (storage: StoragePorts, owned: Owned, credential: Credential) => Promise<unknown>;

const through = (credential: Credential): Actor => ({
  channel: credential.kind === 'key' ? 'api' : 'dashboard',
  credential,
});

/** Each kind of write, with its outcome while the account has the credential. */
const WRITES: readonly (readonly [name: string, outcome: string, write: Write])[] = [
  [
    'create a prompt',
    'created',
    ({ prompts }, { account }, credential) => prompts.writer.create(aCreation(account.id, { by: through(credential) })),
  ],
  [
    'publish a version',
    'revised',
    ({ prompts }, { prompt }, credential) =>
      prompts.writer.revise(aRevision(prompt, { draft: aDraft(), by: through(credential) })),
  ],
  [
    'move a label',
    'revised',
    ({ prompts }, { prompt }, credential) =>
      prompts.writer.revise(aRevision(prompt, { labels: [anOrder(STAGING, 1)], by: through(credential) })),
  ],
  [
    'rename a prompt',
    'revised',
    ({ prompts }, { prompt }, credential) =>
      prompts.writer.revise(aRenaming(prompt, `${prompt.name}-2` as Prompt['name'], { by: through(credential) })),
  ],
  [
    'confirm a prompt',
    'confirmed',
    ({ prompts }, { prompt }, credential) => prompts.writer.confirm(prompt, through(credential)),
  ],
  [
    'remove a prompt',
    'removed',
    ({ prompts }, { prompt: { owner, id } }, credential) =>
      prompts.writer.remove(aRemoval({ owner, id, by: through(credential) })),
  ],
  [
    'restore a prompt',
    'created',
    ({ prompts }, { account }, credential) =>
      prompts.archive.restore(aRestoredPrompt(account.id, { by: through(credential) })),
  ],
  [
    'append a history',
    'appended',
    async ({ prompts }, { prompt }, credential) => {
      const accountRevision = await prompts.reader.readRevision(prompt.owner);
      const moves = [aMove(PRODUCTION, 2, { movedAt: noon(9) })];
      const preconditions = { revision: prompt.revision, accountRevision };
      const added = { versions: [aStoredVersion(2)], moves, by: through(credential), preconditions };
      return prompts.archive.append(anAddition(prompt, added));
    },
  ],
  [
    'protect labels',
    'replaced',
    ({ prompts }, { account: { id: owner } }, credential) =>
      prompts.protection.replace({
        owner,
        change: changeProtection([], [PRODUCTION]),
        by: through(credential),
        at: noon(),
      }),
  ],
  [
    'confirm that no label is protected',
    'replaced',
    ({ prompts }, { account: { id: owner } }, credential) =>
      prompts.protection.replace({ owner, change: changeProtection([], []), by: through(credential), at: noon() }),
  ],
  ['add a webhook', 'added', ({ webhooks }, { account }, by) => webhooks.add(aWebhook(account.id), by)],
  [
    'change a webhook',
    'changed',
    ({ webhooks }, { account, webhook }, by) => webhooks.change(account.id, webhook.id, { description: 'changed' }, by),
  ],
  [
    'replace the secret of a webhook',
    'replaced',
    ({ webhooks }, { webhook }, by) =>
      webhooks.replaceSecrets(webhook, { current: aSealedSecret(), previous: null }, by),
  ],
  [
    'remove a webhook',
    'removed',
    ({ webhooks }, { account, webhook }, by) => webhooks.remove(account.id, webhook.id, by),
  ],
  [
    'retry a delivery',
    'due',
    ({ deliveries }, { webhook }, by) => deliveries.retry(webhook, aPosition(1), noon(9), by),
  ],
  [
    'rename the account',
    'renamed',
    ({ accounts }, { account }, by) => accounts.rename(account.id, 'Grace' as DisplayName, by),
  ],
  ['replace the key', 'applied', ({ keys }, { account }, by) => keys.apply(aRotation(account), by)],
  ['end a session', 'ended', ({ sessions }, { account, session }, by) => sessions.end(account.id, session.id, by)],
];

/** Writes by a key or session that was replaced, as PromptWriter, Webhooks and the ports of accounts promise. */
export function retiredCredentialsContract(createStorage: CreateStorage): void {
  describe('a write with a credential', () => {
    const { here, there } = twoInstances(createStorage);

    async function anOwner(): Promise<Owned> {
      const { accounts, sessions, webhooks, deliveries } = here;
      const account = anAccount();
      const [session, webhook, delivery] = [aSession(account), aWebhook(account.id), aDelivery(1)];
      await accounts.add(account);
      await sessions.add(session);
      await webhooks.add(webhook);
      const instance = 'i_here';
      await webhooks.lease(webhook, { instance, now: noon(), until: noon(1) });
      const { position } = delivery;
      const queued = { instance, now: noon(), from: webhook.position, to: position, deliveries: [delivery] };
      expect(await deliveries.enqueue(webhook, queued)).toBe('enqueued');
      return { account, session, webhook, prompt: await aPrompt(here, account.id) };
    }

    async function stateOf({ prompt: { owner, id }, webhook }: Owned) {
      const { prompts, webhooks, deliveries } = here;
      return Promise.all([
        prompts.reader.find(owner, { by: 'id', id }),
        prompts.reader.readRevision(owner),
        prompts.changes.latest(owner, { limit: 10 }),
        prompts.protection.read(owner),
        webhooks.listOf(owner),
        deliveries.listOf(owner, webhook.id, { limit: 10 }),
      ]);
    }

    /** The name, the key and the sessions of the account. */
    async function accountOf({ account }: Owned) {
      const { accounts, sessions } = here;
      const found = await accounts.find(account.id);
      return [found?.name, found?.key, (await sessions.listOf(account.id)).map(({ id }) => id)];
    }

    async function changePassword({ id, passwordHash }: Account): Promise<void> {
      const outcome = await here.accounts.changePassword(id, passwordHash, 'changed' as PasswordHash);
      invariant(outcome === 'replaced', 'the password is changed');
    }

    describe.each(WRITES)('to %s', (_, outcome, write) => {
      it('is applied while the account has the key or the session epoch', async () => {
        for (const credentialOf of [keyOf, sessionOf]) {
          const owned = await anOwner();

          const result = await write(there, owned, credentialOf(owned.account));

          expect(typeof result === 'string' ? { kind: result } : result).toMatchObject({ kind: outcome });
        }
      });

      it('is not applied once another instance has replaced the key', async () => {
        const owned = await anOwner();
        await here.keys.apply(aRotation(owned.account));
        const before = [await stateOf(owned), await accountOf(owned)];

        const result = write(there, owned, keyOf(owned.account));

        // A rotation names the key that it retires, and a replaced one is superseded either way.
        if (outcome === 'applied') expect(['superseded', CredentialRetired]).toContain(await result.catch(toClass));
        else await expect(result).rejects.toBeInstanceOf(CredentialRetired);
        expect([await stateOf(owned), await accountOf(owned)]).toEqual(before);
      });

      it('is not applied once another instance has changed the password', async () => {
        const owned = await anOwner();
        await changePassword(owned.account);
        const before = [await stateOf(owned), await accountOf(owned)];

        const result = write(there, owned, sessionOf(owned.account));

        await expect(result).rejects.toBeInstanceOf(CredentialRetired);
        expect([await stateOf(owned), await accountOf(owned)]).toEqual(before);
      });
    });

    it('is not applied to an account that was removed', async () => {
      const owned = await anOwner();
      await here.accounts.remove(owned.account.id);

      for (const credentialOf of [keyOf, sessionOf]) {
        for (const [, outcome, write] of WRITES) {
          const result = write(there, owned, credentialOf(owned.account)).catch(toClass);
          expect(outcome === 'applied' ? ['superseded', CredentialRetired] : [CredentialRetired]).toContain(
            await result,
          );
        }
      }
    });

    it('does not end other sessions once the password was changed', async () => {
      const { account, session } = await anOwner();
      await changePassword(account);
      const changed = account.withChangedPassword('changed' as PasswordHash);
      const newSession = aSession(changed);
      await here.sessions.add(newSession);

      const ended = there.sessions.endOthers(account.id, session.id, sessionOf(account));

      await expect(ended).rejects.toBeInstanceOf(CredentialRetired);
      expect((await here.sessions.listOf(account.id)).map(({ id }) => id)).toEqual([newSession.id]);
      await there.sessions.endOthers(account.id, session.id, sessionOf(changed));
      expect(await here.sessions.listOf(account.id)).toEqual([]);
    });

    it('depends on the key alone if it is a key, and on the epoch alone if it is a session', async () => {
      const { account, prompt } = await anOwner();
      await changePassword(account);
      const { keys, prompts } = here;
      await prompts.writer.revise(aRevision(prompt, { draft: aDraft(), by: through(keyOf(account)) }));
      const changed = account.withChangedPassword('changed' as PasswordHash);
      await keys.apply(aRotation(account));

      const outcome = await prompts.writer.revise(
        aRevision(prompt, { draft: aDraft(), by: through(sessionOf(changed)) }),
      );

      expect(outcome).toMatchObject({ kind: 'revised' });
    });

    it('is not applied after a concurrent rotation was acknowledged', async () => {
      const { account, prompt } = await anOwner();
      const by = through(keyOf(account));
      let revisionAtReset: number | undefined;
      let isReset = false;
      const publish = async () => {
        const beganAfterReset = isReset;
        try {
          await there.prompts.writer.revise(aRevision(prompt, { draft: aDraft(), by }));
          expect(beganAfterReset).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(CredentialRetired);
        }
      };

      const reset = async () => {
        expect(await here.keys.apply(aRotation(account))).toBe('applied');
        isReset = true;
        revisionAtReset = await here.prompts.reader.readRevision(account.id);
      };

      await runConcurrently([...Array(10).fill(publish), reset, ...Array(10).fill(publish)]);

      expect(await here.prompts.reader.readRevision(account.id)).toBe(revisionAtReset);
    });

    describe.each(['id', 'name'] as const)('to read a prompt by its %s', (by) => {
      const read = ({ prompts }: StoragePorts, { prompt }: Owned, credential: Credential, choice: VersionChoice) =>
        prompts.reader.read(
          prompt.owner,
          by === 'id' ? { by, id: prompt.id } : { by, name: prompt.name },
          choice,
          credential,
        );

      it('returns what a read without a credential returns', async () => {
        const owned = await anOwner();
        const { owner, id } = owned.prompt;
        for (const choice of [DEFAULT_CHOICE, { by: 'version', version: 9 } as const]) {
          const expected = await here.prompts.reader.read(owner, { by: 'id', id }, choice);
          for (const credentialOf of [keyOf, sessionOf]) {
            expect(await read(there, owned, credentialOf(owned.account), choice)).toEqual(expected);
          }
        }
        const { prompt } = await anOwner();
        const foreign = { by: 'id', id: prompt.id } as const;
        const credential = keyOf(owned.account);
        expect(await there.prompts.reader.read(owner, foreign, DEFAULT_CHOICE, credential)).toBeUndefined();
      });

      it('rejects one that was replaced, and those of a removed account', async () => {
        const owned = await anOwner();
        const other = await anOwner();
        await changePassword(owned.account);
        await here.keys.apply(aRotation(owned.account));
        await here.accounts.remove(other.account.id);

        for (const each of [owned, other]) {
          for (const credentialOf of [keyOf, sessionOf]) {
            const result = read(there, each, credentialOf(each.account), DEFAULT_CHOICE);
            await expect(result).rejects.toBeInstanceOf(CredentialRetired);
          }
        }
      });
    });
  });
}

const toClass = (error: unknown): unknown => (error as Error).constructor;
