import type { Container } from 'inversify';
import type { SchemaChange } from '../../../application/ports/storage/storage-administration.ts';
import { UnfinishedTransfer } from '../../../application/ports/storage/storage-transfer.ts';
import { tokens } from '../wiring/tokens.ts';

/** Must run before any other use of a storage: migrates its schema, reads its clock, and rejects one that is still being filled. */
export async function prepareStorage(container: Container): Promise<SchemaChange> {
  const { storageAdministration, storageWriter } = container.get(tokens.storage);
  const change = await storageAdministration.migrate();
  await container.get(tokens.clock).follow();
  const source = await storageWriter.unfinishedSource();
  if (source !== undefined) throw new UnfinishedTransfer(source);
  return change;
}
