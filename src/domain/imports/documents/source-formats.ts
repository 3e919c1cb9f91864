import { githubPrompt } from '../formats/github-prompt.ts';
import { langfuseExport } from '../formats/langfuse-export.ts';
import { openaiPrompts } from '../formats/openai-prompts.ts';
import { promptholdExport } from '../formats/prompthold-export.ts';
import { promptlayerExport } from '../formats/promptlayer-export.ts';
import type { SourceFormat } from '../source-format.ts';

/** All formats. A file belongs to the first that detects it, so the more specific ones come first. */
export const SOURCE_FORMATS: readonly SourceFormat[] = [
  promptholdExport,
  openaiPrompts,
  langfuseExport,
  promptlayerExport,
  githubPrompt,
];
