import { describe } from 'vitest';
import { backends } from '../../support/storage/backends.ts';
import { storageTransferContract } from './storage-transfer.contract.ts';

/** Each is copied to the next: what a copy reads and writes has the same form everywhere, so no other pair can differ. */
const copies = backends.flatMap((backend, place) => {
  const target = backends[(place + 1) % backends.length];
  return target ? [{ ...backend, target }] : [];
});

describe.each(copies)('$name', ({ createStorage, target }) => {
  storageTransferContract(createStorage, target);
});
