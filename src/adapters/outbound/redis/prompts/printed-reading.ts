import type { PrintedReading } from '../../../../application/ports/prompts/prompt-reader.ts';
import type { Label } from '../../../../domain/naming/label.ts';
import { folderOf, type PromptId, type PromptName } from '../../../../domain/naming/prompt-name.ts';
import type { ReadingText } from '../../../../domain/prompts/prompt-json.ts';
import type { ContentHash } from '../../../../domain/prompts/prompt-version.ts';
import { printTime } from '../../../../domain/text/print-time.ts';
import { promptType } from '../../rows/prompt-row.ts';
import { nullableWhole, text, type UnreadRow, whole } from '../../rows/row-fields.ts';

/**
 * The text of `printReading`. Whatever is stored as JSON was printed by JSON.stringify, and is copied. Ids, names and
 * hashes consist of characters that JSON writes as they are.
 */
export function toPrintedReading(prompt: UnreadRow, version: UnreadRow, label: Label | undefined): PrintedReading {
  const head = {
    id: text(prompt, 'id') as PromptId,
    revision: whole(prompt, 'revision'),
    version: whole(version, 'version'),
    label,
    hash: text(version, 'hash') as ContentHash,
  };
  const contentName = promptType(prompt) === 'text' ? 'content' : 'messages';
  const content = `"${contentName}":${text(version, 'body')}`;
  return { ...head, text: `${printPrompt(prompt, head)},${printVersion(version, head)},${content}` as ReadingText };
}

type Head = Omit<PrintedReading, 'text'>;

function printPrompt(row: UnreadRow, { id, revision }: Head): string {
  const name = text(row, 'name') as PromptName;
  return (
    `"id":"${id}","name":"${name}","folder":"${folderOf(name)}","type":"${promptType(row)}"` +
    `,"description":${JSON.stringify(text(row, 'description'))},"tags":${text(row, 'tags')}` +
    `,"labels":${text(row, 'labels')},"latestVersion":${whole(row, 'latest_version')}` +
    `,"revision":${revision},"archived":${whole(row, 'archived') === 1}` +
    `,"createdAt":"${printTime(whole(row, 'created_at'))}","updatedAt":"${printTime(whole(row, 'updated_at'))}"`
  );
}

const printVersion = (row: UnreadRow, { id, version, hash }: Head): string =>
  `"promptId":"${id}","version":${version},"variables":${text(row, 'variables')},"config":${text(row, 'config')}` +
  `,"message":${JSON.stringify(text(row, 'message'))},"hash":"${hash}"` +
  `,"restoredFrom":${nullableWhole(row, 'restored_from')},"publishedAt":"${printTime(whole(row, 'published_at'))}"`;
