import type { Impact } from '../../../../application/prompts/impact/find-impact.ts';
import type { Includer } from '../../../../application/prompts/impact/list-includers.ts';
import type { RenderedInclude } from '../../../../application/prompts/render-prompt.ts';
import { printIncludeTarget } from '../../../../domain/naming/include-target.ts';
import { folderOf } from '../../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Prompt, ResolvedVersion } from '../../../../domain/prompts/prompt.ts';
import type { PromptVersion, VersionSummary } from '../../../../domain/prompts/prompt-version.ts';
import type { ReleaseLock } from '../../../../domain/prompts/release.ts';
import { findWarnings } from '../../../../domain/templates/content-warnings.ts';
import { presentBreakingChange } from './prompt-sentences.ts';

/** Field by field: nothing leaves the service by accident. */
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
  createdAt: prompt.createdAt.toISOString(),
  updatedAt: prompt.updatedAt.toISOString(),
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
  publishedAt: summary.publishedAt.toISOString(),
});

export const presentVersion = (prompt: Prompt, version: PromptVersion) => ({
  ...summarizeVersion(prompt, version),
  ...(version.content.type === 'text' ? { content: version.content.content } : { messages: version.content.messages }),
});

export const presentReading = (
  prompt: Prompt,
  version: PromptVersion,
  resolved: ResolvedVersion,
  lock?: ReleaseLock,
) => ({
  ...summarizePrompt(prompt),
  ...presentVersion(prompt, version),
  resolved: { ...resolved, hash: version.hash, ...(lock ? { lock: presentLock(lock) } : {}) },
});

const presentLock = ({ fingerprint, includes }: ReleaseLock) => ({
  fingerprint,
  includes: includes.map(({ target, ...included }) =>
    presentInclude({ ...included, target, name: target.name, by: 'lock' }),
  ),
});

export const presentInclude = ({ target, promptId, name, version, by }: RenderedInclude) => ({
  include: printIncludeTarget(target),
  promptId,
  name,
  version,
  by,
});

/** The response to a write shows what was written: the newest version. */
export const presentWritten = (prompt: Prompt, version: PromptVersion) => ({
  ...presentReading(prompt, version, { by: 'latest', version: version.version }),
  warnings: findWarnings(version.content),
});

export const presentMovedLabel = ({ label, version, previous, movedAt }: LabelMove) => ({
  label,
  version,
  previous,
  movedAt: movedAt.toISOString(),
});

export const presentLabelMove = ({ version, previous, movedAt, by, message, fingerprint, rollback }: LabelMove) => ({
  version,
  previous,
  movedAt: movedAt.toISOString(),
  by,
  message,
  fingerprint: fingerprint ?? null,
  ...(rollback ? { rollback } : {}),
});

export const presentIncluder = ({ prompt, version, labels, isLatest, include, state }: Includer) => ({
  promptId: prompt.id,
  name: prompt.name,
  version,
  labels,
  latest: isLatest,
  include: printIncludeTarget(include),
  state,
});

export const presentImpact = ({ entries, affected, truncated }: Impact) => ({
  data: entries.map(({ name, label, include, state, breaking }) => ({
    name,
    label,
    include: printIncludeTarget(include),
    state,
    breaking: breaking.map(presentBreakingChange),
  })),
  affected,
  truncated,
});
