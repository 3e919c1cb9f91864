import { LATEST, type Label, labelProblem, parseLabel, parseLabelOrLatest } from '../../../../domain/naming/label.ts';
import {
  type PromptReference,
  parsePromptReference,
  promptNameProblem,
} from '../../../../domain/naming/prompt-name.ts';
import { parseVersionNumber } from '../../../../domain/naming/version-selector.ts';
import type { ProblemCode } from '../../../../domain/problem.ts';
import { DEFAULT_CHOICE, type VersionChoice } from '../../../../domain/prompts/prompt.ts';
import { LABEL_RULE, toPredicate } from '../../http/errors/describe-problems.ts';
import { printText } from '../../http/errors/printed-text.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import { noPrompt } from './prompt-sentences.ts';

/** Parses path parameters. An invalid one is 404 when reading and 422 when writing. */

export function readReference(text = ''): PromptReference {
  const reference = parsePromptReference(text);
  if (!reference) throw new Rejection('prompt_not_found', { sentence: noPrompt(text) });
  return reference;
}

/** Parses a path under which a prompt may be created. */
export function referenceForWrite(text = ''): PromptReference {
  const reference = parsePromptReference(text);
  if (!reference) throw rejectParameter('name', text, promptNameProblem(text) ?? 'malformed');
  return reference;
}

export function readVersionNumber(text = ''): number {
  const version = parseVersionNumber(text);
  if (version !== undefined) return version;
  throw new Rejection('version_not_found', {
    sentence: `${printText(text)} is not a version. Versions are numbered 1, 2, 3 and so on.`,
  });
}

export function readLabel(text = ''): Label {
  const label = parseLabel(text);
  if (label) return label;
  const sentence =
    text === LATEST
      ? `${LATEST} is not set by anyone: it always is the newest version.`
      : `${printText(text)} is not a label: it ${LABEL_RULE}.`;
  throw new Rejection('label_not_found', { sentence });
}

export function labelForWrite(text = ''): Label {
  const label = parseLabel(text);
  if (!label) throw rejectParameter('label', text, labelProblem(text) ?? 'malformed');
  return label;
}

const rejectParameter = (path: 'name' | 'label', text: string, problem: ProblemCode): Rejection =>
  invalid([{ path, problem }], `The ${path} ${printText(text)} ${toPredicate({ path, problem })}.`);

interface Selected {
  readonly label?: string | undefined;
  readonly version?: number | undefined;
}

/** The version that a request selects. A malformed label is an invalid query or an invalid body: the caller knows which. */
export function toVersionChoice({ label: text, version }: Selected, rejectLabel: () => Rejection): VersionChoice {
  if (version !== undefined) return { by: 'version', version };
  if (text === undefined) return DEFAULT_CHOICE;
  const label = parseLabelOrLatest(text);
  if (!label) throw rejectLabel();
  return { by: 'label', label };
}
