import type { Ports } from '../../../src/adapters/composition/wiring/ports.ts';
import { InMemoryChanges } from './in-memory-changes.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';
import { InMemoryPendingLocks, InMemoryProtection } from './in-memory-protection.ts';
import { InMemorySearch } from './in-memory-search.ts';

/** All prompt ports of a backend. */
export interface PromptPorts {
  readonly reader: Ports['promptReader'];
  readonly catalog: Ports['promptCatalog'];
  readonly search: Ports['promptSearch'];
  readonly indexing: Ports['searchIndexing'];
  readonly writer: Ports['promptWriter'];
  readonly archive: Ports['promptArchive'];
  readonly protection: Ports['protectedLabels'];
  readonly pendingLocks: Ports['pendingLocks'];
  readonly changes: Ports['promptChanges'];
}

/** All ports, implemented by fakes of one storage. */
export const inMemoryPromptPorts = (prompts = new InMemoryPrompts()): PromptPorts => ({
  reader: prompts,
  catalog: prompts,
  search: new InMemorySearch(prompts),
  indexing: new InMemorySearch(prompts),
  writer: prompts,
  archive: prompts,
  protection: new InMemoryProtection(prompts),
  pendingLocks: new InMemoryPendingLocks(prompts),
  changes: new InMemoryChanges(prompts),
});

/** The ports that a test has. Only use cases that need no others can be composed with them. */
export const somePorts = (ports: Partial<Ports>): Ports => ports as Ports;
