import { lstat, open, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isCode } from '../../host/file-system.ts';
import type { Keyring } from './keyring.ts';
import { createKeyringFile, keyringFileStamp, readKeyringFile } from './keyring-file.ts';

const PAUSE_MS = 100;
const ROOT = 0;
/** Longer than any command waits. A request that a killed command left behind must not bring a removed file back later. */
const REQUEST_MS_MAX = 3_600_000;

/**
 * A file beside the keyring file asks the instances of this machine to write the keyring that they hold in memory. Only the
 * service's own user and root can ask, and nothing secret leaves the process but into the keyring file itself.
 */
const requestFile = (file: string): string => `${file}.recover`;

/** Writes the keyring if its file is missing and an operator asks for it. False if there was nothing to do. */
export async function recoverKeyringFile(file: string, keyring: Keyring): Promise<boolean> {
  if ((await keyringFileStamp(file)) !== undefined || !(await isRequested(file))) return false;
  return createKeyringFile(file, keyring);
}

/** Asks for the keyring file and waits until an instance has written it. Undefined if none has. */
export async function requestKeyringFile(file: string, timeoutMs: number): Promise<Keyring | undefined> {
  const deadline = performance.now() + timeoutMs;
  await unlink(requestFile(file)).catch(ignoreMissing);
  // Fails if the name is a link by now, which could lead anywhere.
  await (await open(requestFile(file), 'wx', 0o600)).close();
  try {
    for (;;) {
      const keyring = await readKeyringFile(file);
      if (keyring || performance.now() > deadline) return keyring;
      await delay(PAUSE_MS);
    }
  } finally {
    await unlink(requestFile(file)).catch(ignoreMissing);
  }
}

async function isRequested(file: string): Promise<boolean> {
  try {
    const { uid, mtimeMs } = await lstat(requestFile(file));
    return (uid === ROOT || uid === process.geteuid?.()) && Date.now() - mtimeMs < REQUEST_MS_MAX;
  } catch {
    return false;
  }
}

/** Another command, which asked at the same time, may have removed it. */
function ignoreMissing(error: unknown): void {
  if (!isCode(error, 'ENOENT')) throw error;
}
