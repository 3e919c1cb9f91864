import { sha256ContentHashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { type AccountId, type DisplayName, newAccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import type { VersionDraft } from '../../../src/domain/prompts/prompt-version.ts';
import { changeProtection } from '../../../src/domain/prompts/protected-labels.ts';
import type { Fingerprint, ReleaseLock } from '../../../src/domain/prompts/release.ts';
import { canonicalVersion } from '../../../src/domain/templates/prompt-content.ts';
import {
  aHash,
  aMove,
  anArchiving,
  anOrder,
  aChat as anyChat,
  aDraft as anyDraft,
  aStoredVersion as anyStoredVersion,
  aPrompt,
  aRestoredPrompt,
  includes,
  mustRevise,
  noon,
  PRODUCTION,
  protect,
  STAGING,
  toName,
  toTags,
} from '../builders/a-prompt.ts';
import { aDelivery, aPosition, aSealedSecret, aWebhook } from '../builders/a-webhook.ts';
import { anAccount, aRotation } from '../builders/an-account.ts';
import {
  aBatch,
  aCallCount,
  aCaller,
  aLabelRead,
  aPromptCallCount,
  aPromptId,
  aReadCount,
  aRefusedCall,
} from '../builders/some-usage.ts';
import { through } from '../builders/through.ts';
import type { StoragePorts } from './backends.ts';

/** Published here, so its hash is right. */
const withHash = <Draft extends VersionDraft>(draft: Draft): Draft => ({
  ...draft,
  hash: sha256ContentHashing.hash(canonicalVersion(draft.content, draft.variables, draft.config)),
});
const aDraft = (fields?: Parameters<typeof anyDraft>[0]) => withHash(anyDraft(fields));
const aStoredVersion = (...fields: Parameters<typeof anyStoredVersion>) => withHash(anyStoredVersion(...fields));

/** Stores every kind of data, edge cases included: the last account is empty. */
export async function fillStorage(ports: StoragePorts): Promise<void> {
  const { accounts, keys, register, usage } = ports;
  await register.record(
    new Map([
      ['lookup', 'check-1'],
      ['0a1b', 'check-2'],
      ['2c3d', 'check-3'],
    ]),
  );
  await register.change('2c3d', 'open', 'retired');
  const removed = anAccount();
  const ada = anAccount({ name: 'Ada "Löwe" \u{1F981}, née \\' as DisplayName, sessionEpoch: 3 });
  const empty = anAccount({ id: newAccountId(new Date(ada.createdAt.getTime() + 1), new Uint8Array(32)) });
  for (const account of [removed, ada, empty]) await accounts.add(account);
  await accounts.remove(removed.id);

  let current = ada;
  for (let times = 0; times < 3; times += 1) {
    const rotation = aRotation(current);
    invariant((await keys.apply(rotation)) === 'applied', 'a rotation is applied');
    current = current.withKey(rotation.issued);
  }

  await fillPrompts(ports, ada.id);
  await fillWebhooks(ports, ada.id);
  const today = new Date();
  const yesterday = new Date(today.getTime() - 24 * 3_600_000);
  await usage.apply(
    aBatch(ada.id, {
      calls: [
        aCallCount(today, { count: 7 }),
        aCallCount(today, { statusClass: '4xx' }),
        aCallCount(yesterday, { route: 'PUT /api/prompts/{ref}' }),
      ],
      reads: [aReadCount(today, { count: 3 }), aReadCount(today, { version: 12 }), aReadCount(yesterday)],
      promptCalls: [
        aPromptCallCount(today, { served: 3, failed: 1 }),
        aPromptCallCount(today, { version: 12, label: STAGING }),
        aPromptCallCount(yesterday, { version: undefined, label: undefined, served: 0, failed: 2 }),
      ],
      callers: [
        aCaller(today, {
          interfaces: ['api', 'mcp'],
          firstSeen: yesterday,
          calls: 4,
          labels: [
            aLabelRead(today, { version: 12 }),
            aLabelRead(yesterday, { promptId: undefined, version: undefined }),
          ],
        }),
        aCaller(yesterday, { name: 'other', address: '', labelsEvicted: true }),
      ],
      refusedCalls: [
        aRefusedCall(today, { promptId: aPromptId(), via: 'mcp' }),
        aRefusedCall(yesterday, { status: 500, code: undefined, client: undefined, address: undefined }),
      ],
      lastUsedAt: new Date(today.getTime() + 60_000),
    }),
  );
  await usage.apply(aBatch(ada.id, { calls: [aCallCount(today)] }));
}

async function fillWebhooks({ webhooks, deliveries }: StoragePorts, owner: AccountId): Promise<void> {
  const plain = aWebhook(owner, { createdAt: noon(1) });
  const full = aWebhook(owner, {
    types: ['label.moved'],
    prompts: ['mail/*'],
    labels: [PRODUCTION],
    description: 'Says "hello",\n\tthen leaves.',
    enabled: false,
    problem: 'failing',
    secrets: { current: aSealedSecret(), previous: { sealed: aSealedSecret(), until: noon(2) } },
    position: aPosition(3),
    lastSuccessAt: noon(3),
    lastFailureAt: noon(4),
    failingSince: noon(5),
  });
  for (const webhook of [plain, full]) await webhooks.add(webhook);
  // Neither its lease nor its delivery is transferred.
  await webhooks.lease(plain, { instance: 'i_1', now: noon(), until: noon(1) });
  const queued = { instance: 'i_1', now: noon(), from: plain.position, to: aPosition(1) };
  await deliveries.enqueue(plain, { ...queued, deliveries: [aDelivery(1)] });
}

const letterIncludes = includes('mail/greeting@production', 'mail/greeting', 'mail/greeting@2');

async function fillPrompts(ports: StoragePorts, owner: AccountId): Promise<void> {
  const greeting = await aPrompt(ports, owner, {
    metadata: {
      name: toName('mail/greeting'),
      description: 'Says "hello",\n\tthen leaves.',
      tags: toTags('mail', 'a.b'),
    },
    draft: aDraft(),
    labels: [anOrder(PRODUCTION, 'published', 'first \u{1F680}'), anOrder(STAGING, 'published')],
  });
  for (let version = 2; version <= 70; version += 1) {
    const labels = version % 30 === 0 ? [anOrder(PRODUCTION, 'published', `to ${version}`)] : [];
    await mustRevise(ports, greeting, { draft: aDraft(), labels, at: noon(version) });
  }
  await mustRevise(ports, greeting, { labels: [anOrder(STAGING, null, 'not needed')], at: noon(100) });

  const letter = await aPrompt(ports, owner, {
    metadata: { name: toName('mail/letter') },
    draft: aDraft({
      content: { type: 'text', content: '\u{10FFFF}{{> mail/greeting@production}}\\ "\r\n' },
      config: { model: 'x', 2: [1.5, null, true], 1: { deep: '\u2028' } },
      variables: [],
      message: 'why not',
      includes: letterIncludes,
    }),
  });
  const chat = await aPrompt(ports, owner, { metadata: { name: toName('talk') }, draft: withHash(anyChat()) });
  await ports.prompts.writer.revise(anArchiving(chat));
  await restoreOld(ports, owner);
  await protect(ports, owner, STAGING, PRODUCTION);
  await lockTwice(ports, letter, greeting);
}

/** Moves the label of a prompt that includes another one, which gives it a lock, and replaces that lock. */
async function lockTwice(ports: StoragePorts, letter: Prompt, greeting: Prompt): Promise<void> {
  const fingerprint = aHash() as string as Fingerprint;
  const lockTo = (version: number): ReleaseLock => ({
    fingerprint,
    includes: letterIncludes.map((target) => ({ target, promptId: greeting.id, version })),
  });
  const release = { fingerprint, lock: lockTo(30) };
  const order = { ...anOrder(PRODUCTION, 1, 'go \u{1F680}'), release, rollback: true } as const;
  const by = through('dashboard');
  await mustRevise(ports, letter, { labels: [order], by });
  const locks = [{ promptId: letter.id, label: PRODUCTION, lock: lockTo(60) }];
  const change = changeProtection([PRODUCTION, STAGING], [PRODUCTION, STAGING]);
  await ports.prompts.protection.replace({ owner: letter.owner, change, locks, by, at: noon(200) });
}

/** Restores a prompt from before 1970, as an import may contain. */
async function restoreOld({ prompts }: StoragePorts, owner: AccountId): Promise<void> {
  const past = new Date(-86_400_000);
  await prompts.archive.restore(
    aRestoredPrompt(owner, {
      metadata: { name: toName('old') },
      createdAt: past,
      updatedAt: past,
      versions: [aStoredVersion(1, { publishedAt: past }), aStoredVersion(2, { restoredFrom: 1, publishedAt: past })],
      moves: [
        aMove(PRODUCTION, 1, { movedAt: past }),
        aMove(PRODUCTION, 2, { movedAt: new Date(1), previous: 1, by: 'cli', message: ' spaces ' }),
      ],
    }),
  );
}
