import { z } from 'zod';
import { parseLabelOrLatest } from '../../../../domain/naming/label.ts';
import { parseTag } from '../../../../domain/naming/tag.ts';
import type { VersionSelector } from '../../../../domain/naming/version-selector.ts';
import {
  parseSearch,
  SEARCH_CHARACTERS_MAX,
  SEARCH_WORD_CHARACTERS_MAX,
  SEARCH_WORDS_MAX,
} from '../../../../domain/prompts/prompt-search.ts';
import type { PromptView } from '../../../../domain/prompts/prompt-view.ts';
import { anyJson, label, promptName, tag, versionNumber } from '../../http/request/value-schemas.ts';
import { fillPlaceholders } from '../prompts/prompt-arguments.ts';
import { readPrompt } from '../requests/read-prompt.ts';
import { defineTool, invalidField } from './tool.ts';

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
const FOUND_MAX = 50;
const FOUND_DEFAULT = 20;

export const searchPrompts = defineTool({
  name: 'search_prompts',
  description: 'Finds prompts by words in their name, description, tags and content, by tag and by folder.',
  toolSet: 'read',
  annotations: READ_ONLY,
  input: z.strictObject({
    query: z
      .string()
      .max(SEARCH_CHARACTERS_MAX)
      .optional()
      .describe(`words that must all occur, at most ${SEARCH_WORDS_MAX}`),
    tag: tag.optional().describe('only prompts with this tag'),
    folder: z.string().optional().describe('only prompts in exactly this folder; empty for the top level'),
    limit: z.int().min(1).max(FOUND_MAX).default(FOUND_DEFAULT).describe('how many prompts to return'),
  }),
  run: async ({ access, view }, { query = '', tag: tagText, folder, limit }) => {
    const search = parseSearch(query);
    if (search.kind !== 'words') throw invalidField('query', search.kind, describeSearch(search.kind));
    const narrowed = narrow(view, tagText, folder);
    if (!narrowed) return [];
    const { items } = await access.listWithVariables({ view: narrowed, words: search.words, limit });
    return items.map(({ name, description, labels, latestVersion, variables }) => ({
      name,
      description,
      labels: Object.fromEntries(labels),
      latestVersion,
      variables,
    }));
  },
});

const describeSearch = (problem: 'too-many' | 'too-long'): string =>
  problem === 'too-many'
    ? `has more than ${SEARCH_WORDS_MAX} words`
    : `has a word of more than ${SEARCH_WORD_CHARACTERS_MAX} characters`;

/** Undefined if no prompt can match: it lies in one folder only. */
function narrow(view: PromptView, tagText: string | undefined, folder = view.folder): PromptView | undefined {
  const added = tagText === undefined ? undefined : parseTag(tagText);
  if (tagText !== undefined && !added) throw invalidField('tag', 'malformed');
  if (view.folder !== undefined && folder !== view.folder) return undefined;
  return { ...view, folder, tags: added ? [...new Set([...view.tags, added])] : view.tags };
}

const promptFields = {
  name: promptName.describe('as search_prompts returns it'),
  label: label.optional().describe('the label whose version to take, such as production'),
  version: versionNumber.optional().describe('the number of the version to take, instead of a label'),
};

interface Selected {
  readonly label?: string | undefined;
  readonly version?: number | undefined;
}

export const getPrompt = defineTool({
  name: 'get_prompt',
  description: 'Returns the template of a prompt as written, with its variables, config and labels.',
  toolSet: 'read',
  annotations: READ_ONLY,
  input: z.strictObject(promptFields),
  run: async (scope, { name, ...selected }) => {
    const reading = await readPrompt(scope, name, toSelector(selected));
    scope.access.countRead(reading);
    const { prompt, version } = reading;
    const { type, ...content } = version.content;
    return {
      name: prompt.name,
      description: prompt.description,
      tags: prompt.tags,
      type,
      ...content,
      variables: version.variables,
      config: version.config,
      version: version.version,
      hash: version.hash,
      labels: Object.fromEntries(prompt.labels),
      latestVersion: prompt.latestVersion,
    };
  },
});

export const renderPrompt = defineTool({
  name: 'render_prompt',
  description: 'Fills in the variables of a prompt and returns the final text, or the messages of a chat.',
  toolSet: 'read',
  annotations: READ_ONLY,
  input: z.strictObject({
    ...promptFields,
    variables: z.record(z.string(), anyJson).default({}).describe('a value for each variable'),
    placeholders: z
      .record(z.string(), anyJson)
      .default({})
      .describe('of a chat: a list of messages, objects with a role, for each placeholder; empty if left out'),
  }),
  run: async (scope, { name, variables, placeholders, ...selected }) => {
    const reading = await readPrompt(scope, name, toSelector(selected));
    const { content, config, version, hash } = reading.version;
    const values = { variables, placeholders: fillPlaceholders(content, placeholders) };
    const { type: _, ...rendered } = await scope.access.render(reading, values);
    scope.access.countRead(reading);
    return { ...rendered, config, version, hash };
  },
});

function toSelector({ label: text, version }: Selected): VersionSelector | undefined {
  if (text !== undefined && version !== undefined)
    throw invalidField('version', 'conflicting', 'cannot be combined with label');
  if (version !== undefined) return { by: 'version', version };
  if (text === undefined) return undefined;
  const parsed = parseLabelOrLatest(text);
  if (!parsed) throw invalidField('label', 'malformed');
  return { by: 'label', label: parsed };
}
