import type { Branded } from '../branded.ts';
import { printTime } from '../text/print-time.ts';
import { folderOf } from './naming/prompt-name.ts';
import type { Prompt } from './prompt.ts';
import type { PromptVersion, VersionSummary } from './prompt-version.ts';

/** Prompts and versions as clients see them in JSON. Field by field: nothing leaves the service by accident. */

export const summarizePrompt = (prompt: Prompt) => ({
  id: prompt.id,
  name: prompt.name,
  folder: folderOf(prompt.name),
  type: prompt.type,
  description: prompt.description,
  tags: prompt.tags,
  labels: Object.fromEntries(prompt.labels),
  latestVersion: prompt.latestVersion,
  revision: prompt.revision,
  archived: prompt.archived,
  createdAt: printTime(prompt.createdAt.getTime()),
  updatedAt: printTime(prompt.updatedAt.getTime()),
});

type PromptSummary = ReturnType<typeof summarizePrompt>;

export const summarizeVersion = ({ id, type }: Prompt, summary: VersionSummary) => ({
  promptId: id,
  version: summary.version,
  type,
  variables: summary.variables,
  config: summary.config,
  message: summary.message,
  hash: summary.hash,
  restoredFrom: summary.restoredFrom,
  publishedAt: printTime(summary.publishedAt.getTime()),
});

export const presentVersion = (prompt: Prompt, version: PromptVersion) => ({
  ...summarizeVersion(prompt, version),
  ...(version.content.type === 'text' ? { content: version.content.content } : { messages: version.content.messages }),
});

/** A text without white space. */
export type SummaryText = Branded<string, 'SummaryText'>;

export const printSummary = (prompt: Prompt): SummaryText => JSON.stringify(summarizePrompt(prompt)) as SummaryText;

export const parseSummary = (text: SummaryText): PromptSummary => JSON.parse(text);

/** The fields of a prompt together with one of its versions, without braces and white space, so that others can follow. */
export type ReadingText = Branded<string, 'ReadingText'>;

export const printReading = (prompt: Prompt, version: PromptVersion): ReadingText =>
  JSON.stringify({ ...summarizePrompt(prompt), ...presentVersion(prompt, version) }).slice(1, -1) as ReadingText;
