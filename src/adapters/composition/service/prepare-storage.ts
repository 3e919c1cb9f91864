import type { Container } from 'inversify';
import type { SchemaChange } from '../../../application/ports/storage/storage-administration.ts';
import { UnfinishedTransfer } from '../../../application/ports/storage/storage-transfer.ts';
import { tokens } from '../wiring/tokens/tokens.ts';

/** Must run before any other use of a storage: migrates its schema, reads its clock, and rejects one that is still being filled. */
export async function prepareStorage(container: Container): Promise<SchemaChange> {
  const change = await container.get(tokens.storageAdministration).migrate();
  await container.get(tokens.clock).follow();
  const source = await container.get(tokens.storageWriter).unfinishedSource();
  if (source !== undefined) throw new UnfinishedTransfer(source);
  return change;
}
