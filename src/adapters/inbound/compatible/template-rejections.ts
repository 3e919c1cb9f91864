import type { FlattenPromptOutcome } from '../../../application/prompts/flatten-prompt.ts';
import { describeFinding, type NotExpressible } from '../../../domain/templates/clients/express-prompt.ts';
import { rejectRendering } from '../api/prompts/prompt-rejections.ts';
import { noLabel, noPrompt, noVersion } from '../api/prompts/prompt-sentences.ts';
import { detailsOf } from '../http/errors/describe-problems.ts';
import { limitList } from '../http/errors/printed-text.ts';
import { Rejection } from '../http/errors/rejection.ts';

/** `reference` is the name or the id as the client wrote it. */
export function rejectFlattening(
  outcome: Exclude<FlattenPromptOutcome, { kind: 'flattened' }>,
  reference: string,
): Rejection {
  switch (outcome.kind) {
    case 'not-found':
      return new Rejection('prompt_not_found', { sentence: noPrompt(reference) });
    case 'label-not-found':
      return new Rejection('label_not_found', { sentence: noLabel(outcome) });
    case 'version-not-found':
      return new Rejection('version_not_found', { sentence: noVersion(outcome) });
    case 'includes-invalid':
    case 'too-large':
      return rejectRendering(outcome);
  }
}

/** Refuses a prompt that the client would render differently. */
export function rejectNotExpressible(findings: readonly NotExpressible[]): Rejection {
  const described = findings.map(describeFinding);
  const problems = limitList(described.map(({ text }) => text)).join('; ');
  return new Rejection('not_expressible', {
    sentence: `The client would render this prompt differently: ${problems}.`,
    details: detailsOf(described),
  });
}
