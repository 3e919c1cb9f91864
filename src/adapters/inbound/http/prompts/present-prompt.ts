import type { LabelMove } from '../../../../domain/prompts/label-move.ts';
import type { Prompt, ResolvedVersion } from '../../../../domain/prompts/prompt.ts';
import { presentVersion, summarizePrompt } from '../../../../domain/prompts/prompt-json.ts';
import type { PromptVersion } from '../../../../domain/prompts/prompt-version.ts';

export const presentReading = (prompt: Prompt, version: PromptVersion, resolved: ResolvedVersion) => ({
  ...summarizePrompt(prompt),
  ...presentVersion(prompt, version),
  resolved: { ...resolved, hash: version.hash },
});

/** The response to a write shows what was written: the newest version. */
export const presentWritten = (prompt: Prompt, version: PromptVersion) =>
  presentReading(prompt, version, { by: 'latest', version: version.version });

export const presentMovedLabel = ({ label, version, previous, movedAt }: LabelMove) => ({
  label,
  version,
  previous,
  movedAt: movedAt.toISOString(),
});

export const presentLabelMove = ({ version, previous, movedAt, by, message }: LabelMove) => ({
  version,
  previous,
  movedAt: movedAt.toISOString(),
  by,
  message,
});
