import { describe } from 'vitest';
import { backends } from '../../support/storage/backends.ts';
import { promptCountsContract } from './prompt-counts.contract.ts';
import { promptFiltersContract } from './prompt-filters.contract.ts';
import { promptIncludesContract } from './prompt-includes.contract.ts';
import { promptLabelsContract } from './prompt-labels.contract.ts';
import { promptListsContract } from './prompt-lists.contract.ts';
import { promptMetadataContract } from './prompt-metadata.contract.ts';
import { promptPortsContract } from './prompt-ports.contract.ts';
import { promptPreconditionsContract } from './prompt-preconditions.contract.ts';
import { promptPublishingContract } from './prompt-publishing.contract.ts';
import { promptReadingContract } from './prompt-reading.contract.ts';
import { promptRestoringContract } from './prompt-restoring.contract.ts';

describe.each(backends)('$name', ({ createStorage }) => {
  promptPortsContract(createStorage);
  promptPreconditionsContract(createStorage);
  promptReadingContract(createStorage);
  promptPublishingContract(createStorage);
  promptLabelsContract(createStorage);
  promptMetadataContract(createStorage);
  promptListsContract(createStorage);
  promptFiltersContract(createStorage);
  promptCountsContract(createStorage);
  promptIncludesContract(createStorage);
  promptRestoringContract(createStorage);
});
