import { existsSync } from 'node:fs';
import type { Container } from 'inversify';
import { CheckStorage } from '../../../application/maintenance/check-storage.ts';
import type { StorageFault } from '../../../application/ports/storage/storage-maintenance.ts';
import { InvalidKeyring } from '../../outbound/crypto/keyring/keyring-file.ts';
import { sha256ContentHashing } from '../../outbound/crypto/sha256.ts';
import { RowStorageContents } from '../../outbound/rows/row-storage-contents.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { unlock, withContainer } from '../wiring/compose.ts';
import type { Ports } from '../wiring/ports.ts';
import { tokens } from '../wiring/tokens.ts';

/** Looks through the whole storage. Without the keyring it was written with, the check fails, because keys cannot be checked. */
export const checkStorage = (configuration: Configuration, found: (fault: StorageFault) => void): Promise<void> =>
  withContainer(configuration, async (container) => {
    await prepareStorage(container);
    const ports = await unlockIfPossible(container, configuration, found);
    const { storageReader, storageMaintenance } = container.get(tokens.storage);
    const check = new CheckStorage(
      new RowStorageContents(storageReader),
      storageMaintenance,
      sha256ContentHashing,
      container.get(tokens.clock),
      ports?.keySealing,
      ports?.webhookSecretSealing,
    );
    for await (const fault of check.execute()) found(fault);
  });

/** A check makes no keyring where there is none. */
async function unlockIfPossible(
  container: Container,
  configuration: Configuration,
  found: (fault: StorageFault) => void,
): Promise<Ports | undefined> {
  const { file } = configuration.keyring;
  if (!existsSync(file)) {
    const recorded = await container.get(tokens.storage).keyringRegister.keys();
    if (recorded.size > 0) found({ kind: 'keyring', what: describeMissing(file), repaired: false });
    return undefined;
  }
  try {
    await unlock(container, configuration);
    return container.get(tokens.ports);
  } catch (error) {
    if (!(error instanceof InvalidKeyring)) throw error;
    found({ kind: 'keyring', what: error.message, repaired: false });
    return undefined;
  }
}

const describeMissing = (file: string): string =>
  `${file} is missing, so that keys were not checked: restore it, or run "prompthold keyring recover" while an instance runs`;
