import { describe } from 'vitest';
import { storageTransferContract } from '../../contracts/transfer/storage-transfer.contract.ts';
import { backends } from '../../support/storage/backends.ts';

/** Each is copied to the next: what a copy reads and writes has the same form everywhere, so no other pair can differ. */
const copies = backends.flatMap((backend, place) => {
  const target = backends[(place + 1) % backends.length];
  return target ? [{ ...backend, target }] : [];
});

describe.each(copies)('$name', ({ createStorage, target }) => {
  storageTransferContract(createStorage, target);
});
