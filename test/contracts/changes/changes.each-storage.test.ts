import { describe } from 'vitest';
import { backends } from '../../support/storage/backends.ts';
import { changeRetentionContract } from './change-retention.contract.ts';
import { changesOfImportsContract } from './changes-of-imports.contract.ts';
import { changesOfWritesContract } from './changes-of-writes.contract.ts';
import { readingChangesContract } from './reading-changes.contract.ts';
import { unchangedWritesContract } from './unchanged-writes.contract.ts';

describe.each(backends)('$name', ({ createStorage }) => {
  changesOfWritesContract(createStorage);
  unchangedWritesContract(createStorage);
  changesOfImportsContract(createStorage);
  readingChangesContract(createStorage);
  changeRetentionContract(createStorage);
});
