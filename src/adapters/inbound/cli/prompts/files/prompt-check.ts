import { parseTags } from '../../../../../domain/naming/tag.ts';
import type { Problem } from '../../../../../domain/problem.ts';
import type { FileProblem } from '../../../../../domain/prompts/file-problem.ts';
import { parseConfig, parseContent, templatesOf } from '../../../../../domain/templates/prompt-content.ts';
import type { Template } from '../../../../../domain/templates/template.ts';
import { parseVariables } from '../../../../../domain/templates/variables.ts';
import { findUnbalanced } from '../../../../converters/formats/prompthold/find-unbalanced.ts';
import type { PromptLines, WrittenPrompt } from './prompt-file.ts';

export type CheckOutcome =
  | { readonly kind: 'sound'; readonly templates: readonly Template[] }
  | { readonly kind: 'invalid'; readonly problems: readonly FileProblem[] };

/**
 * Checks whether the service would accept this prompt, as far as the file alone shows. The service has the last word;
 * this only makes sure that a slip of the pen is found before the first of many prompts is published.
 */
export function checkPrompt({ content, tags, variables, config }: WrittenPrompt, lines: PromptLines): CheckOutcome {
  const unbalanced = findUnbalanced(content, lines.contents).map(({ problem, name, line, column }) => ({
    line,
    problem: `${problem} section ${name} at column ${column}`,
  }));
  const parsed = parseContent(content);
  const problems = [
    ...problemsOf(tags && parseTags(tags)),
    ...problemsOf(variables && parseVariables(variables)),
    ...problemsOf(config && parseConfig(config)),
    ...(unbalanced.length === 0 ? problemsOf(parsed) : []),
  ].map((problem) => located(problem, lines));
  if (parsed.kind === 'content' && problems.length === 0) {
    return { kind: 'sound', templates: templatesOf(parsed.template) };
  }
  return { kind: 'invalid', problems: [...problems, ...unbalanced] };
}

const problemsOf = (
  outcome: { readonly kind: string; readonly problems?: readonly Problem[] } | undefined,
): readonly Problem[] => outcome?.problems ?? [];

function located({ path, problem, text = problem }: Problem, { field, contents }: PromptLines): FileProblem {
  const [place, index = '0'] = path.split('.');
  const isContent = place === 'content' || place === 'messages';
  return { line: isContent ? (contents[Number(index)] ?? 1) : field(path), problem: `${path}: ${text}` };
}
