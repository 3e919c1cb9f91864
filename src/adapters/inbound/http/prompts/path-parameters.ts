import { type Label, labelProblem, parseLabel } from '../../../../domain/prompts/naming/label.ts';
import {
  type PromptReference,
  parsePromptReference,
  promptNameProblem,
} from '../../../../domain/prompts/naming/prompt-name.ts';
import { parseVersionNumber } from '../../../../domain/prompts/naming/version-selector.ts';
import { invalid } from '../errors/rejection.ts';
import { rejectPrompt } from './prompt-rejections.ts';

/** Parses path parameters. An invalid one is 404 when reading and 422 when writing. */

export function readReference(text: string | undefined): PromptReference {
  const reference = parsePromptReference(text ?? '');
  if (!reference) throw rejectPrompt({ kind: 'not-found' });
  return reference;
}

/** For a path under which a prompt may be created. */
export function referenceForWrite(text = ''): PromptReference {
  const reference = parsePromptReference(text);
  if (!reference) throw invalid([{ path: 'name', problem: promptNameProblem(text) ?? 'malformed' }]);
  return reference;
}

export function readVersionNumber(text: string | undefined): number {
  const version = parseVersionNumber(text ?? '');
  if (version === undefined) throw rejectPrompt({ kind: 'version-not-found' });
  return version;
}

export function readLabel(text: string | undefined): Label {
  const label = parseLabel(text ?? '');
  if (!label) throw rejectPrompt({ kind: 'label-not-found' });
  return label;
}

export function labelForWrite(text = ''): Label {
  const label = parseLabel(text);
  if (!label) throw invalid([{ path: 'label', problem: labelProblem(text) ?? 'malformed' }]);
  return label;
}
