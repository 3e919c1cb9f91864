import type { Context } from 'koa';
import { z } from 'zod';
import { foreignName } from '../../../../domain/naming/foreign-name.ts';
import { parseLabelOrLatest } from '../../../../domain/naming/label.ts';
import { type PromptReference, parsePromptReference } from '../../../../domain/naming/prompt-name.ts';
import {
  parseVersionSelector,
  printVersionSelector,
  VERSION_PATTERN,
  type VersionSelector,
} from '../../../../domain/naming/version-selector.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { badQuery } from '../../http/errors/rejection.ts';
import { readQuery } from '../../http/request/read-query.ts';

/** A prompt that LiteLLM asks for. */
export interface PromptRequest {
  /** Id as LiteLLM sent it. */
  readonly promptId: string;
  readonly name: string;
  /** Undefined if no prompt can have this name. */
  readonly reference: PromptReference | undefined;
  readonly choice: VersionChoice;
}

/** A parameter that is null in the configuration of LiteLLM is sent without a value. */
const parameter = z.string().transform((text) => (text === '' ? undefined : text));
const version = z.string().regex(VERSION_PATTERN, 'must be a version number').transform(Number);

/** LiteLLM sends every parameter that an operator has configured: unknown ones are ignored. */
const querySchema = z.object({
  prompt_id: z.string().min(1, 'is missing'),
  label: parameter.optional(),
  version: parameter.pipe(version.optional()).optional(),
});

/** `?prompt_id=name`, `name@label` or `name@3`, or the label or the version as a parameter of its own. */
export function readPromptRequest(ctx: Context): PromptRequest {
  const { prompt_id: promptId, label, version } = readQuery(ctx, querySchema);
  const { name, selector } = splitPromptId(promptId);
  const selectors = [
    ...(selector ? [selector] : []),
    ...(label === undefined ? [] : [toLabelSelector(label)]),
    ...(version === undefined ? [] : [{ by: 'version', version } as const]),
  ];
  const reference = parsePromptReference(foreignName(name) ?? '');
  return { promptId, name, reference, choice: selectOne(selectors) };
}

/** Names contain no `@`. If no label or version follows, it is part of a name that is converted. */
function splitPromptId(promptId: string): { readonly name: string; readonly selector?: VersionSelector } {
  const at = promptId.lastIndexOf('@');
  const selector = at === -1 ? undefined : parseVersionSelector(promptId.slice(at + 1));
  return selector ? { name: promptId.slice(0, at), selector } : { name: promptId };
}

function toLabelSelector(text: string): VersionSelector {
  const label = parseLabelOrLatest(text);
  if (!label) throw badQuery([{ path: 'label', problem: 'malformed', text: 'is not a valid label' }]);
  return { by: 'label', label };
}

function selectOne(selectors: readonly VersionSelector[]): VersionChoice {
  const [selector = DEFAULT_CHOICE] = selectors;
  const differing = new Set(selectors.map(printVersionSelector));
  if (differing.size <= 1) return selector;
  const text = `must be requested with one version or label, not with ${[...differing].join(' and ')}`;
  throw badQuery([{ path: 'prompt_id', problem: 'conflicting', text }]);
}
