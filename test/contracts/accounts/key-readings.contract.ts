import { describe, expect, it } from 'vitest';
import { PREFETCH_BYTES_MAX, type PromptSelection } from '../../../src/application/ports/key-storage.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { LATEST } from '../../../src/domain/naming/label.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../src/domain/prompts/prompt.ts';
import {
  aChat,
  aCreation,
  aDraft,
  aDraftOfBytes,
  anOrder,
  aRevision,
  PRODUCTION,
  STAGING,
  toName,
} from '../../support/builders/a-prompt.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const CHOICES: readonly VersionChoice[] = [
  DEFAULT_CHOICE,
  { by: 'label', label: LATEST },
  { by: 'label', label: PRODUCTION },
  { by: 'label', label: STAGING },
  { by: 'version', version: 1 },
  { by: 'version', version: 2 },
];

/** One test per promise of `KeyStorage.findWithReading`. */
export function keyReadingsContract(createStorage: CreateStorage): void {
  describe('KeyStorage, together with prompts', () => {
    const instances = twoInstances(createStorage);

    async function anAddedAccount(): Promise<Account> {
      const account = anAccount();
      await instances.here.accounts.add(account);
      return account;
    }

    async function aCreated(owner: Account['id'], draft = aDraft()): Promise<PromptSelection> {
      const creation = aCreation(owner, { draft });
      await instances.here.prompts.writer.create(creation);
      return { reference: { by: 'id', id: creation.id }, choice: DEFAULT_CHOICE };
    }

    const ownerOf = ({ id }: Account, promptsRevision: number) => ({ id, promptsRevision });

    it.each([
      ['text', aDraft],
      ['chat', aChat],
    ])('finds a %s prompt with its owner, on every instance as soon as it changes', async (_, draft) => {
      const account = await anAddedAccount();
      const { here, there } = instances;
      const creation = aCreation(account.id, { draft: draft() });
      await here.prompts.writer.create(creation);
      for (let promptsRevision = 1; promptsRevision <= 3; promptsRevision += 1) {
        for (const reference of [
          { by: 'id', id: creation.id },
          { by: 'name', name: creation.metadata.name },
        ] as const) {
          for (const choice of CHOICES) {
            for (const { keys, prompts } of [here, there]) {
              const reading = await prompts.reader.readPrinted(account.id, reference, choice);
              const found = await keys.findWithReading(account.key.digest, account.id, { reference, choice });
              expect(found).toEqual({ ...ownerOf(account, promptsRevision), reading });
            }
          }
        }
        const changes = [{ draft: draft() }, { labels: [anOrder(STAGING, 1)] }];
        await here.prompts.writer.revise(
          aRevision({ owner: account.id, id: creation.id }, changes[promptsRevision - 1] ?? {}),
        );
      }
    });

    it('finds the owner of a key if there is no such prompt, version or label', async () => {
      const account = await anAddedAccount();
      const created = await aCreated(account.id);
      const foreign = await aCreated((await anAddedAccount()).id);

      for (const selection of [
        { ...created, reference: { by: 'name', name: toName('no/such') } } as const,
        { ...created, reference: foreign.reference },
        { ...created, choice: { by: 'version', version: 2 } } as const,
        { ...created, choice: { by: 'label', label: STAGING } } as const,
      ]) {
        const found = await instances.here.keys.findWithReading(account.key.digest, account.id, selection);
        expect(found).toEqual({ ...ownerOf(account, 1), reading: undefined });
      }
    });

    it('does not read large content', async () => {
      const account = await anAddedAccount();
      const selection = await aCreated(account.id, aDraftOfBytes(PREFETCH_BYTES_MAX + 1));

      const found = await instances.here.keys.findWithReading(account.key.digest, account.id, selection);

      expect(found).toEqual({ ...ownerOf(account, 1), reading: undefined });
    });

    it('reads the prompt of the owner even if another account is the likely one', async () => {
      const account = await anAddedAccount();
      const another = await anAddedAccount();
      const selection = await aCreated(account.id);
      const { keys, prompts } = instances.here;

      const found = await keys.findWithReading(account.key.digest, another.id, selection);

      const reading = await prompts.reader.readPrinted(account.id, selection.reference, selection.choice);
      expect(found).toEqual({ ...ownerOf(account, 1), reading });
      expect(reading).toBeDefined();
    });

    it('finds nothing for a retired key, on every instance', async () => {
      const account = await anAddedAccount();
      const selection = await aCreated(account.id);
      const rotation = aRotation(account);
      await instances.here.keys.apply(rotation);

      for (const { keys } of [instances.here, instances.there]) {
        expect(await keys.findWithReading(rotation.retired, account.id, selection)).toBeUndefined();
        expect(await keys.findWithReading(rotation.issued.digest, account.id, selection)).toMatchObject(
          ownerOf(account, 1),
        );
      }
    });
  });
}
