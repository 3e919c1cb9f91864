import { expect, it, vi } from 'vitest';
import type { PromptSelection } from '../../../../src/application/ports/key-storage.ts';
import { DEFAULT_CHOICE } from '../../../../src/domain/prompts/prompt.ts';
import { toName } from '../../../support/builders/a-prompt.ts';
import { ADAS_ADDRESS, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';

const selection: PromptSelection = { reference: { by: 'name', name: toName('greeting') }, choice: DEFAULT_CHOICE };

it('asks storage every time, and tells it who held the key before', async () => {
  const { authenticateKey, storage, key, account } = await anApplicationWithAda();
  const findByDigest = vi.spyOn(storage, 'findByDigest');

  for (const likely of [undefined, account.id, account.id]) {
    expect(await authenticateKey.execute(key)).toMatchObject({ id: account.id });
    expect(findByDigest).toHaveBeenLastCalledWith(account.key.digest, likely);
  }
  expect(findByDigest).toHaveBeenCalledTimes(3);
});

it('rejects a key that it knew once it is reset', async () => {
  const { authenticateKey, rotatePresentedKey, key, account } = await anApplicationWithAda();
  await authenticateKey.execute(key);
  await authenticateKey.withRevision(key);

  await rotatePresentedKey.execute(account.id, key, { by: 'api', address: ADAS_ADDRESS });

  expect(await authenticateKey.execute(key)).toBeUndefined();
  expect(await authenticateKey.withRevision(key)).toBeUndefined();
  expect(await authenticateKey.withRevision(key, () => selection)).toBeUndefined();
});

it('reads what is selected together with an account that it knew', async () => {
  const { authenticateKey, storage, key, account } = await anApplicationWithAda();
  const prefetch = vi.fn(() => selection);
  const findWithReading = vi.spyOn(storage, 'findWithReading');

  await authenticateKey.withRevision(key, prefetch);
  expect(prefetch).not.toHaveBeenCalled();
  await authenticateKey.withRevision(key, prefetch);

  expect(prefetch).toHaveBeenCalledExactlyOnceWith(account.id);
  expect(findWithReading).toHaveBeenCalledExactlyOnceWith(account.key.digest, account.id, selection);
});

it('looks up only the revision if nothing is selected', async () => {
  const { authenticateKey, storage, key, account } = await anApplicationWithAda();
  await authenticateKey.execute(key);
  const findWithReading = vi.spyOn(storage, 'findWithReading');

  expect(await authenticateKey.withRevision(key, () => undefined)).toMatchObject({ id: account.id });

  expect(findWithReading).not.toHaveBeenCalled();
});
