import { describe } from 'vitest';
import { backends } from '../../support/storage/backends.ts';
import { storageTransferContract } from './storage-transfer.contract.ts';

describe.each(backends)('$name', ({ createStorage }) => {
  storageTransferContract(createStorage);
});
