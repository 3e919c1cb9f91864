import { z } from 'zod';
import type { ExportedPrompt } from '../../../../../application/prompts/import-export/export-prompts.ts';
import type { ImportSource } from '../../../../../application/prompts/import-export/imported-prompt.ts';
import type { AccountId } from '../../../../../domain/accounts/account.ts';
import { invariant } from '../../../../../domain/invariant.ts';
import { type IncludeTarget, parseIncludeTarget } from '../../../../../domain/naming/include-target.ts';
import type { Label } from '../../../../../domain/naming/label.ts';
import type { LabelMove } from '../../../../../domain/prompts/label-move.ts';
import type { LockDocument, PromptDocument } from '../../../../../domain/prompts/prompt-document.ts';
import type { PromptVersion } from '../../../../../domain/prompts/prompt-version.ts';
import { type Fingerprint, LOCK_PERIODS_MAX } from '../../../../../domain/prompts/release.ts';
import { INCLUDES_MAX } from '../../../../../domain/templates/include-problems.ts';
import { printLock } from '../../../../converters/documents/print-lock.ts';
import { listOf } from '../../../http/request/list-of.ts';
import {
  channel,
  fingerprint,
  label,
  promptName,
  promptType,
  tag,
  timestamp,
  versionNumber,
} from '../../../http/request/value-schemas.ts';
import { messageOrPlaceholder, variable } from './request-schemas.ts';

const versionDocument = z
  .strictObject({
    version: versionNumber,
    content: z.string().optional(),
    messages: listOf(messageOrPlaceholder).optional(),
    variables: listOf(variable),
    config: z.record(z.string(), z.unknown()),
    message: z.string(),
    hash: z.string().optional().describe('always exported; an import computes it if it is left out'),
    restoredFrom: versionNumber.nullable(),
    publishedAt: timestamp,
  })
  .refine(
    ({ content, messages }) => (content === undefined) !== (messages === undefined),
    'must have either content or messages',
  )
  .meta({ id: 'VersionDocument' });

const include = z.string().refine((text) => parseIncludeTarget(text) !== undefined, 'is not an include');

const exportedInclude = z.strictObject({ include, version: versionNumber }).meta({ id: 'ExportedInclude' });
const exportedLock = z
  .strictObject({ fingerprint, includes: listOf(exportedInclude).max(INCLUDES_MAX) })
  .meta({ id: 'ExportedLock' });
const lockDocument = z
  .strictObject({
    since: timestamp,
    lock: exportedLock.nullable().describe('null from when on the label was no longer locked'),
  })
  .meta({ id: 'LockDocument' });

const moveDocument = z
  .strictObject({
    label,
    version: versionNumber.nullable(),
    previous: versionNumber.nullable(),
    movedAt: timestamp,
    by: channel,
    message: z.string(),
    rollback: z.literal(true).optional(),
    fingerprint: fingerprint.optional(),
    locks: listOf(lockDocument)
      .max(LOCK_PERIODS_MAX)
      .optional()
      .describe('of a protected label: where its includes led, from when on'),
  })
  .meta({ id: 'MoveDocument' });

export const promptDocument = z
  .strictObject({
    name: promptName,
    type: promptType,
    description: z.string(),
    tags: listOf(tag),
    archived: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    versions: listOf(versionDocument),
    history: listOf(moveDocument),
  })
  .meta({ id: 'PromptDocument' });

const FORMAT = { format: z.literal('prompthold-export'), version: z.literal(1).meta({ type: 'integer' }) };

/** The first line of an export with one prompt per line. */
export const exportHeader = z.strictObject(FORMAT);

/** The response of an export is the body of an import, unchanged. */
export const importDocument = z
  .strictObject({
    data: z.strictObject({ ...FORMAT, prompts: listOf(promptDocument) }).meta({ id: 'ExportedPrompts' }),
  })
  .meta({ id: 'ExportDocument' });

type TransferDocument = z.output<typeof promptDocument>;

/** Leaves out ids and the time of the export, so that exports of the same prompts are byte-identical. */
export const writeMetadata = (prompt: ExportedPrompt['prompt']): Omit<TransferDocument, 'versions' | 'history'> => ({
  name: prompt.name,
  type: prompt.type,
  description: prompt.description,
  tags: [...prompt.tags],
  archived: prompt.archived,
  createdAt: prompt.createdAt.toISOString(),
  updatedAt: prompt.updatedAt.toISOString(),
});

export const writeVersion = (version: PromptVersion): TransferDocument['versions'][number] => ({
  version: version.version,
  ...(version.content.type === 'text'
    ? { content: version.content.content }
    : { messages: [...version.content.messages] }),
  variables: version.variables.map(({ enum: values, ...rest }) => ({
    ...rest,
    ...(values ? { enum: [...values] } : {}),
  })),
  config: version.config,
  message: version.message,
  hash: version.hash,
  restoredFrom: version.restoredFrom,
  publishedAt: version.publishedAt.toISOString(),
});

export const writeMove = (move: LabelMove): TransferDocument['history'][number] => ({
  label: move.label,
  version: move.version,
  previous: move.previous,
  movedAt: move.movedAt.toISOString(),
  by: move.by,
  message: move.message,
  ...(move.rollback && { rollback: move.rollback }),
  ...(move.fingerprint && { fingerprint: move.fingerprint }),
  ...(move.locks && { locks: move.locks.map(printLock) }),
});

/** The chunks of an export that is one JSON document. */
export async function* exportJson(prompts: AsyncIterable<ExportedPrompt>): AsyncIterable<string> {
  yield '{"data":{"format":"prompthold-export","version":1,"prompts":[';
  let separator = '';
  for await (const prompt of prompts) {
    yield separator;
    yield* promptText(prompt);
    separator = ',';
  }
  yield ']}}';
}

/** The chunks of an export with a header and then one prompt per line. */
export async function* exportLines(prompts: AsyncIterable<ExportedPrompt>): AsyncIterable<string> {
  yield '{"format":"prompthold-export","version":1}\n';
  for await (const prompt of prompts) {
    yield* promptText(prompt);
    yield '\n';
  }
}

/** Serializes one version at a time: a prompt can be larger than the longest string. */
async function* promptText({ prompt, versions, moves }: ExportedPrompt): AsyncIterable<string> {
  yield `${JSON.stringify(writeMetadata(prompt)).slice(0, -1)},"versions":[`;
  yield* joined(versions, (version) => JSON.stringify(writeVersion(version)));
  yield '],"history":[';
  yield* joined(moves, (move) => JSON.stringify(writeMove(move)));
  yield ']}';
}

async function* joined<Item>(items: AsyncIterable<Item>, toText: (item: Item) => string): AsyncIterable<string> {
  let separator = '';
  for await (const item of items) {
    yield separator + toText(item);
    separator = ',';
  }
}

export function readDocument(document: TransferDocument): PromptDocument {
  return {
    ...document,
    createdAt: new Date(document.createdAt),
    updatedAt: new Date(document.updatedAt),
    versions: document.versions.map(({ content, messages, publishedAt, ...version }) => ({
      ...version,
      content: messages ? { type: 'chat', messages } : { type: 'text', content: content ?? '' },
      publishedAt: new Date(publishedAt),
    })),
    history: document.history.map(({ fingerprint, locks, ...move }) => ({
      ...move,
      // The use case validates the label together with everything else.
      label: move.label as Label,
      movedAt: new Date(move.movedAt),
      ...(fingerprint && { fingerprint: fingerprint as Fingerprint }),
      ...(locks && { locks: locks.map(readLock) }),
    })),
  };
}

const readLock = ({ since, lock }: z.output<typeof lockDocument>): LockDocument => ({
  since: new Date(since),
  lock: lock && {
    fingerprint: lock.fingerprint as Fingerprint,
    includes: lock.includes.map(({ include, version }) => ({ target: readTarget(include), version })),
  },
});

function readTarget(text: string): IncludeTarget {
  const target = parseIncludeTarget(text);
  invariant(target !== undefined, 'the schema has checked the include');
  return target;
}

/** A whole export, or one prompt of it. */
export type ImportForm = 'document' | 'prompt';

/** Parses and checks the texts of imports, which takes too long for the thread that handles requests. */
export interface ImportChecking {
  /** Runs `work` with the prompts of a valid text. Throws a rejection for any other, and when too many others wait. */
  use<Result>(
    account: AccountId,
    bytes: Uint8Array,
    form: ImportForm,
    work: (sources: readonly ImportSource[]) => Promise<Result>,
  ): Promise<Result>;
}
