import {
  DAMAGE,
  type FaultyPrompt,
  REPAIR_MESSAGE,
  type StorageFault,
  type StorageMaintenance,
} from '../../../../application/ports/storage/storage-maintenance.ts';
import type { AccountId } from '../../../../domain/accounts/account.ts';
import type { Actor } from '../../../../domain/accounts/actor.ts';
import { parseIncludeTarget } from '../../../../domain/naming/include-target.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { folderOf, type PromptId, type PromptName } from '../../../../domain/naming/prompt-name.ts';
import { RECORD_FIRST } from '../accounts/sql-account-repository.ts';
import { recordChanges, revisionEntries } from '../prompts/sql-change-steps.ts';
import { lockAccount } from '../prompts/sql-precondition-steps.ts';
import { change, finish, HAS_PROMPT_ID, type PromptKey } from '../prompts/sql-prompt-steps.ts';
import { replaceSearchTexts } from '../prompts/sql-search-steps.ts';
import { addIncludes } from '../prompts/sql-version-steps.ts';
import { type Row, type SqlDatabase, type SqlSnapshot, statement } from '../sql-database.ts';
import { inspectContent } from './sql-content-maintenance.ts';
import { SqlSearchCheck } from './sql-search-check.ts';

const NOTHING = 'SELECT 1 AS nothing WHERE FALSE';
/** Postgres guarantees both by itself. */
const INTEGRITY = statement({ sqlite: 'PRAGMA integrity_check(20)', postgres: NOTHING });
const FOREIGN_KEYS = statement({ sqlite: 'PRAGMA foreign_key_check', postgres: NOTHING });

const columns = 'account_id, id, name, description, tags, type, archived, updated_at, revision, folder, labels';
const PROMPTS = statement(
  `SELECT ${columns} FROM prompt WHERE (account_id, id) > (:account_id, :id) ORDER BY account_id, id LIMIT :limit`,
);
const LABELS = statement('SELECT label, version FROM prompt_label WHERE account_id = :account_id AND prompt_id = :id');
const FACETS = statement(
  'SELECT kind, word, archived, name, updated_at FROM prompt_mark WHERE account_id = :account_id AND prompt_id = :id',
);

/** Applies only if the prompt has not changed since it was inspected: a change updates all derived data anyway. */
const SET_DERIVED = statement(
  `UPDATE prompt SET folder = :folder
   WHERE account_id = :owner AND id = :id AND revision = :revision`,
);
const DELETE_LABEL = statement(`DELETE FROM prompt_label WHERE ${HAS_PROMPT_ID} AND label = :label`);
/** The lock of a label stays: it belongs to one version only. */
const SET_LABEL = statement(
  `INSERT INTO prompt_label (account_id, prompt_id, label, version) VALUES (:owner, :id, :label, :version)
   ON CONFLICT (account_id, prompt_id, label) DO UPDATE SET version = excluded.version`,
);
const DELETE_INCLUDES = statement(`DELETE FROM prompt_include WHERE ${HAS_PROMPT_ID}`);

const PAGE_ROWS = 500;
const OPERATOR: Actor = { channel: 'cli' };
/** Earlier than any update, so that a repair does not change `updated_at`. */
const LONG_AGO = new Date(-8_640_000_000_000_000);

export class SqlStorageMaintenance implements StorageMaintenance {
  constructor(private readonly database: SqlDatabase) {}

  async *inspect(): AsyncIterable<StorageFault> {
    const snapshot = await this.database.snapshot();
    try {
      const damage = await findDamage(snapshot);
      yield* damage;
      if (damage.length > 0) return;
      yield* await findOrphans(snapshot);
      yield* inspectContent(this.database, snapshot);
      const searchCheck = await SqlSearchCheck.on(snapshot);
      for await (const prompt of allPrompts(snapshot)) yield* this.inspectPrompt(snapshot, prompt, searchCheck);
    } finally {
      await snapshot.close();
    }
  }

  async setLabels(
    { accountId: owner, promptId: id, revision }: FaultyPrompt,
    labels: ReadonlyMap<Label, number | null>,
    at: Date,
  ) {
    const key = { owner, id };
    const orders = [...labels].map(([label, to]) => ({ label, to, message: REPAIR_MESSAGE }));
    await this.database.atomically([
      ...lockAccount(owner, OPERATOR, {}),
      change(key, { revision }, LONG_AGO),
      { ...recordChanges(key, revisionEntries({ labels: orders }), { by: OPERATOR, at }), rows: 'some' },
      ...[...labels].map(([label, version]) =>
        version === null
          ? { statement: DELETE_LABEL, parameters: { ...key, label } }
          : { statement: SET_LABEL, parameters: { ...key, label, version } },
      ),
      ...finish(key),
    ]);
  }

  async setIncludes({ accountId: owner, promptId: id }: FaultyPrompt, targets: readonly string[]) {
    const key = { owner, id };
    const includes = targets.map(parseIncludeTarget).filter((target) => target !== undefined);
    await this.database.atomically([{ statement: DELETE_INCLUDES, parameters: key }, ...addIncludes(key, includes)]);
  }

  async recordFirstAccount(accountId: AccountId) {
    await this.database.atomically([{ statement: RECORD_FIRST, parameters: { id: accountId } }]);
  }

  private async *inspectPrompt(
    snapshot: SqlSnapshot,
    prompt: Row,
    searchCheck: SqlSearchCheck,
  ): AsyncIterable<StorageFault> {
    const where = { account_id: String(prompt['account_id']), id: String(prompt['id']) };
    const labels = await snapshot.all(LABELS, where);
    const { folder, ...expected } = derivedFrom(prompt, labels);
    const search = await searchCheck.inspect(prompt);
    const facets = (await snapshot.all(FACETS, where)).map(printFacet).sort();
    const storedLabels = JSON.stringify(sorted(JSON.parse(String(prompt['labels']))));
    const isUpToDate =
      prompt['folder'] === folder &&
      search.isUpToDate &&
      storedLabels === expected.labels &&
      facets.join('\n') === expected.facets.join('\n');
    if (isUpToDate) return;

    const key: PromptKey = { owner: where.account_id as AccountId, id: where.id as PromptId };
    const parameters = { ...key, folder, revision: Number(prompt['revision']) };
    const guard = { statement: SET_DERIVED, parameters, rows: 1 };
    await this.database.atomically([guard, ...replaceSearchTexts(key, search.texts), ...finish(key)]);
    const what = 'its derived data was stale';
    yield { kind: 'index', what, accountId: key.owner, promptId: key.id, repaired: true };
  }
}

async function findDamage(snapshot: SqlSnapshot): Promise<readonly StorageFault[]> {
  const messages = await snapshot.all(INTEGRITY, {}).then(
    (rows) => rows.map((row) => String(row['integrity_check'])),
    (error) => [damageReason(error)],
  );
  return messages.filter((message) => message !== 'ok').map((what) => ({ kind: DAMAGE, what, repaired: false }));
}

/** Describes a file that is too damaged for SQLite to list the faults. Any other error is not damage. */
function damageReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const isDamage = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_CORRUPT');
  if (!isDamage) throw error;
  return cause.message;
}

async function findOrphans(snapshot: SqlSnapshot): Promise<readonly StorageFault[]> {
  return (await snapshot.all(FOREIGN_KEYS, {})).map((row) => ({
    kind: 'orphan',
    what: `row ${row['rowid'] ?? ''} of ${row['table']} belongs to nothing in ${row['parent']}`,
    repaired: false,
  }));
}

async function* allPrompts(snapshot: SqlSnapshot): AsyncIterable<Row> {
  let after = { account_id: '', id: '' };
  for (;;) {
    const page = await snapshot.all(PROMPTS, { ...after, limit: PAGE_ROWS });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = { account_id: String(last['account_id']), id: String(last['id']) };
  }
}

function derivedFrom(prompt: Row, labels: readonly Row[]) {
  const { archived, name, updated_at } = prompt;
  const tags: readonly string[] = JSON.parse(String(prompt['tags']));
  const folder = folderOf(name as PromptName);
  const facet = (kind: string, word: unknown) => printFacet({ kind, word, archived, name, updated_at });
  const facets = [
    facet('type', prompt['type']),
    facet('folder', folder),
    ...new Set(tags.map((tag) => facet('tag', tag))),
    ...labels.map(({ label }) => facet('label', label)),
  ];
  const pairs = labels.map(({ label, version }) => [String(label), Number(version)] as const);
  return { folder, facets: facets.sort(), labels: JSON.stringify(sorted(Object.fromEntries(pairs))) };
}

const printFacet = ({ kind, word, archived, name, updated_at }: Row): string =>
  [kind, word, archived, name, updated_at].join(' ');

const sorted = (labels: Readonly<Record<string, number>>) => Object.entries(labels).sort();
