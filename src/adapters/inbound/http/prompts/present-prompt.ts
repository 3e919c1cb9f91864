import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import { folderOf } from '../../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt, ResolvedVersion } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionSummary } from '../../../../domain/prompts/prompt-version.ts';

/** What leaves, listed field by field. */
export const promptAnswer = (prompt: Prompt) => ({
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
  createdAt: prompt.createdAt.toISOString(),
  updatedAt: prompt.updatedAt.toISOString(),
});

export const summaryAnswer = ({ id, type }: Prompt, summary: VersionSummary) => ({
  promptId: id,
  version: summary.version,
  type,
  variables: summary.variables,
  config: summary.config,
  message: summary.message,
  hash: summary.hash,
  restoredFrom: summary.restoredFrom,
  publishedAt: summary.publishedAt.toISOString(),
});

export const versionAnswer = (prompt: Prompt, version: PromptVersion) => ({
  ...summaryAnswer(prompt, version),
  ...(version.content.type === 'text' ? { content: version.content.content } : { messages: version.content.messages }),
});

export const readingAnswer = (prompt: Prompt, version: PromptVersion, resolved: ResolvedVersion) => ({
  ...promptAnswer(prompt),
  ...versionAnswer(prompt, version),
  resolved: { ...resolved, hash: version.hash },
});

/** After a write the answer shows what was written: the newest version. */
export const writtenAnswer = (prompt: Prompt, version: PromptVersion) =>
  readingAnswer(prompt, version, { by: 'latest', version: version.version });

export const movedLabelAnswer = ({ label, version, previous, movedAt }: LabelMove) => ({
  label,
  version,
  previous,
  movedAt: movedAt.toISOString(),
});

export const labelMoveAnswer = ({ version, previous, movedAt, by, message }: LabelMove) => ({
  version,
  previous,
  movedAt: movedAt.toISOString(),
  by,
  message,
});
