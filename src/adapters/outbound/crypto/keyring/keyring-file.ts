import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJsonOrNothing } from '../../../text/parse-json-or-nothing.ts';
import { isCode, syncFolder } from '../../host/file-system.ts';
import { makeFolder } from '../../host/make-folder.ts';
import { type EncryptionKey, Keyring } from './keyring.ts';

const secret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
  .transform((text) => Buffer.from(text, 'base64url'));

const keyringFile = z.strictObject({
  version: z.literal(1),
  lookup: secret,
  enc: z
    .array(z.strictObject({ kid: z.string().regex(/^[a-z0-9]{1,16}$/), key: secret }))
    .min(1)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'must each have an id of their own'),
});

/** The keyring cannot be used. The message says in one sentence what to do, and never contains a key. */
export class InvalidKeyring extends Error {
  override readonly name = 'InvalidKeyring';
}

/** Far more than any keyring needs. */
const FILE_BYTES_MAX = 64 * 1024;

const ROOT = 0;

const notAKeyring = (file: string): InvalidKeyring =>
  new InvalidKeyring(`${file} is not a keyring file; restore it from your backup.`);

/** The user of this process; undefined on systems without user ids. */
const currentUser = (): number | undefined => process.geteuid?.();

/** Undefined when there is no such file. */
export async function readKeyringFile(file: string, user = currentUser()): Promise<Keyring | undefined> {
  const text = await readPrivately(file, user);
  if (text === undefined) return undefined;

  const parsed = keyringFile.safeParse(parseJsonOrNothing(text));
  const [primary, ...others] = parsed.data?.enc ?? [];
  if (!parsed.data || !primary) throw notAKeyring(file);
  return new Keyring(parsed.data.lookup, [primary, ...others]);
}

/** Changes whenever the file may have changed; undefined when there is no file. */
export async function keyringFileStamp(file: string): Promise<string | undefined> {
  try {
    // Includes the mode: changing it does not change the size, and timestamps may be too coarse to show it.
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, mode, size, mtimeNs, ctimeNs].join();
  } catch {
    return undefined;
  }
}

/** False when the file exists already, which is left unchanged: concurrent processes end up with the same keyring. */
export async function createKeyringFile(file: string, keyring: Keyring): Promise<boolean> {
  const folder = dirname(file);
  makeFolder(folder);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeDurably(draft, serialize(keyring));
  try {
    // A link appears complete or not at all, and never replaces a file that is there.
    await link(draft, file);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** Atomic: a concurrent reader sees the old file or the new one. */
export async function replaceKeyringFile(file: string, keyring: Keyring): Promise<void> {
  // Replace the target: orchestrators mount secrets as links, which must stay links.
  const target = await realpath(file);
  const { uid, gid, mode } = await stat(target);
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, serialize(keyring), { uid, gid, mode });
    await rename(draft, target);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(target));
}

/** Checks and reads one open file: a path could lead to another file after the check. */
async function readPrivately(file: string, user: number | undefined): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    // Links are followed, because orchestrators mount secrets as links. Opening a pipe must not wait for a writer.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    assertPrivate(file, await handle.stat(), user);
    return await handle.readFile('utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    if (error instanceof InvalidKeyring) throw error;
    throw new InvalidKeyring(`${file} cannot be read (${error instanceof Error ? error.message : 'unknown error'}).`);
  } finally {
    await handle?.close();
  }
}

function assertPrivate(file: string, found: Stats, user: number | undefined): void {
  // Checked first: chmod 600 would be bad advice for a folder like /tmp.
  if (!found.isFile()) throw new InvalidKeyring(`${file} is not a file: put the keyring file in its place.`);
  if ((found.mode & modeBitsForbidden(found, user)) !== 0) {
    throw new InvalidKeyring(`${file} can be read by others; run: chmod 600 ${file}`);
  }
  // Root may read the file of the service's user, to change it for the service.
  if (user !== undefined && user !== ROOT && found.uid !== user && found.uid !== ROOT) {
    throw new InvalidKeyring(`${file} belongs to another user; run as root: chown ${user} ${file}`);
  }
  if (found.size > FILE_BYTES_MAX) throw notAKeyring(file);
}

/**
 * A file of root may be readable by its group: Kubernetes mounts secrets like that for a user who is not root, and so
 * does systemd with credentials. Postgres has the same rule for the key of its certificate.
 */
const modeBitsForbidden = ({ uid }: Stats, user: number | undefined): number =>
  uid === ROOT && user !== ROOT ? 0o037 : 0o077;

async function writeDurably(file: string, text: string, like?: Pick<Stats, 'uid' | 'gid' | 'mode'>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    if (like) {
      // The service's user must be able to read the file after another user, such as root, changed it.
      await handle.chown(like.uid, like.gid);
      await handle.chmod(like.mode & 0o700);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function serialize({ lookup, encryption }: Keyring): string {
  const enc = encryption.map(({ kid, key }: EncryptionKey) => ({ kid, key: key.toString('base64url') }));
  return `${JSON.stringify({ version: 1, lookup: lookup.toString('base64url'), enc }, null, 2)}\n`;
}
