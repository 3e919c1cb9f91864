import { expect, it, vi } from 'vitest';
import { ADAS_ADDRESS, anApplicationWithAda } from '../../../support/in-memory/an-application.ts';

it('asks storage every time', async () => {
  const { findByKey, storage, key, account } = await anApplicationWithAda();
  const findByDigest = vi.spyOn(storage, 'findByDigest');

  for (let time = 0; time < 3; time += 1) expect(await findByKey(key)).toMatchObject({ id: account.id });

  expect(findByDigest.mock.calls).toEqual(Array(3).fill([account.key.digest]));
});

it('rejects a key that it knew once it is reset', async () => {
  const { authenticateKey, rotatePresentedKey, key, account } = await anApplicationWithAda();
  const credential = authenticateKey.credentialOf(key);
  expect(await authenticateKey.execute(credential)).toBeDefined();
  expect(await authenticateKey.withRevision(credential)).toBeDefined();

  await rotatePresentedKey.execute(account.id, credential, { by: 'api', address: ADAS_ADDRESS });

  expect(await authenticateKey.execute(credential)).toBeUndefined();
  expect(await authenticateKey.withRevision(credential)).toBeUndefined();
});
