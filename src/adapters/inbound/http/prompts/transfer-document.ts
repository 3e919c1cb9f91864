import { z } from 'zod';
import type { PromptDocument } from '../../../../application/prompts/import-export/imported-prompt.ts';
import { channels } from '../../../../domain/channel.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Label } from '../../../../domain/prompts/naming/label.ts';
import { PROMPT_TYPES, type Prompt } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';
import { listOf } from '../request/list-of.ts';
import { message, variable } from './request-schemas.ts';

const timestamp = z.iso.datetime({ precision: 3 });
const versionNumber = z.int().min(1);

const versionDocument = z
  .strictObject({
    version: versionNumber,
    content: z.string().optional(),
    messages: listOf(message).optional(),
    variables: listOf(variable),
    config: z.record(z.string(), z.unknown()),
    message: z.string(),
    hash: z.string(),
    restoredFrom: versionNumber.nullable(),
    publishedAt: timestamp,
  })
  .refine(
    ({ content, messages }) => (content === undefined) !== (messages === undefined),
    'has either content or messages',
  )
  .meta({ id: 'VersionDocument' });

const moveDocument = z
  .strictObject({
    label: z.string(),
    version: versionNumber.nullable(),
    previous: versionNumber.nullable(),
    movedAt: timestamp,
    by: z.enum(channels),
    message: z.string(),
  })
  .meta({ id: 'MoveDocument' });

export const promptDocument = z
  .strictObject({
    name: z.string(),
    type: z.enum(PROMPT_TYPES),
    description: z.string(),
    tags: listOf(z.string()),
    archived: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    versions: listOf(versionDocument),
    history: listOf(moveDocument),
  })
  .meta({ id: 'PromptDocument' });

/** The response of an export is the body of an import, unchanged. */
export const importDocument = z
  .strictObject({
    data: z.strictObject({
      format: z.literal('prompthold-export'),
      version: z.literal(1),
      prompts: listOf(promptDocument),
    }),
  })
  .meta({ id: 'Export' });

type TransferDocument = z.output<typeof promptDocument>;

/** Without ids and the time of the export, so that exports of the same prompts are byte-identical. */
export const writeMetadata = (prompt: Prompt): Omit<TransferDocument, 'versions' | 'history'> => ({
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
});

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
    history: document.history.map((move) => ({
      ...move,
      // The use case validates the label together with everything else.
      label: move.label as Label,
      movedAt: new Date(move.movedAt),
    })),
  };
}
