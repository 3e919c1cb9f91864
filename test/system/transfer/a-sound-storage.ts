import { join } from 'node:path';
import { checkStorage } from '../../../src/adapters/composition/commands/check-storage.ts';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { REPAIR_MESSAGE, type StorageFault } from '../../../src/application/ports/storage/storage-maintenance.ts';
import { serializeRecord } from '../../../src/application/transfer/transfer-summary.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { aQuery, toName } from '../../support/builders/a-prompt.ts';
import { aWebhook } from '../../support/builders/a-webhook.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { Author } from '../../support/builders/an-author.ts';
import { namesFound } from '../../support/builders/search-prompts.ts';
import { aBatch, aCallCount } from '../../support/builders/some-usage.ts';
import { createTestFolder, openTestStorage } from '../../support/service/test-resources.ts';
import type { StoragePorts } from '../../support/storage/backends.ts';
import type { realStorages } from '../../support/storage/fresh-storage.ts';

/** Checks as the command does, but in this process. */
export async function check(url: string): Promise<readonly StorageFault[]> {
  const keyring = join(await createTestFolder(), 'none.json');
  const environment = { PROMPTHOLD_STORAGE_URL: url, PROMPTHOLD_KEYRING_FILE: keyring };
  const { configuration } = loadConfiguration({ environment });
  const faults: StorageFault[] = [];
  await checkStorage(configuration, (fault) => faults.push(fault));
  return faults;
}

/** An account with two prompts, of which one includes the other. */
export async function aSoundStorage(fresh: (typeof realStorages)[number]['fresh']) {
  const { url, ports } = await openTestStorage(fresh);
  const author = new Author(ports.prompts);
  const account = anAccount({ id: author.owner });
  await ports.accounts.add(account);
  await author.create('mail/greeting', 'Dear {{name}},', { labels: ['production'], tags: ['mail'] });
  await author.publish('mail/greeting', 'Hello {{name}},', { labels: ['staging'] });
  await author.create('letter', '{{> mail/greeting@production}}');
  await ports.webhooks.add(aWebhook(author.owner));
  await ports.usage.apply(aBatch(author.owner, { calls: [aCallCount(new Date())] }));
  const greeting = await ports.prompts.reader.find(author.owner, { by: 'name', name: toName('mail/greeting') });
  if (!greeting) throw new Error('the created prompt is missing');
  return { url, ports, account, owner: author.owner, greeting, before: await seen(ports, author.owner) };
}

export type Sound = Awaited<ReturnType<typeof aSoundStorage>>;

/** All records and query results, without revisions and ids of writes, which a repair may change, and without its entries in the feed. */
export async function seen({ reader, prompts, accounts, keys, webhooks }: StoragePorts, owner: AccountId) {
  const all = (await Array.fromAsync(reader.records())).map(serializeRecord);
  const records = all.filter((line) => !line.includes(REPAIR_MESSAGE));
  const account = await accounts.find(owner);
  const lists = [
    aQuery(),
    aQuery({ sort: 'updatedAt' }),
    aQuery({ tags: ['mail' as never] }),
    aQuery({ folder: 'mail' }),
    aQuery({ label: 'staging' as never }),
  ];
  return {
    records: records.map((line) => line.replace(/"(?:prompts_)?(?:revision":\d+|write_id":"\w*")/g, '')),
    lists: await Promise.all(
      lists.map(async (query) => (await prompts.catalog.list(owner, query)).map(({ name }) => name)),
    ),
    found: await Promise.all(['greeting', 'hello', 'he', 'mail hello'].map((text) => namesFound(prompts, owner, text))),
    byName: (await prompts.reader.find(owner, { by: 'name', name: toName('letter') }))?.id,
    includers: await prompts.reader.listIncluders(owner, toName('mail/greeting')),
    byEmail: account && (await accounts.findByEmail(account.email))?.id,
    byKey: account && (await keys.findByDigest(account.key.digest))?.id,
    everHeld: await accounts.everHeldAccount(),
    ready: await webhooks.findReady({ instance: 'i_1', now: new Date(), limit: 10 }),
  };
}
