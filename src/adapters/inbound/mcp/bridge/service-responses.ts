import { z } from 'zod';
import { type PromptContent, type RenderedMessage, ROLES } from '../../../../domain/templates/prompt-content.ts';
import type { Rendered } from '../../../../domain/templates/render-template.ts';
import { VARIABLE_TYPES, type VariableDeclaration } from '../../../../domain/templates/variables.ts';
import { isObject, type JsonObject } from '../../../../domain/text/json.ts';
import type { PromptReading, PromptSummary, WithVariables } from '../access/prompt-access.ts';

/** The responses of the HTTP API, as far as the bridge uses them. */

// A guard instead of a schema for JSON of any shape: a schema would copy it, and drop keys such as __proto__.
const config = z.custom<JsonObject>(isObject);

const variable = z
  .looseObject({ name: z.string(), type: z.enum(VARIABLE_TYPES), required: z.boolean() })
  .transform((declaration) => declaration as object as VariableDeclaration);

/** Releases before 0.2 send no message. */
const failureDetail = z.object({ path: z.string(), problem: z.string(), message: z.string().default('') });

const message = z.object({ role: z.enum(ROLES), content: z.string() });
/** A rendered message may have any fields, and keeps them as the service sent them. */
const renderedMessage = z.custom<RenderedMessage>(isObject);
const messageOrPlaceholder = z.union([message, z.object({ placeholder: z.string() })]);

const labels = z.record(z.string(), z.int()).transform((points) => new Map(Object.entries(points)));

const summaryFields = {
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  labels,
  latestVersion: z.int(),
};

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({ data: z.array(item), nextCursor: z.string().nullable() })
    .transform(({ data, nextCursor }) => ({ items: data, nextCursor: nextCursor ?? undefined }));

const summary: z.ZodType<PromptSummary> = z.object(summaryFields);
const listed: z.ZodType<PromptSummary & WithVariables> = z.object({ ...summaryFields, variables: z.array(variable) });

export const summaryPage = pageOf(summary);
export const listedPage = pageOf(listed);

/** The label that selected the version, and its lock, if it has one. */
const resolved = z
  .object({ label: z.string().optional(), lock: z.object({ fingerprint: z.string() }).optional() })
  .default({});

const versionFields = { resolved, version: z.int(), hash: z.string(), variables: z.array(variable), config };

/** How to render what was read. */
export interface ReadingSource {
  readonly id: string;
  readonly label: string | undefined;
  /** Undefined if the label is not locked. */
  readonly lockedFingerprint: string | undefined;
}

/** `GET /api/prompts/{ref}`. */
export const reading = z
  .object({
    data: z.discriminatedUnion('type', [
      z.object({ id: z.string(), type: z.literal('text'), content: z.string(), ...summaryFields, ...versionFields }),
      z.object({
        id: z.string(),
        type: z.literal('chat'),
        messages: z.array(messageOrPlaceholder),
        ...summaryFields,
        ...versionFields,
      }),
    ]),
  })
  .transform(({ data }): { readonly source: ReadingSource; readonly reading: PromptReading } => {
    const { id, resolved, name, description, tags, labels, latestVersion, ...versionFields } = data;
    const { version, hash, variables, config, ...content } = versionFields;
    return {
      source: { id, label: resolved.label, lockedFingerprint: resolved.lock?.fingerprint },
      reading: {
        prompt: { name, description, tags, labels, latestVersion },
        version: { version, hash, variables, config, content: content as PromptContent },
      },
    };
  });

/** `POST /api/prompts/{ref}/render`. */
export const rendering = z
  .object({
    data: z.intersection(
      z.object({ fingerprint: z.string().optional() }),
      z.union([z.object({ text: z.string() }), z.object({ messages: z.array(renderedMessage) })]),
    ),
  })
  .transform(({ data }): { readonly fingerprint: string | undefined; readonly rendered: Rendered } => ({
    fingerprint: data.fingerprint,
    rendered: 'text' in data ? { type: 'text', text: data.text } : { type: 'chat', messages: data.messages },
  }));

/** A message of JSON-RPC that is the response to a call of a tool. */
export const toolResponse = z.union([
  z.object({ result: z.object({ structuredContent: z.unknown(), isError: z.boolean().default(false) }) }),
  z.object({
    error: z.object({ code: z.int(), message: z.string(), data: z.object({ code: z.string() }).optional() }),
  }),
]);

/** What a write did to prompts that include this one; absent if that is nothing. */
const writeImpact = {
  affected: z.int().optional(),
  breaking: z.array(failureDetail).optional(),
};

/** The result of the tool `publish_prompt`. */
export const publishedPrompt = z.object({
  name: z.string(),
  version: z.int(),
  hash: z.string(),
  created: z.boolean(),
  unchanged: z.boolean(),
  labels,
  ...writeImpact,
});

/** The result of the tool `move_label`. */
export const movedLabel = z.object({
  label: z.string(),
  version: z.int().nullable(),
  previous: z.int().nullable(),
  movedAt: z.string(),
  ...writeImpact,
});

/** Body of every failure but a refused key, and content of a tool's result that is an error. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  details: z.array(failureDetail).optional(),
  requestId: z.string().optional(),
});
