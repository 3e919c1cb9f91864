import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import {
  type Finding,
  failure,
  ok,
  type StorageDiagnosis,
  type StorageFacts,
  warning,
} from '../../../../application/ports/diagnosis.ts';
import type { KeyringChecks } from '../../../../application/ports/keyring-register.ts';
import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { isCode } from '../../host/file-system.ts';
import { type FileSystemFacts, fileSystemFinding, freeSpaceFinding } from '../../host/file-system-finding.ts';
import { neededChecks, type RecordedCheck } from '../../rows/needed-checks.ts';
import { schemaVersion } from '../migrations/schema.ts';
import { setPragmas } from './sqlite-pragmas.ts';

const BUSY_MS = 2000;
const GROUP_AND_OTHERS = 0o077;

export type AskFileSystem = (folder: string) => Promise<FileSystemFacts>;

/** Checks the file and its file system. Never creates the file, but reports that it is missing. */
export class SqliteDiagnosis implements StorageDiagnosis {
  constructor(
    private readonly file: string,
    private readonly askFileSystem: AskFileSystem = statfs,
  ) {}

  async examine(): Promise<StorageFacts> {
    const { file } = this;
    const mode = await modeOf(file);
    if (mode === undefined) {
      return {
        findings: [await this.missingFileFinding(), ...(await this.folderFindings())],
        keyringChecks: new Map(),
      };
    }

    const findings = [modeFinding(file, mode), ...(await this.folderFindings())];
    try {
      return this.inspectDatabase(findings);
    } catch (error) {
      throw new StorageUnavailable('SQLite', error);
    }
  }

  private inspectDatabase(findings: readonly Finding[]): StorageFacts {
    // Read-write, like the service: a read-only connection to a WAL file that no one else has open leaves side files.
    const database = new Database(this.file, { fileMustExist: true, timeout: BUSY_MS });
    try {
      return {
        findings: [...findings, this.durabilityFinding(database)],
        schema: { found: versionIn(database), known: schemaVersion },
        keyringChecks: checksIn(database),
      };
    } finally {
      database.close();
    }
  }

  private durabilityFinding(database: Database.Database): Finding {
    const mode = database.pragma('journal_mode', { simple: true });
    if (mode !== 'wal') {
      const message = `the journal mode of ${this.file} is ${mode}, not wal`;
      return warning('durability', message, 'start the service once, which sets it');
    }
    setPragmas(database, this.file);
    return ok('durability', 'journal_mode=WAL and synchronous=FULL are set and read back');
  }

  private async missingFileFinding(): Promise<Finding> {
    const folder = await nearestExisting(dirname(this.file));
    try {
      await access(folder, constants.W_OK | constants.X_OK);
    } catch {
      const cure = `make the folder writable for the user of the service, for example: chown ${userName()} ${folder}`;
      return failure('storage file', `${this.file} does not exist, and ${folder} is not writable`, cure);
    }
    const cure = 'start the service, which creates it; or correct storage.url if the file should exist';
    return warning('storage file', `${this.file} does not exist yet`, cure);
  }

  private async folderFindings(): Promise<Finding[]> {
    const folder = await nearestExisting(dirname(this.file));
    const facts = await this.askFileSystem(folder);
    return [fileSystemFinding(folder, facts, process.platform), freeSpaceFinding(folder, facts)];
  }
}

function modeFinding(file: string, mode: number): Finding {
  if ((mode & GROUP_AND_OTHERS) === 0) return ok('storage file', `${file} is accessible to its owner only`);
  return warning('storage file', `${file} can be read by others`, `run: chmod 600 ${file}`);
}

function versionIn(database: Database.Database): number {
  if (!hasTable(database, 'schema_version')) return 0;
  const row = database.prepare('SELECT version FROM schema_version').get() as { version: number } | undefined;
  return row?.version ?? 0;
}

function checksIn(database: Database.Database): KeyringChecks {
  if (!hasTable(database, 'keyring_check')) return new Map();
  const rows = database.prepare('SELECT * FROM keyring_check').all() as RecordedCheck[];
  return neededChecks(rows);
}

const hasTable = (database: Database.Database, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new StorageUnavailable('SQLite', error);
  }
}

/** The nearest folder above that exists: missing ones would be created in it. */
async function nearestExisting(folder: string): Promise<string> {
  if (dirname(folder) === folder || (await modeOf(folder)) !== undefined) return folder;
  return nearestExisting(dirname(folder));
}

const userName = (): string => String(process.getuid?.() ?? 'USER');
