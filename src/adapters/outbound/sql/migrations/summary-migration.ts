import { type Migration, NOTHING } from './migration.ts';

/** Years from 0 to 9999 are printable: JavaScript writes others differently. */
const isPrintable = (column: string): string => `${column} BETWEEN -62167219200000 AND 253402300799999`;
/** Together, for the format `%sT%sZ`. SQLite takes three times as long for strftime(). */
const dayAndTime = (column: string): string =>
  `date(${column} / 1000.0, 'unixepoch'), time(${column} / 1000.0, 'unixepoch', 'subsec')`;

/**
 * Derived: on SQLite, the JSON of a prompt in lists, kept in the index that lists by name scan. Building it takes longer
 * than all the rest of reading a page. Null where SQLite cannot write the times.
 */
export const summaryMigration: Migration = [
  {
    sqlite: `ALTER TABLE prompt ADD COLUMN summary TEXT GENERATED ALWAYS AS (
      CASE WHEN ${isPrintable('created_at')} AND ${isPrintable('updated_at')} THEN
        format('{"id":"%s","name":"%s","folder":"%s","type":"%s","description":%s,"tags":%s,"labels":%s,' ||
          '"latestVersion":%s,"revision":%s,"archived":%s,"createdAt":"%sT%sZ","updatedAt":"%sT%sZ"}',
          id, name, folder, type, json_quote(description), tags, labels, latest_version, revision,
          CASE archived WHEN 0 THEN 'false' ELSE 'true' END, ${dayAndTime('created_at')}, ${dayAndTime('updated_at')})
      END) VIRTUAL`,
    postgres: NOTHING,
  },
  { sqlite: 'DROP INDEX prompt_by_name', postgres: NOTHING },
  { sqlite: 'CREATE INDEX prompt_by_name ON prompt (account_id, archived, name, summary)', postgres: NOTHING },
];
