import { existsSync } from 'node:fs';
import type { Container } from 'inversify';
import { CheckStorage } from '../../../application/maintenance/check-storage.ts';
import type { KeySealing } from '../../../application/ports/secrets.ts';
import type { StorageFault } from '../../../application/ports/storage/storage-maintenance.ts';
import { InvalidKeyring } from '../../outbound/crypto/keyring-file.ts';
import { RowStorageContents } from '../../outbound/rows/row-storage-contents.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { unlock } from '../wiring/compose.ts';
import { tokens } from '../wiring/modules/tokens.ts';

/** Looks through the whole storage. Without the keyring it was written with, the check fails, because keys cannot be checked. */
export async function checkStorage(
  container: Container,
  configuration: Configuration,
  found: (fault: StorageFault) => void,
): Promise<void> {
  await prepareStorage(container);
  const sealing = await sealingWith(container, configuration, found);
  const check = new CheckStorage(
    new RowStorageContents(container.get(tokens.storageReader)),
    container.get(tokens.storageMaintenance),
    container.get(tokens.contentHashing),
    container.get(tokens.clock),
    sealing,
  );
  for await (const fault of check.execute()) found(fault);
}

/** A check makes no keyring where there is none. */
async function sealingWith(
  container: Container,
  configuration: Configuration,
  found: (fault: StorageFault) => void,
): Promise<KeySealing | undefined> {
  const { file } = configuration.keyring;
  if (!existsSync(file)) {
    const recorded = await container.get(tokens.keyringRegister).keys();
    if (recorded.size > 0) found({ kind: 'keyring', what: describeMissing(file), repaired: false });
    return undefined;
  }
  try {
    await unlock(container, configuration);
    return container.get(tokens.keySealing);
  } catch (error) {
    if (!(error instanceof InvalidKeyring)) throw error;
    found({ kind: 'keyring', what: error.message, repaired: false });
    return undefined;
  }
}

const describeMissing = (file: string): string =>
  `${file} is missing, so that keys were not checked: restore it, or run "prompthold keyring recover" while an instance runs`;
