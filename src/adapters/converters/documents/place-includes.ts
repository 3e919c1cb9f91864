import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import { LATEST } from '../../../domain/naming/label.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { ContentInput } from '../../../domain/templates/prompt-content.ts';
import { tokenize } from '../../../domain/templates/template-tokens.ts';
import { mapTexts } from '../content-texts.ts';
import type { ForeignVersion } from '../foreign-prompt.ts';
import type { Reports } from '../source-format.ts';
import type { PlacedPrompt } from './place-prompts.ts';

/**
 * Rewrites the includes of a version to the names and version numbers here. An include of something that the import
 * lacks becomes text, because the service would refuse the prompt. An include of a prompt that is not part of the import
 * stays: the account may have it.
 */
export function placeIncludes(
  { source }: PlacedPrompt,
  version: ForeignVersion,
  prompts: ReadonlyMap<PromptName, PlacedPrompt>,
  { lose }: Reports,
): ContentInput {
  const place = (text: string): string => {
    // Most templates have no include.
    if (!text.includes('{{')) return text;
    return [...tokenize(text)]
      .map((token) => {
        const included = token.kind === 'include' ? prompts.get(token.target.name) : undefined;
        if (token.kind !== 'include' || !included) return token.source;
        const target = placeTarget(token.target, included);
        if ('problem' in target) {
          lose({ path: version.file ?? source.file }, version.path, `${token.source} becomes text: ${target.problem}`);
          return `\\${token.source}`;
        }
        const isSame = printIncludeTarget(target) === printIncludeTarget(token.target);
        return isSame ? token.source : `{{> ${printIncludeTarget(target)}}}`;
      })
      .join('');
  };
  return mapTexts(version.content, place);
}

function placeTarget(
  { name: asked, selector }: IncludeTarget,
  { name, type, numbers, labels }: PlacedPrompt,
): IncludeTarget | { readonly problem: string } {
  if (type === 'chat') return { problem: `${asked} is a chat, which cannot be included` };
  if (!selector) return { name, selector };
  if (selector.by === 'label') {
    const exists = selector.label === LATEST || labels.has(selector.label);
    return exists ? { name, selector } : { problem: `${asked} has no label ${selector.label}` };
  }
  const version = numbers.get(selector.version);
  if (version === undefined) return { problem: `version ${selector.version} of ${asked} is not imported` };
  return { name, selector: { by: 'version', version } };
}
