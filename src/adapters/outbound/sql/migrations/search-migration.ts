import { SIGNATURE_COLUMNS } from '../search-signature.ts';
import { forBoth, type Migration, NOTHING } from './migration.ts';

/** The name by which searches find out whether Postgres has the index. */
export const TRIGRAM_INDEX = 'prompt_search_trigrams';

/** SQLite must be told to use it. */
export const SIGNATURE_INDEX = 'prompt_search_signatures';

const searchTable = (signature: string) =>
  forBoth(`CREATE TABLE prompt_search (
     account_id TEXT NOT NULL,
     prompt_id TEXT COLLATE "C" NOT NULL,
     ${signature}
     head TEXT COLLATE "C" NOT NULL,
     body TEXT COLLATE "C",
     UNIQUE (account_id, prompt_id),
     FOREIGN KEY (account_id, prompt_id) REFERENCES prompt (account_id, id) ON DELETE CASCADE
   )`);

/**
 * Derived: the texts that searches look through, case-folded. `head` is the metadata. `body` is the latest content, and
 * null where that is too long to be stored a second time.
 */
export const searchMigration: Migration = [
  {
    // SQLite also stores the signature of the content.
    sqlite: searchTable(SIGNATURE_COLUMNS.map((column) => `${column} INTEGER NOT NULL,`).join(' ')).sqlite,
    postgres: searchTable('').postgres,
  },
  {
    // Holds all that is needed to exclude a prompt, so that a search reads a small part of the table.
    sqlite: `CREATE INDEX ${SIGNATURE_INDEX} ON prompt_search (account_id, prompt_id, ${SIGNATURE_COLUMNS.join(', ')}, head)`,
    postgres: 'CREATE INDEX prompt_search_without_body ON prompt_search (account_id) WHERE body IS NULL',
  },
  {
    sqlite: NOTHING,
    // If the extension is missing and cannot be created, searches compare instead.
    postgres: `DO $$ BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX ${TRIGRAM_INDEX} ON prompt_search USING gin (head gin_trgm_ops, body gin_trgm_ops);
      EXCEPTION WHEN OTHERS THEN NULL;
      END $$`,
  },
  // Exists while there are prompts without search texts: those up to this one have theirs.
  `CREATE TABLE search_backlog (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     account_id TEXT NOT NULL,
     prompt_id TEXT NOT NULL
   )`,
  `INSERT INTO search_backlog (only_row, account_id, prompt_id)
   SELECT 1, '', '' WHERE EXISTS (SELECT 1 FROM prompt)`,
  // The column that searches looked through before: name and description.
  'ALTER TABLE prompt DROP COLUMN search',
];
