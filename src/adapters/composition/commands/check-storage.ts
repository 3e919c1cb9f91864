import { existsSync } from 'node:fs';
import type { Container } from 'inversify';
import { CheckStorage } from '../../../application/maintenance/check-storage.ts';
import type { StorageFault } from '../../../application/ports/storage/storage-maintenance.ts';
import { InvalidKeyring } from '../../outbound/crypto/keyring/keyring-file.ts';
import { RowStorageContents } from '../../outbound/rows/row-storage-contents.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { unlock } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens/tokens.ts';

/** Looks through the whole storage. Without the keyring it was written with, the check fails, because keys cannot be checked. */
export async function checkStorage(
  container: Container,
  configuration: Configuration,
  found: (fault: StorageFault) => void,
): Promise<void> {
  await prepareStorage(container);
  const isUnlocked = await unlockIfPossible(container, configuration, found);
  const check = new CheckStorage(
    new RowStorageContents(container.get(tokens.storageReader)),
    container.get(tokens.storageMaintenance),
    container.get(tokens.contentHashing),
    container.get(tokens.clock),
    isUnlocked ? container.get(tokens.keySealing) : undefined,
    isUnlocked ? container.get(tokens.webhookSecretSealing) : undefined,
  );
  for await (const fault of check.execute()) found(fault);
}

/** A check makes no keyring where there is none. */
async function unlockIfPossible(
  container: Container,
  configuration: Configuration,
  found: (fault: StorageFault) => void,
): Promise<boolean> {
  const { file } = configuration.keyring;
  if (!existsSync(file)) {
    const recorded = await container.get(tokens.keyringRegister).keys();
    if (recorded.size > 0) found({ kind: 'keyring', what: describeMissing(file), repaired: false });
    return false;
  }
  try {
    await unlock(container, configuration);
    return true;
  } catch (error) {
    if (!(error instanceof InvalidKeyring)) throw error;
    found({ kind: 'keyring', what: error.message, repaired: false });
    return false;
  }
}

const describeMissing = (file: string): string =>
  `${file} is missing, so that keys were not checked: restore it, or run "prompthold keyring recover" while an instance runs`;
