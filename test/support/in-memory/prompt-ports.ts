import type { Ports } from '../../../src/adapters/composition/wiring/ports.ts';
import type { PromptArchive } from '../../../src/application/ports/prompts/prompt-archive.ts';
import type {
  PromptCatalog,
  PromptSearch,
  SearchIndexing,
} from '../../../src/application/ports/prompts/prompt-catalog.ts';
import type { PromptChanges } from '../../../src/application/ports/prompts/prompt-changes.ts';
import type { PromptReader } from '../../../src/application/ports/prompts/prompt-reader.ts';
import type { PromptWriter } from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../../src/application/ports/prompts/protected-labels.ts';
import { InMemoryChanges } from './in-memory-changes.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';
import { InMemoryProtection } from './in-memory-protection.ts';
import { InMemorySearch } from './in-memory-search.ts';

/** All prompt ports of a backend. */
export interface PromptPorts {
  readonly reader: PromptReader;
  readonly catalog: PromptCatalog;
  readonly search: PromptSearch;
  readonly indexing: SearchIndexing;
  readonly writer: PromptWriter;
  readonly archive: PromptArchive;
  readonly protection: ProtectedLabels;
  readonly changes: PromptChanges;
}

function searchOf(prompts: InMemoryPrompts) {
  const search = new InMemorySearch(prompts);
  return { search, indexing: search };
}

/** All ports, implemented by one fake. */
export const inMemoryPromptPorts = (prompts = new InMemoryPrompts()): PromptPorts => ({
  reader: prompts,
  catalog: prompts,
  ...searchOf(prompts),
  writer: prompts,
  archive: prompts,
  protection: new InMemoryProtection(prompts),
  changes: new InMemoryChanges(prompts),
});

/** The ports that a test has. Only use cases that need no others can be composed with them. */
export const somePorts = (ports: Partial<Ports>): Ports => ports as Ports;
