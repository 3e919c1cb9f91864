import Database from 'better-sqlite3';
import type { AccountRow, BaselineStorage, PromptHead, PromptRow, VersionRow } from './baseline-storage.ts';
import { sql } from './sql-texts.ts';

export function sqliteBaseline(file: string): BaselineStorage {
  const database = new Database(file, { timeout: 2000 });
  database.pragma('journal_mode = WAL');
  // As in the service: an acknowledged write is on disk.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // As in the service: with the limit `?`, SQLite would recompile the statement for every execution.
  const toSqlite = (text: string) => text.replaceAll(/\$\d+/g, '?').replaceAll('LIMIT ?', 'LIMIT +?');
  const prepare = <Row>(text: string) => database.prepare<unknown[], Row>(toSqlite(text));

  const accountByDigest = prepare<AccountRow>(sql.ACCOUNT_BY_DIGEST);
  const promptsByName = prepare<PromptRow>(sql.PROMPTS_BY_NAME);
  const readHead = prepare<PromptHead>(sql.HEAD);
  const read = prepare<PromptRow & VersionRow>(sql.READ);
  const raiseRevision = prepare(sql.RAISE_REVISION);
  const addPrompt = prepare(sql.ADD_PROMPT);
  const addVersion = prepare(sql.ADD_VERSION);
  const replaceKey = prepare(sql.REPLACE_KEY);
  const recordRotation = prepare(sql.RECORD_ROTATION);

  return {
    accountByDigest: (digest) => accountByDigest.get(digest),
    promptsByName: (accountId, after, limit) => promptsByName.all(accountId, after, limit),
    readHead: (accountId, name, label) => readHead.get(label, accountId, name),
    read: (accountId, name, label) => read.get(label, accountId, name),
    create: database.transaction((accountId: string, prompt: PromptRow, version: VersionRow) => {
      raiseRevision.run(accountId);
      addPrompt.run(...promptValues(accountId, prompt, version));
      addVersion.run(...versionValues(accountId, prompt, version));
    }).immediate,
    replaceKey: database.transaction(({ accountId, retired, digest, sealed, at }) => {
      if (replaceKey.run(digest, sealed, at, accountId, retired).changes === 0) return false;
      recordRotation.run(accountId);
      return true;
    }).immediate,
  };
}

/** In the order of the parameters in the statements. */
export const promptValues = (accountId: string, prompt: PromptRow, { hash }: VersionRow) => [
  accountId,
  prompt.id,
  prompt.name,
  prompt.folder,
  prompt.type,
  hash,
  prompt.created_at,
  prompt.updated_at,
  prompt.tags,
  prompt.description,
];

export const versionValues = (accountId: string, { id, type }: PromptRow, version: VersionRow) => [
  accountId,
  id,
  type,
  version.hash,
  version.published_at,
  version.message,
  version.variables,
  version.config,
  version.body,
];
