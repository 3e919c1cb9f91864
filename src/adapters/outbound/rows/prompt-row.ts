import type { StoredVersion } from '../../../application/ports/prompts/prompt-archive.ts';
import type { AccountId } from '../../../domain/accounts/account.ts';
import { channels } from '../../../domain/channel.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import { folderOf, type PromptId, type PromptName } from '../../../domain/naming/prompt-name.ts';
import type { Tag } from '../../../domain/naming/tag.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import { Prompt, type PromptMetadata, type PromptType } from '../../../domain/prompts/prompt.ts';
import type {
  ContentHash,
  PromptVersion,
  VersionDraft,
  VersionSummary,
} from '../../../domain/prompts/prompt-version.ts';
import type { PromptContent } from '../../../domain/templates/prompt-content.ts';
import type { VariableDeclaration } from '../../../domain/templates/variables.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { type ContentRow, toContentRow } from './content-row.ts';
import { releaseIn } from './release-row.ts';
import { moment, nullableWhole, text, type UnreadRow, whole } from './row-fields.ts';
import { writeIdIn } from './write-id.ts';

/** The metadata of a prompt as every backend stores it. */
export function toMetadataRow({ name, description, tags, archived }: PromptMetadata) {
  return {
    name,
    folder: folderOf(name),
    description,
    tags: JSON.stringify(tags),
    archived: archived ? 1 : 0,
  };
}

/** A version without its content, which `toDraftContent` returns. */
export function toDraftRow({ content, message, hash, restoredFrom }: VersionDraft) {
  return {
    type: content.type,
    message,
    hash,
    restored_from: restoredFrom,
  };
}

/** Content is stored as one JSON text, a string or a list of messages; so are variables and config. */
export const toDraftContent = ({ content, variables, config }: VersionDraft): ContentRow =>
  toContentRow({
    variables: JSON.stringify(variables),
    config: JSON.stringify(config),
    body: JSON.stringify(content.type === 'text' ? content.content : content.messages),
  });

/** Fields: id, account_id, the metadata's, type, labels (JSON), latest_version, latest_hash, revision, write_id, created_at, updated_at. */
export function fromPromptRow(row: UnreadRow): Prompt {
  return Prompt.of({
    id: text(row, 'id') as PromptId,
    owner: text(row, 'account_id') as AccountId,
    name: text(row, 'name') as PromptName,
    type: promptType(row),
    description: text(row, 'description'),
    tags: json(row, 'tags') as readonly Tag[],
    labels: new Map(Object.entries(json(row, 'labels') as Record<Label, number>) as [Label, number][]),
    latestVersion: whole(row, 'latest_version'),
    latestHash: text(row, 'latest_hash') as ContentHash,
    revision: whole(row, 'revision'),
    writeId: writeIdIn(row, 'write_id'),
    archived: whole(row, 'archived') === 1,
    createdAt: moment(row, 'created_at'),
    updatedAt: moment(row, 'updated_at'),
  });
}

export function fromVersionRow(row: UnreadRow): PromptVersion {
  return { ...fromSummaryRow(row), content: fromContentRow(row) };
}

/** Reads a version without its content. */
export function fromSummaryRow(row: UnreadRow): VersionSummary {
  return {
    version: whole(row, 'version'),
    variables: json(row, 'variables') as readonly VariableDeclaration[],
    config: json(row, 'config') as JsonObject,
    message: text(row, 'message'),
    hash: text(row, 'hash') as ContentHash,
    restoredFrom: nullableWhole(row, 'restored_from'),
    publishedAt: moment(row, 'published_at'),
  };
}

/** A stored version as callers get it. */
export const withoutIncludes = ({ includes: _, ...version }: StoredVersion): PromptVersion => version;

/** Fields: label, version, previous, moved_at, moved_by, message, release. */
export function fromMoveRow(row: UnreadRow): LabelMove {
  const by = channels.find((channel) => channel === row['moved_by']);
  invariant(by !== undefined, 'a stored move names its channel');
  return {
    label: text(row, 'label') as Label,
    version: nullableWhole(row, 'version'),
    previous: nullableWhole(row, 'previous'),
    movedAt: moment(row, 'moved_at'),
    by,
    message: text(row, 'message'),
    ...releaseIn(row),
  };
}

/** Fields: type, body. */
export function fromContentRow(row: UnreadRow): PromptContent {
  const body = json(row, 'body');
  if (promptType(row) === 'chat') {
    invariant(Array.isArray(body), 'a stored chat is a list of messages');
    return { type: 'chat', messages: body };
  }
  invariant(typeof body === 'string', 'the content of a stored text is a string');
  return { type: 'text', content: body };
}

export function promptType(row: UnreadRow): PromptType {
  const type = text(row, 'type');
  invariant(type === 'text' || type === 'chat', 'a stored prompt is a text or a chat');
  return type;
}

const json = (row: UnreadRow, field: string): unknown => parseJson(text(row, field));
