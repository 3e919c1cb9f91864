import type { Container } from 'inversify';
import type { SchemaChange } from '../../../application/ports/storage-administration.ts';
import { UnfinishedTransfer } from '../../../application/ports/storage-transfer.ts';
import { tokens } from '../wiring/tokens.ts';

/** Before anything else is done with a storage: its schema is the program's, and nobody is still filling it. */
export async function prepareStorage(container: Container): Promise<SchemaChange> {
  const change = await container.get(tokens.storageAdministration).migrate();
  const source = await container.get(tokens.storageWriter).unfinishedSource();
  if (source !== undefined) throw new UnfinishedTransfer(source);
  return change;
}
