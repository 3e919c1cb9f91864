import { type PromptReference, parsePromptReference } from '../../../../domain/naming/prompt-name.ts';
import { parseVersionSelector, type VersionSelector } from '../../../../domain/naming/version-selector.ts';
import { choiceOf, isReadable } from '../../../../domain/prompts/prompt-view.ts';
import { noPrompt } from '../../api/prompts/prompt-sentences.ts';
import type { PromptReading } from '../access/prompt-access.ts';
import { RequestFailure } from '../access/request-failure.ts';
import type { RequestScope } from '../access/request-scope.ts';

/** A prompt, and which of its versions, as clients write it. */
export interface PromptTarget {
  readonly reference: PromptReference;
  /** Undefined: the one that the view selects. */
  readonly selector: VersionSelector | undefined;
}

/** `name`, `name@label` or `name@3`. Undefined for anything else. */
export function parseTarget(text: string): PromptTarget | undefined {
  const at = text.indexOf('@');
  const reference = parsePromptReference(at === -1 ? text : text.slice(0, at));
  if (!reference || at === -1) return reference && { reference, selector: undefined };
  const selector = parseVersionSelector(text.slice(at + 1));
  return selector && { reference, selector };
}

/** Reads a prompt through the view of the client. */
export async function readPrompt(
  scope: RequestScope,
  text: string,
  selector?: VersionSelector,
): Promise<PromptReading> {
  const target = parseTarget(text);
  if (!target) throw promptNotFound(text);
  const reading = await readTarget(scope, { ...target, selector: selector ?? target.selector });
  if (!reading || !isReadable(scope.view, reading.prompt)) throw promptNotFound(text);
  return reading;
}

export const promptNotFound = (name: string): RequestFailure =>
  new RequestFailure(404, { error: noPrompt(name), code: 'prompt_not_found' });

async function readTarget({ access, view }: RequestScope, { reference, selector }: PromptTarget) {
  try {
    return await access.read(reference, selector ?? choiceOf(view));
  } catch (error) {
    // Through the view, a prompt without its label does not exist.
    const isOutside =
      selector === undefined && error instanceof RequestFailure && error.body.code === 'label_not_found';
    if (isOutside) return undefined;
    throw error;
  }
}
