import type { PrintedReading } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { PromptId } from '../../../../domain/naming/prompt-name.ts';
import type { ReadingText } from '../../../../domain/prompts/prompt-json.ts';
import type { ContentHash } from '../../../../domain/prompts/prompt-version.ts';
import { printTime } from '../../../../domain/text/print-time.ts';
import { text, whole } from '../../rows/row-fields.ts';
import { type Row, type Statement, statement } from '../sql-database.ts';
import { type ContentColumn, labelIn, POSTGRES_LABELS, VERSION_JOINS, type VersionJoin } from './sql-prompt-columns.ts';

interface DialectText {
  readonly quoted: (column: string) => string;
  readonly labels: string;
}

const SQLITE: DialectText = { quoted: (column) => `json_quote(${column})`, labels: 'prompt.labels' };
const POSTGRES: DialectText = { quoted: (column) => `to_json(${column})`, labels: POSTGRES_LABELS };

/**
 * The text of `printReading` in three pieces, because a driver takes longer to hand over columns than the database takes
 * to join them. The times are missing: both databases take long to format them. Needs no quoting but of the description
 * and the message: all other texts are JSON, or consist of characters that JSON writes as they are.
 */
const printedColumns = (
  { quoted, labels }: DialectText,
  join: VersionJoin,
  content: (column: ContentColumn) => string,
): string =>
  `prompt.id, prompt.revision, prompt.created_at, prompt.updated_at, prompt_version.version, prompt_version.hash,
   prompt_version.published_at, ${VERSION_JOINS[join].label} AS chosen_label,
   concat('"id":"', prompt.id, '","name":"', prompt.name, '","folder":"', prompt.folder, '","type":"', prompt.type,
     '","description":', ${quoted('prompt.description')}, ',"tags":', prompt.tags, ',"labels":', ${labels},
     ',"latestVersion":', prompt.latest_version, ',"revision":', prompt.revision,
     ',"archived":', CASE prompt.archived WHEN 0 THEN 'false' ELSE 'true' END) AS prompt_text,
   concat('"promptId":"', prompt.id, '","version":', prompt_version.version, ',"variables":', ${content('variables')},
     ',"config":', ${content('config')}, ',"message":', ${quoted('prompt_version.message')},
     ',"hash":"', prompt_version.hash,
     '","restoredFrom":', COALESCE(CAST(prompt_version.restored_from AS TEXT), 'null')) AS version_text,
   CASE prompt.type WHEN 'text' THEN '"content":' ELSE '"messages":' END || ${content('body')} AS content_text`;

/** A statement that selects what `fromPrintedRow` takes. */
export const printedStatement = (
  join: VersionJoin,
  content: (column: ContentColumn) => string,
  withColumns: (columns: string) => string,
): Statement =>
  statement({
    sqlite: withColumns(printedColumns(SQLITE, join, content)),
    postgres: withColumns(printedColumns(POSTGRES, join, content)),
  });

/** Undefined if there is no such content. */
export function fromPrintedRow(row: Row): PrintedReading | undefined {
  if (row['content_text'] === null) return undefined;
  const time = (column: string) => printTime(whole(row, column));
  const promptText = `${text(row, 'prompt_text')},"createdAt":"${time('created_at')}","updatedAt":"${time('updated_at')}"`;
  const versionText = `${text(row, 'version_text')},"publishedAt":"${time('published_at')}"`;
  return {
    id: text(row, 'id') as PromptId,
    revision: whole(row, 'revision'),
    version: whole(row, 'version'),
    label: labelIn(row['chosen_label']),
    hash: text(row, 'hash') as ContentHash,
    text: `${promptText},${versionText},${text(row, 'content_text')}` as ReadingText,
  };
}
