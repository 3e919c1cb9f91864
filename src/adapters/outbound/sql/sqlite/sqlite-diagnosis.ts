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
import { StorageUnavailable } from '../../../../application/ports/storage-unavailable.ts';
import { type FileSystemFacts, fileSystemFinding, freeSpaceFinding } from '../../host/file-system-finding.ts';
import { neededChecks, type RecordedCheck } from '../../rows/needed-checks.ts';
import { schemaVersion } from '../schema.ts';
import { setPragmas } from './sqlite-pragmas.ts';

const BUSY_MS = 2000;
const OTHERS = 0o077;

export type AskFileSystem = (folder: string) => Promise<FileSystemFacts>;

/** Looks at the file and at what it lies on. Never makes the file: what is not there yet is told. */
export class SqliteDiagnosis implements StorageDiagnosis {
  constructor(
    private readonly file: string,
    private readonly askFileSystem: AskFileSystem = statfs,
  ) {}

  async examine(): Promise<StorageFacts> {
    const { file } = this;
    const mode = await modeOf(file);
    if (mode === undefined) {
      return { findings: [await this.missing(), ...(await this.place())], keyringChecks: new Map() };
    }

    const findings = [modeFinding(file, mode), ...(await this.place())];
    try {
      return this.look(findings);
    } catch (error) {
      throw new StorageUnavailable('SQLite', error);
    }
  }

  private look(findings: readonly Finding[]): StorageFacts {
    // Like the service and not read-only: a reader of a WAL file that nobody else has open leaves side files behind.
    const database = new Database(this.file, { fileMustExist: true, timeout: BUSY_MS });
    try {
      return {
        findings: [...findings, this.durability(database)],
        schema: { found: versionIn(database), known: schemaVersion },
        keyringChecks: checksIn(database),
      };
    } finally {
      database.close();
    }
  }

  private durability(database: Database.Database): Finding {
    const mode = database.pragma('journal_mode', { simple: true });
    if (mode !== 'wal') {
      const message = `the journal mode of ${this.file} is ${mode}, not wal`;
      return warning('durability', message, 'start the service once, which sets it');
    }
    setPragmas(database, this.file);
    return ok('durability', 'journal_mode=WAL and synchronous=FULL are set and read back');
  }

  private async missing(): Promise<Finding> {
    const folder = await firstExisting(dirname(this.file));
    try {
      await access(folder, constants.W_OK | constants.X_OK);
    } catch {
      const cure = `let the user of the service write there, for example: chown ${userName()} ${folder}`;
      return failure('storage file', `${this.file} does not exist, and ${folder} may not be written`, cure);
    }
    const cure = 'start the service, which makes it; or correct storage.url if there should be one';
    return warning('storage file', `${this.file} does not exist yet`, cure);
  }

  private async place(): Promise<Finding[]> {
    const folder = await firstExisting(dirname(this.file));
    const facts = await this.askFileSystem(folder);
    return [fileSystemFinding(folder, facts, process.platform), freeSpaceFinding(folder, facts)];
  }
}

function modeFinding(file: string, mode: number): Finding {
  if ((mode & OTHERS) === 0) return ok('storage file', `${file} is for its owner only`);
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StorageUnavailable('SQLite', error);
  }
}

/** The folder that a missing one would be made in. */
async function firstExisting(folder: string): Promise<string> {
  if (dirname(folder) === folder || (await modeOf(folder)) !== undefined) return folder;
  return firstExisting(dirname(folder));
}

const userName = (): string => String(process.getuid?.() ?? 'USER');
