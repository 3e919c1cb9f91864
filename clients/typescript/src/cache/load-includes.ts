import { type IncludeTarget, printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import type { Problem } from '../../../../src/domain/problem.ts';
import {
  INCLUDES_MAX,
  type IncludeProblem,
  TOO_MANY_INCLUDES,
  tooDeep,
  toProblem,
} from '../../../../src/domain/templates/include-problems.ts';
import { templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import {
  INCLUDE_BYTES_MAX,
  INCLUDE_DEPTH_MAX,
  INCLUDE_TAGS_MAX,
} from '../../../../src/domain/templates/render-template.ts';
import { utf8Bytes } from '../../../../src/domain/text/utf8.ts';
import { PromptholdError, type PromptNotFound } from '../errors.ts';
import { type PromptDocument, targetsOf, templateOf } from '../prompts/prompt-document.ts';
import { tooLarge } from '../prompts/render-prompt.ts';
import type { Entry, EntryPart } from './entry.ts';

export type IncludedEntry =
  | { readonly kind: 'loaded'; readonly entry: Entry }
  | { readonly kind: 'missing'; readonly error: PromptNotFound }
  | { readonly kind: 'failed'; readonly error: PromptholdError };

export type LoadIncluded = (target: IncludeTarget) => IncludedEntry | Promise<IncludedEntry>;

/**
 * Loads everything that a prompt includes, directly or not, level by level and within the limits of the service. Returns
 * the parts by the text of their targets. Throws if one cannot be loaded, or cannot be included.
 */
export async function loadIncludes(root: PromptDocument, load: LoadIncluded): Promise<ReadonlyMap<string, EntryPart>> {
  const loading = new IncludeLoading(root.name);
  let level = targetsOf(root);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > INCLUDE_DEPTH_MAX) {
      loading.report(level, tooDeep);
      break;
    }
    const unknown = loading.selectUnknown(level);
    const included = await Promise.all(unknown.map(load));
    unknown.forEach((target, index) => {
      const found = included[index];
      if (found) loading.add(target, found);
    });
    level = loading.nextLevel(level);
  }
  return loading.finish();
}

class IncludeLoading {
  readonly #name: string;
  readonly #parts = new Map<string, EntryPart>();
  readonly #problems = new Map<string, Problem>();
  #bytes = 0;
  #tags = 0;

  constructor(name: string) {
    this.#name = name;
  }

  report(targets: readonly IncludeTarget[], problemOf: (target: IncludeTarget) => Problem): void {
    for (const target of targets) this.#problems.set(printIncludeTarget(target), problemOf(target));
  }

  selectUnknown(level: readonly IncludeTarget[]): readonly IncludeTarget[] {
    const unknown = level.filter((target) => {
      const key = printIncludeTarget(target);
      return !this.#parts.has(key) && !this.#problems.has(key);
    });
    if (this.#parts.size + this.#problems.size + unknown.length > INCLUDES_MAX)
      throw this.#invalid([TOO_MANY_INCLUDES]);
    return unknown;
  }

  add(target: IncludeTarget, found: IncludedEntry): void {
    if (found.kind === 'failed') throw found.error;
    const problem = findProblem(found);
    if (problem || found.kind === 'missing') {
      this.report([target], () => toProblem(target, problem ?? 'prompt-missing'));
      return;
    }
    const { entry } = found;
    const { document } = entry;
    this.#parts.set(printIncludeTarget(target), { entry, document });
    if (document.content.type === 'text') this.#bytes += utf8Bytes(document.content.content);
    const template = templateOf(document);
    if (!template) throw tooLarge(document.name, 'tags');
    for (const { tagCount } of templatesOf(template)) this.#tags += tagCount;
    if (this.#bytes > INCLUDE_BYTES_MAX) throw tooLarge(this.#name, 'include-bytes');
    if (this.#tags > INCLUDE_TAGS_MAX) throw tooLarge(this.#name, 'tags');
  }

  /** Includes targets that are already loaded: a short path to a prompt must not hide a long one. */
  nextLevel(level: readonly IncludeTarget[]): readonly IncludeTarget[] {
    const targets = level.flatMap((target) => {
      const part = this.#parts.get(printIncludeTarget(target));
      return part ? targetsOf(part.document) : [];
    });
    return [...new Map(targets.map((target) => [printIncludeTarget(target), target])).values()];
  }

  finish(): ReadonlyMap<string, EntryPart> {
    if (this.#problems.size > 0) throw this.#invalid([...this.#problems.values()]);
    return this.#parts;
  }

  #invalid(problems: readonly Problem[]): PromptholdError {
    const details = problems.map(({ path, problem, text }) => ({ path, problem, message: text }));
    const reasons = details.map(({ message }) => message).join(', ');
    const message = `The includes of ${this.#name} are invalid: ${reasons}.`;
    return new PromptholdError('includes_invalid', message, { details });
  }
}

function findProblem(found: Exclude<IncludedEntry, { readonly kind: 'failed' }>): IncludeProblem | undefined {
  if (found.kind === 'missing') return found.error.code === 'prompt_not_found' ? 'prompt-missing' : 'version-missing';
  return found.entry.document.content.type === 'text' ? undefined : 'is-chat';
}
