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

/** A field is undefined where it was left out, or has a problem. */
export interface ParsedMetadata {
  readonly name: PromptName | undefined;
  readonly description: string | undefined;
  readonly tags: readonly Tag[] | undefined;
  readonly archived: boolean | undefined;
  readonly problems: readonly Problem[];
}

/** Parses the fields, and finds the problems of all of them. */
export function parseMetadata({ description, archived, ...texts }: MetadataInput): ParsedMetadata {
  const name = texts.name === undefined ? undefined : parsePromptName(texts.name);
  const tags = parseTags(texts.tags ?? []);
  const problems: Problem[] = [];
  if (texts.name !== undefined && !name) {
    problems.push({ path: 'name', problem: promptNameProblem(texts.name) ?? 'malformed' });
  }
  if (description !== undefined && !isDescription(description)) {
    problems.push({ path: 'description', problem: 'too-long' });
  }
  if (tags.kind === 'invalid') problems.push(...tags.problems);
  return { name, description, tags: texts.tags && tags.kind === 'tags' ? tags.tags : undefined, archived, problems };
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
