import type { Branded } from '../branded.ts';
import { invariant } from '../invariant.ts';
import { folderOf, type PromptId, type PromptName } from '../naming/prompt-name.ts';
import { printTime } from '../text/print-time.ts';
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

/** Ids, names and times have no characters that JSON escapes. */
const SUMMARY_START = /^\{"id":"([^"]+)","name":"([^"]+)"/;
const SUMMARY_END = /"updatedAt":"([^"]+)"\}$/;
const SUMMARY_END_CHARACTERS = 50;

/** A text without white space. */
export type SummaryText = Branded<string, 'SummaryText'>;

export const printSummary = (prompt: Prompt): SummaryText => JSON.stringify(summarizePrompt(prompt)) as SummaryText;

/** Summaries, separated by commas. */
export type SummaryTexts = Branded<string, 'SummaryTexts'>;

export interface SummaryList {
  readonly text: SummaryTexts;
  readonly count: number;
}

export const toSummaryList = (prompts: readonly Prompt[]): SummaryList => ({
  text: prompts.map(printSummary).join() as SummaryTexts,
  count: prompts.length,
});

/** No summary contains it: in a text, there would be a backslash before the quotes. */
const SEPARATOR = ',{"id":"';

/** Of two summaries or more. */
export const withoutLast = (texts: SummaryTexts): SummaryTexts =>
  texts.slice(0, texts.lastIndexOf(SEPARATOR)) as SummaryTexts;

export const lastOf = (texts: SummaryTexts): SummaryText =>
  texts.slice(texts.lastIndexOf(SEPARATOR) + 1) as SummaryText;

/** What a list continues after. Reads both ends of the summary: parsing all of it takes much longer. */
export function positionIn(text: SummaryText): Pick<Prompt, 'id' | 'name' | 'updatedAt'> {
  const [, id, name] = SUMMARY_START.exec(text) ?? [];
  const [, updatedAt] = SUMMARY_END.exec(text.slice(-SUMMARY_END_CHARACTERS)) ?? [];
  invariant(id !== undefined && name !== undefined && updatedAt !== undefined, 'every summary has these fields');
  return { id: id as PromptId, name: name as PromptName, updatedAt: new Date(updatedAt) };
}

/** The fields of a prompt together with one of its versions, without braces and white space, so that others can follow. */
export type ReadingText = Branded<string, 'ReadingText'>;

export const printReading = (prompt: Prompt, version: PromptVersion): ReadingText =>
  JSON.stringify({ ...summarizePrompt(prompt), ...presentVersion(prompt, version) }).slice(1, -1) as ReadingText;
