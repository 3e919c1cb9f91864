import { z } from 'zod';
import { PROMPT_ID_PATTERN, type PromptName, parsePromptName } from '../../../../../domain/naming/prompt-name.ts';
import { ROLES } from '../../../../../domain/templates/prompt-content.ts';
import { VARIABLE_TYPES } from '../../../../../domain/templates/variables.ts';
import {
  isBoundedJson,
  isList,
  isObject,
  type JsonList,
  type JsonObject,
  type JsonValue,
} from '../../../../../domain/text/json.ts';
import type { FilePrompt } from '../files/prompt-file.ts';

/** A prompt of the account, with the version that was asked for. */
export interface RemotePrompt {
  readonly id: string;
  /** Raised by every change of the prompt. */
  readonly revision: number;
  readonly version: number;
  readonly hash: string;
  readonly prompt: FilePrompt & { readonly name: PromptName };
  readonly latestVersion: number;
  readonly labels: ReadonlyMap<string, number>;
  readonly archived: boolean;
}

// Guards instead of schemas for JSON of any shape: a schema would copy it, and drop keys such as __proto__.
const json = z.custom<JsonValue>((value) => isBoundedJson(value));
const jsonList = z.custom<JsonList>((value) => isList(value) && isBoundedJson(value));
const jsonObject = z.custom<JsonObject>((value) => isObject(value) && isBoundedJson(value));

/** Files are named after it, so that nothing but a name may pass: no `../`. */
const promptName = z.custom<PromptName>((value) => typeof value === 'string' && parsePromptName(value) !== undefined);

const message = z.union([
  z.object({ role: z.enum(ROLES), content: z.string() }),
  z.object({ placeholder: z.string() }),
]);

const variable = z.object({
  name: z.string(),
  type: z.enum(VARIABLE_TYPES),
  required: z.boolean(),
  default: json.optional(),
  enum: jsonList.optional(),
  description: z.string().optional(),
});

const id = z.string().regex(PROMPT_ID_PATTERN);

const common = z.object({
  id,
  revision: z.int(),
  version: z.int(),
  hash: z.string(),
  name: promptName,
  description: z.string(),
  tags: z.array(z.string()),
  labels: z.record(z.string(), z.int()),
  latestVersion: z.int(),
  archived: z.boolean(),
  variables: z.array(variable),
  config: jsonObject,
});

/** An item of `GET /api/prompts?include=content`. */
export const remotePrompt = z
  .discriminatedUnion('type', [
    common.extend({ type: z.literal('text'), content: z.string() }),
    common.extend({ type: z.literal('chat'), messages: z.array(message) }),
  ])
  .transform(({ id, revision, version, hash, labels, latestVersion, archived, ...rest }): RemotePrompt => {
    const { name, description, tags, variables, config, ...content } = rest;
    const prompt = { name, description, tags, variables, config, content };
    return { id, revision, version, hash, prompt, labels: new Map(Object.entries(labels)), latestVersion, archived };
  });

/** The response of `GET /api/prompts/{ref}`. */
export const onePrompt = z.object({ data: remotePrompt });

/** An item of `GET /api/prompts/{ref}/versions`. */
export const versionHash = z.object({ version: z.int(), hash: z.string() });

/** The response of `PUT /api/prompts/{ref}`, as far as a publisher cares. */
export const publication = z.object({
  data: z.object({
    id,
    version: z.int(),
    hash: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    unchanged: z.boolean().default(false),
  }),
});

/** The response of `GET /api/auth/token`, without the key. */
export const keyOwner = z.object({ userId: z.string() });
