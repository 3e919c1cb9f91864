import { dotprompt } from '../formats/dotprompt/dotprompt.ts';
import { githubPrompt } from '../formats/github-prompt.ts';
import { humanloop } from '../formats/humanloop/humanloop.ts';
import { langfuseExport } from '../formats/langfuse-export.ts';
import { litellm } from '../formats/litellm/litellm.ts';
import { openaiPrompts } from '../formats/openai-prompts.ts';
import { promptfoo } from '../formats/promptfoo/promptfoo.ts';
import { promptMd } from '../formats/prompthold/prompt-md.ts';
import { promptholdExport } from '../formats/prompthold-export.ts';
import { promptlayerExport } from '../formats/promptlayer-export.ts';
import { prompty } from '../formats/prompty/prompty.ts';
import type { SourceFormat } from '../source-format.ts';

/** A file belongs to the first format that detects it, so the more specific formats come first. */
export const SOURCE_FORMATS: readonly SourceFormat[] = [
  promptholdExport,
  openaiPrompts,
  langfuseExport,
  promptlayerExport,
  githubPrompt,
  promptfoo,
  prompty,
  promptMd,
  humanloop,
  litellm,
  dotprompt,
];
