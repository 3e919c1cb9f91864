import { channels } from '../../../domain/channel.ts';
import { parseIncludeTarget } from '../../../domain/naming/include-target.ts';
import { LABEL_PATTERN, type Label } from '../../../domain/naming/label.ts';
import type { LockDocument, MoveDocument } from '../../../domain/prompts/prompt-document.ts';
import { CONTENT_HASH_PATTERN } from '../../../domain/prompts/prompt-version.ts';
import type { Fingerprint } from '../../../domain/prompts/release.ts';
import { type MessageInput, ROLES } from '../../../domain/templates/prompt-content.ts';
import { VARIABLE_TYPES, type VariableInput } from '../../../domain/templates/variables.ts';
import { isList, isObject, type JsonObject, type JsonValue } from '../../../domain/text/json.ts';
import type { ForeignPrompt, ForeignVersion } from '../foreign-prompt.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../source-format.ts';
import { entriesOf, inside, listOf, numberOf, objectOf, textOf, textsOf, timeOf } from './read-fields.ts';

/** Exports by `GET /api/export` of a Prompthold, as one document or line by line. Nothing is converted or lost. */
export const promptholdExport: SourceFormat = {
  name: 'prompthold',
  detects: ({ value }) => isHeader(objectOf(value)['data']) || (isList(value) && isHeader(value[0])),
  convert: (files, context) => files.flatMap((file) => readPrompts(file, context)),
};

const isHeader = (value: JsonValue | undefined): boolean => objectOf(value)['format'] === 'prompthold-export';

function readPrompts(file: OpenedFile, { refuse }: ConversionContext): readonly ForeignPrompt[] {
  const { value } = file;
  const entries = isList(value)
    ? entriesOf(value).slice(1)
    : entriesOf(objectOf(objectOf(value)['data'])['prompts']).map(({ entry, path }) => ({
        entry,
        path: inside('data.prompts', path),
      }));
  return entries.flatMap(({ entry, path }) => {
    const prompt = readPrompt(file, path, entry);
    if (!prompt) refuse(file, path, 'is no prompt as Prompthold exports it');
    return prompt ?? [];
  });
}

/** Undefined if a part of it is damaged. The service checks the rest. */
function readPrompt(file: OpenedFile, path: string, entry: JsonObject): ForeignPrompt | undefined {
  const name = textOf(entry['name']);
  const versions = readAll(entry['versions'], (version, index) =>
    readVersion(objectOf(version), inside(inside(path, 'versions'), index)),
  );
  const history = readAll(entry['history'], (move) => readMove(objectOf(move)));
  const [createdAt, updatedAt] = [timeOf(entry['createdAt']), timeOf(entry['updatedAt'])];
  if (name === undefined || !createdAt || !updatedAt || !versions?.length || !history) return undefined;
  return {
    file: file.path,
    path,
    name,
    description: textOf(entry['description']),
    tags: textsOf(entry['tags']),
    archived: entry['archived'] === true,
    createdAt,
    updatedAt,
    versions,
    history,
  };
}

function readVersion(entry: JsonObject, path: string): ForeignVersion | undefined {
  const { content, messages, config } = entry;
  const number = numberOf(entry['version']);
  const publishedAt = timeOf(entry['publishedAt']);
  const variables = readAll(entry['variables'], readVariable);
  const chat = readAll(messages, readMessage);
  if (number === undefined || !publishedAt || !isObject(config) || !variables || !chat) return undefined;
  if (typeof content !== 'string' && !isList(messages)) return undefined;
  return {
    number,
    path,
    content: typeof content === 'string' ? { type: 'text', content } : { type: 'chat', messages: chat },
    variables,
    config,
    message: typeof entry['message'] === 'string' ? entry['message'] : '',
    hash: textOf(entry['hash']),
    restoredFrom: numberOf(entry['restoredFrom']),
    publishedAt,
  };
}

/** The items of a list; undefined if one of them is damaged. */
function readAll<Item>(
  list: JsonValue | undefined,
  read: (value: JsonValue, index: number) => Item | undefined,
): readonly Item[] | undefined {
  const items = listOf(list).map(read);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function readMessage(value: JsonValue): MessageInput | undefined {
  const { role, content, placeholder } = objectOf(value);
  if (typeof placeholder === 'string') return { placeholder };
  const known = ROLES.find((one) => one === role);
  return known && typeof content === 'string' ? { role: known, content } : undefined;
}

function readVariable(value: JsonValue): VariableInput | undefined {
  const { name, type, required, default: fallback, enum: values, description } = objectOf(value);
  const known = VARIABLE_TYPES.find((one) => one === type);
  if (typeof name !== 'string' || !known || typeof required !== 'boolean') return undefined;
  return {
    name,
    type: known,
    required,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(isList(values) ? { enum: values } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

function readMove(entry: JsonObject): MoveDocument | undefined {
  const { label, message, rollback } = entry;
  const fingerprint = readFingerprint(entry['fingerprint']);
  const locks = readAll(entry['locks'], (lock) => readLock(objectOf(lock)));
  const movedAt = timeOf(entry['movedAt']);
  const by = channels.find((channel) => channel === entry['by']);
  if (typeof label !== 'string' || !LABEL_PATTERN.test(label) || !movedAt || !by || !locks) return undefined;
  return {
    label: label as Label,
    version: numberOf(entry['version']) ?? null,
    previous: numberOf(entry['previous']) ?? null,
    movedAt,
    by,
    message: typeof message === 'string' ? message : '',
    ...(rollback === true ? { rollback } : {}),
    ...(fingerprint ? { fingerprint } : {}),
    ...(locks.length > 0 ? { locks } : {}),
  };
}

function readFingerprint(value: JsonValue | undefined): Fingerprint | undefined {
  return typeof value === 'string' && CONTENT_HASH_PATTERN.test(value) ? (value as Fingerprint) : undefined;
}

function readLock(entry: JsonObject): LockDocument | undefined {
  const since = timeOf(entry['since']);
  if (!since || entry['lock'] === null) return since && { since, lock: null };
  const lock = objectOf(entry['lock']);
  const fingerprint = readFingerprint(lock['fingerprint']);
  const includes = readAll(lock['includes'], (include) => readInclude(objectOf(include)));
  return fingerprint && includes && { since, lock: { fingerprint, includes } };
}

function readInclude(entry: JsonObject) {
  const target = parseIncludeTarget(textOf(entry['include']) ?? '');
  const version = numberOf(entry['version']);
  return target && version !== undefined ? { target, version } : undefined;
}
