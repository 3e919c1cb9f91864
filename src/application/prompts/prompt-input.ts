import { type Label, labelProblem, parseLabel } from '../../domain/naming/label.ts';
import { type PromptName, parsePromptName, promptNameProblem } from '../../domain/naming/prompt-name.ts';
import { parseTags, type Tag } from '../../domain/naming/tag.ts';
import type { Problem } from '../../domain/problem.ts';
import { isDescription } from '../../domain/prompts/prompt.ts';

/** Metadata as a caller sends it; fields left out stay as they are. */
export interface MetadataInput {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly archived?: boolean | undefined;
}

export interface ParsedMetadata {
  readonly name: PromptName | undefined;
  readonly description: string | undefined;
  readonly tags: readonly Tag[] | undefined;
  readonly archived: boolean | undefined;
}

/** The parsed fields, or all problems together. */
export function parseMetadata(input: MetadataInput): ParsedMetadata | readonly Problem[] {
  const name = input.name === undefined ? undefined : parsePromptName(input.name);
  const tags = input.tags === undefined ? undefined : parseTags(input.tags);
  const problems = [
    ...(input.name !== undefined && !name
      ? [{ path: 'name', problem: promptNameProblem(input.name) ?? 'malformed' }]
      : []),
    ...(input.description !== undefined && !isDescription(input.description)
      ? [{ path: 'description', problem: 'too-long' }]
      : []),
    ...(tags?.kind === 'invalid' ? tags.problems : []),
  ];
  if (problems.length > 0) return problems;
  return {
    name,
    description: input.description,
    tags: tags?.kind === 'tags' ? tags.tags : undefined,
    archived: input.archived,
  };
}

/** Parses a list of labels; a label that is listed twice is moved once. */
export function parseLabels(texts: readonly string[]): { labels: readonly Label[]; problems: readonly Problem[] } {
  const labels = texts.map(parseLabel).filter((label) => label !== undefined);
  const problems = texts.flatMap((text, index) => {
    const problem = labelProblem(text);
    return problem ? [{ path: `labels.${index}`, problem }] : [];
  });
  return { labels: [...new Set(labels)], problems };
}
