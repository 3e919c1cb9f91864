import Database from 'better-sqlite3';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { sha256ContentHashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { toMetadataRow } from '../../../src/adapters/outbound/rows/prompt-row.ts';
import { newPromptId } from '../../../src/domain/naming/prompt-name.ts';
import { canonicalVersion } from '../../../src/domain/templates/prompt-content.ts';
import { toName, toTags } from '../../support/builders/a-prompt.ts';

const AT = Date.UTC(2026, 0, 1);

const COUNT = `UPDATE account SET prompts_revision = prompts_revision + :prompts, prompt_count = prompt_count + :prompts,
  content_bytes = (SELECT COALESCE(SUM(octet_length(body) + octet_length(variables) + octet_length(config)), 0) FROM prompt_version
    WHERE account_id = :accountId)
  WHERE id = :accountId`;

type TableRow = readonly [table: string, row: Readonly<Record<string, unknown>>];

/** Inserts prompts directly into SQLite: through the ports it would take an hour. */
export function insertPrompts(url: string, accountId: string, prompts: number, contentBytes: number): void {
  const location = parseStorageUrl(url);
  if (location.kind !== 'sqlite') throw new Error('only SQLite can be filled directly');
  const database = new Database(location.file);
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -200000');
  const insert = insertInto(database);
  database.transaction(() => {
    for (let number = 0; number < prompts; number += 1) {
      for (const [table, row] of rowsOf(number, contentBytes)) insert(table, { account_id: accountId, ...row });
    }
    database.exec("INSERT OR IGNORE INTO search_backlog VALUES (1, '', '')");
    database.prepare(COUNT).run({ prompts, accountId });
  })();
  database.close();
}

/** The rows of a prompt as one API call creates them. Every tenth has a tag and a label. */
function rowsOf(number: number, contentBytes: number): readonly TableRow[] {
  const at = AT + number;
  const id = newPromptId(new Date(at), Buffer.alloc(32, number % 251));
  const content = `${`Prompt ${number} says `.padEnd(contentBytes, 'the same again and ')} that is all 🦁.`;
  const hash = sha256ContentHashing.hash(canonicalVersion({ type: 'text', content }, [], {}));
  const tags = number % 10 === 0 ? toTags('bulk') : [];
  const labels = number % 10 === 0 ? ['production'] : [];
  const name = toName(`folder-${number % 100}/prompt-${number}`);
  const metadata = toMetadataRow({ name, description: `The ${number}th`, tags, archived: false });
  const mark = (kind: string, word: string): TableRow => [
    'prompt_mark',
    { prompt_id: id, kind, word, archived: 0, name, updated_at: at },
  ];
  const latest = {
    latest_version: 1,
    latest_hash: hash,
    labels: JSON.stringify(Object.fromEntries(labels.map((label) => [label, 1]))),
  };
  const contentColumns = { variables: '[]', config: '{}', body: JSON.stringify(content) };
  const version = { version: 1, type: 'text', hash, published_at: at, message: '', ...contentColumns };
  return [
    ['prompt', { id, type: 'text', created_at: at, updated_at: at, ...metadata, ...latest }],
    ['prompt_version', { prompt_id: id, ...version }],
    ...labels.flatMap((label) => labelRows(id, label, at)),
    mark('type', 'text'),
    mark('folder', metadata.folder),
    ...tags.map((tag) => mark('tag', tag)),
    ...labels.map((label) => mark('label', label)),
  ];
}

function labelRows(prompt_id: string, label: string, moved_at: number): readonly TableRow[] {
  const row = { prompt_id, label, version: 1 };
  return [
    ['prompt_label', row],
    ['label_move', { ...row, moved_at, previous: null, moved_by: 'api', message: '' }],
  ];
}

function insertInto(database: Database.Database) {
  const prepared = new Map<string, Database.Statement>();
  return (table: string, row: Readonly<Record<string, unknown>>): void => {
    const names = Object.keys(row);
    const values = names.map((name) => `:${name}`);
    const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`;
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    statement.run(row);
  };
}
