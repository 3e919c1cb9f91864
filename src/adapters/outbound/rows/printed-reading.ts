import type { PrintedReading } from '../../../application/ports/prompts/prompt-reader.ts';
import type { Label } from '../../../domain/prompts/naming/label.ts';
import { folderOf, type PromptId, type PromptName } from '../../../domain/prompts/naming/prompt-name.ts';
import type { ReadingText } from '../../../domain/prompts/prompt-json.ts';
import type { ContentHash } from '../../../domain/prompts/prompt-version.ts';
import { printTime } from '../../../domain/text/print-time.ts';
import { promptType } from './prompt-row.ts';
import { nullableWhole, text, type UnreadRow, whole } from './row-fields.ts';

/**
 * The text of `printReading` for a row with the fields of a prompt and a version. Whatever is stored as JSON was printed by
 * JSON.stringify, and is copied. Ids, names and hashes consist of characters that JSON writes as they are.
 */
export function toPrintedReading(row: UnreadRow, label: Label | undefined): PrintedReading {
  const id = text(row, 'id') as PromptId;
  const hash = text(row, 'hash') as ContentHash;
  const version = whole(row, 'version');
  const revision = whole(row, 'revision');
  return { id, revision, version, label, hash, text: printRow(row, { id, hash, version, revision }) };
}

type Head = Pick<PrintedReading, 'id' | 'hash' | 'version' | 'revision'>;

function printRow(row: UnreadRow, { id, hash, version, revision }: Head): ReadingText {
  const name = text(row, 'name') as PromptName;
  const type = promptType(row);
  const prompt =
    `"id":"${id}","name":"${name}","folder":"${folderOf(name)}","type":"${type}"` +
    `,"description":${JSON.stringify(text(row, 'description'))},"tags":${text(row, 'tags')}` +
    // Postgres writes labels with spaces, which no label contains.
    `,"labels":${text(row, 'labels').replaceAll(' ', '')},"latestVersion":${whole(row, 'latest_version')}` +
    `,"revision":${revision},"archived":${whole(row, 'archived') === 1}` +
    `,"createdAt":"${printTime(whole(row, 'created_at'))}","updatedAt":"${printTime(whole(row, 'updated_at'))}"`;
  const summary =
    `"promptId":"${id}","version":${version},"variables":${text(row, 'variables')},"config":${text(row, 'config')}` +
    `,"message":${JSON.stringify(text(row, 'message'))},"hash":"${hash}"` +
    `,"restoredFrom":${nullableWhole(row, 'restored_from')},"publishedAt":"${printTime(whole(row, 'published_at'))}"`;
  return `${prompt},${summary},"${type === 'text' ? 'content' : 'messages'}":${text(row, 'body')}` as ReadingText;
}
