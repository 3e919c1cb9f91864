import type { PromptArchive } from '../../../src/application/ports/prompt-archive.ts';
import type { PromptCatalog } from '../../../src/application/ports/prompt-catalog.ts';
import type { PromptReader } from '../../../src/application/ports/prompt-reader.ts';
import type { PromptWriter } from '../../../src/application/ports/prompt-writer.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';

/** All prompt ports of a backend. */
export interface PromptPorts {
  readonly reader: PromptReader;
  readonly catalog: PromptCatalog;
  readonly writer: PromptWriter;
  readonly archive: PromptArchive;
}

/** All ports, implemented by one fake. */
export const inMemoryPromptPorts = (prompts = new InMemoryPrompts()): PromptPorts => ({
  reader: prompts,
  catalog: prompts,
  writer: prompts,
  archive: prompts,
});
