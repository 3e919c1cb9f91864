import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Container } from 'inversify';
import { type KeyringRegister, LOOKUP } from '../../../application/ports/keyring-register.ts';
import type { StorageReader } from '../../../application/ports/storage/storage-transfer.ts';
import { type BackUpOutcome, BackUpStorage } from '../../../application/transfer/back-up-storage.ts';
import { type CopyOutcome, CopyStorage, type TransferProgress } from '../../../application/transfer/copy-storage.ts';
import { VerifyBackup } from '../../../application/transfer/verify-backup.ts';
import type {
  BackUpRequest,
  CopyRequest,
  RestoreOutcome,
  RestoreRequest,
} from '../../inbound/cli/host/command-services.ts';
import { WrongUsage } from '../../inbound/cli/terminal/wrong-usage.ts';
import { GzipBackupFile } from '../../outbound/backup-file/gzip-backup-file.ts';
import { BackupAuthentication } from '../../outbound/crypto/backup-authentication.ts';
import { InvalidKeyring, readKeyringFile } from '../../outbound/crypto/keyring/keyring-file.ts';
import { sha256Digest } from '../../outbound/crypto/sha256.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Environment } from '../configuration/environment.ts';
import { describeStorage, parseStorageUrl, type StorageLocation } from '../configuration/storage-url.ts';
import { prepareStorage } from '../service/prepare-storage.ts';
import { version } from '../version.ts';
import { withContainer } from '../wiring/compose.ts';
import { tokens } from '../wiring/tokens.ts';

/** Copies everything that a storage holds. Other settings than the URLs are those of the configuration. */
export function copyStorage(
  configuration: Configuration,
  environment: Environment,
  { from, to, onProgress }: CopyRequest,
): Promise<CopyOutcome> {
  const source = locate('--from', from, environment);
  const target = locate('--to', to, environment);
  if (source.kind === 'sqlite' && !existsSync(source.file)) throw new WrongUsage(`--from: no file ${source.file}`);
  if (nameOf(source) === nameOf(target)) throw new WrongUsage('--from and --to name the same storage');

  preferMemoryToSpeed();
  return withContainer(on(source, configuration), async (origin) => {
    await prepareStorage(origin);
    const { storageReader } = origin.get(tokens.storage);
    return withContainer(on(target, configuration), (destination) =>
      fill(destination, configuration, { source: storageReader, name: nameOf(source), onProgress }),
    );
  });
}

export const backUp = (
  configuration: Configuration,
  { path, force, onProgress }: BackUpRequest,
): Promise<BackUpOutcome> =>
  withContainer(configuration, async (container) => {
    preferMemoryToSpeed();
    await prepareStorage(container);
    const { keyringRegister, storageReader } = container.get(tokens.storage);
    const authentication = await openAuthentication(configuration, keyringRegister);
    const backup = new GzipBackupFile(path, { version }, authentication);
    const useCase = new BackUpStorage(storageReader, backup, container.get(tokens.clock), sha256Digest, onProgress);
    return useCase.execute({ force });
  });

export async function restore(
  configuration: Configuration,
  { path, unverified, onProgress }: RestoreRequest,
): Promise<RestoreOutcome> {
  const backup = new GzipBackupFile(path, { version }, await openAuthentication(configuration));
  // The backup is verified before the storage is so much as opened.
  const verified = await new VerifyBackup(backup).execute({ unverified });
  if (verified.kind === 'doubtful') return verified;
  const { kind, checksum, doubts } = verified;
  preferMemoryToSpeed();
  const copy = await withContainer(configuration, (container) =>
    fill(container, configuration, { source: backup, name: `backup ${checksum}`, onProgress }),
  );
  return { kind, doubts, copy };
}

interface Filling {
  readonly source: StorageReader;
  readonly name: string;
  readonly onProgress: (progress: TransferProgress) => void;
}

/** Copies from the source into an empty storage. */
async function fill(container: Container, { usage }: Configuration, filling: Filling): Promise<CopyOutcome> {
  const { source, name, onProgress } = filling;
  const { storageAdministration, storageReader, storageWriter } = container.get(tokens.storage);
  await storageAdministration.migrate();
  const settings = { retentionDays: usage.retentionDays, onProgress };
  return new CopyStorage(source, storageReader, storageWriter, sha256Digest, settings).execute(name);
}

/** Undefined without a keyring file. With a register, the keyring must be the one that the storage was written with. */
async function openAuthentication(
  { keyring: { file } }: Configuration,
  register?: KeyringRegister,
): Promise<BackupAuthentication | undefined> {
  const keyring = await readKeyringFile(file);
  if (!keyring) return undefined;
  const authentication = new BackupAuthentication(keyring);
  const recorded = (await register?.keys())?.get(LOOKUP);
  if (recorded && recorded.check !== authentication.keyring) {
    throw new InvalidKeyring(`${file} is not the keyring that this storage was written with: restore the right file.`);
  }
  return authentication;
}

/** V8 lets garbage pile up while the machine has memory: copying 100,000 prompts took 270 MB instead of 145. */
function preferMemoryToSpeed(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}

const FROM_ENVIRONMENT = /^env:(.+)$/;

/** `env:NAME` keeps a password out of the process list. Errors never repeat any of it. */
function locate(option: string, text: string, environment: Environment): StorageLocation {
  const [, variable] = FROM_ENVIRONMENT.exec(text) ?? [];
  const url = variable === undefined ? text : environment[variable];
  if (url === undefined) throw new WrongUsage(`${option}: the variable ${variable} is not set`);
  const location = parseStorageUrl(url);
  if (location.kind === 'invalid') throw new WrongUsage(`${option} ${location.problem}`);
  return location;
}

/** The name of the storage in the target's marker: its place, without credentials, wherever the command is run. */
const nameOf = (location: StorageLocation): string =>
  describeStorage(location.kind === 'sqlite' ? { ...location, file: resolve(location.file) } : location);

const on = (location: StorageLocation, configuration: Configuration): Configuration => ({
  ...configuration,
  storage: { ...configuration.storage, location },
});
