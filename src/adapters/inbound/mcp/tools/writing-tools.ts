import { z } from 'zod';
import { LABELS_MAX, LATEST, labelProblem, parseLabel } from '../../../../domain/naming/label.ts';
import {
  type PromptName,
  parsePromptName,
  parsePromptReference,
  promptNameProblem,
} from '../../../../domain/naming/prompt-name.ts';
import { DEFAULT_LABEL } from '../../../../domain/prompts/prompt.ts';
import { MESSAGE_CHARACTERS_MAX } from '../../../../domain/prompts/prompt-version.ts';
import { isInFolder, isWritable } from '../../../../domain/prompts/prompt-view.ts';
import { findWarnings } from '../../../../domain/templates/content-warnings.ts';
import {
  BESIDE_OTHERS,
  messageOrPlaceholder,
  requireOneContent,
  variable,
  versionInput,
} from '../../api/prompts/operations/request-schemas.ts';
import { ERROR_SENTENCES } from '../../http/errors/error-sentences.ts';
import { listOf } from '../../http/request/list-of.ts';
import { anyJson, label, promptName, versionNumber } from '../../http/request/value-schemas.ts';
import type { Publication, Published, PublishMode } from '../access/prompt-access.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';
import { promptNotFound } from '../requests/read-prompt.ts';
import { defineTool, invalidField } from './tool.ts';

const NEWEST = { by: 'label', label: LATEST } as const;

const reason = z
  .string()
  .refine((text) => text.trim() !== '', 'must not be empty')
  .describe(`why, for the history; up to ${MESSAGE_CHARACTERS_MAX} characters`);

export const publishPrompt = defineTool({
  name: 'publish_prompt',
  description:
    `Publishes a new version of a prompt, or creates the prompt. Publishing the same again changes nothing. ` +
    `The label ${DEFAULT_LABEL} cannot be set here: publish first, then move_label.`,
  toolSet: 'write',
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z
    .strictObject({
      name: promptName,
      content: z.string().optional().describe('of a text: its template, such as Hello {{name}}'),
      messages: listOf(messageOrPlaceholder).optional().describe('of a chat: its messages, instead of content'),
      variables: listOf(variable)
        .optional()
        .describe('left out: as the newest version declares them, or else inferred from the template'),
      config: z.record(z.string(), anyJson).optional().describe('left out: that of the newest version; {} for none'),
      message: reason,
      labels: listOf(label)
        .max(LABELS_MAX)
        .optional()
        .describe(`labels to set on this version, but not ${DEFAULT_LABEL}`),
    })
    .superRefine(requireOneContent, BESIDE_OTHERS),
  run: async (scope, { name: text, labels, ...version }) => {
    const name = parsePromptName(text);
    if (!name) throw invalidField('name', promptNameProblem(text) ?? 'malformed');
    if (labels?.includes(DEFAULT_LABEL)) throw productionRefused();
    const input = versionInput(version);
    const {
      kind,
      prompt,
      version: number,
      hash,
      affected,
      breaking,
    } = await publish(scope, name, {
      ...input,
      config: version.config,
      message: version.message,
      labels,
    });
    return {
      name: prompt.name,
      version: number,
      hash,
      created: kind === 'created',
      unchanged: kind === 'unchanged',
      labels: Object.fromEntries(prompt.labels),
      warnings: findWarnings(input.content),
      affected,
      breaking,
    };
  },
});

const productionRefused = (): RequestFailure =>
  invalidField(
    'labels',
    'reserved',
    'must not have production: publish first, then move_label',
    `Agents do not publish straight into ${DEFAULT_LABEL}: publish first, then move_label.`,
  );

const ATTEMPTS_MAX = 3;

/** Looks first whether the prompt exists, which may change before it is written. */
async function publish(scope: RequestScope, name: PromptName, publication: Publication): Promise<Published> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const published = await scope.access.publish(name, publication, await chooseMode(scope, name));
    if (published) return published;
  }
  throw new RequestFailure(409, { error: ERROR_SENTENCES.conflict, code: 'conflict' });
}

async function chooseMode({ access, view }: RequestScope, name: PromptName): Promise<PublishMode> {
  const reading = await access.read({ by: 'name', name }, NEWEST);
  if (reading && !isWritable(view, reading.prompt)) throw promptNotFound(name);
  if (reading) return { kind: 'revise' };
  if (isInFolder(view.folder, name)) return { kind: 'create', tags: view.tags };
  const place = view.folder === '' ? 'at the top level' : `in the folder ${view.folder}`;
  throw invalidField('name', 'out-of-range', `must lie ${place}`);
}

export const moveLabel = defineTool({
  name: 'move_label',
  description:
    'Points a label of a prompt to a version: everyone who reads the prompt by this label gets that version from then on.',
  toolSet: 'write',
  annotations: { destructiveHint: true, openWorldHint: false },
  input: z.strictObject({
    name: promptName,
    label,
    version: versionNumber.describe('the version to point to'),
    expectedVersion: z
      .int()
      .min(0)
      .describe('the version that the label points to now, 0 if the prompt does not have it'),
    message: reason,
  }),
  run: async (scope, { name: text, label: labelText, ...move }) => {
    const parsed = parseLabel(labelText);
    if (!parsed) throw invalidField('label', labelProblem(labelText) ?? 'malformed');
    const reference = parsePromptReference(text);
    const reading = reference && (await scope.access.read(reference, NEWEST));
    if (!reading || !isWritable(scope.view, reading.prompt)) throw promptNotFound(text);
    const moved = await scope.access.moveLabel(reference, { ...move, label: parsed });
    return { name: reading.prompt.name, ...moved };
  },
});
