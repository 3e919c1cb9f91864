import { printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { type PromptTemplate, templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { type IncludeLookup, variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { withUndeclared } from '../../../../src/domain/templates/variables.ts';
import type { PromptSource } from '../prompt-types.ts';
import { type LoadedFields, LoadedPrompt } from '../prompts/loaded-prompt.ts';
import { type PromptDocument, templateOf } from '../prompts/prompt-document.ts';
import { tooLarge } from '../prompts/render-prompt.ts';
import type { ComposedRelease } from './composed-release.ts';

/** A document that a prompt consists of, and the entry that it was taken from. */
export interface Part {
  readonly entry: { readonly document: PromptDocument };
  readonly document: PromptDocument;
}

/** A prompt with everything it includes. The parts never change: another version of one of them makes another prompt. */
export class ComposedPrompt<Source extends Part = Part> {
  readonly #fields: LoadedFields;
  readonly #bySource = new Map<PromptSource, LoadedPrompt>();

  /** The first part is the prompt itself; `includes` are the others by the text of their target. */
  constructor(
    readonly parts: readonly Source[],
    includes: ReadonlyMap<string, Source>,
    release: ComposedRelease,
  ) {
    const [root] = parts;
    if (!root) throw new TypeError('a prompt has at least one part');
    const { name, version, hash, label, config, variables } = root.document;
    const template = templateFor(root.document);
    const include: IncludeLookup = (target) => {
      const part = includes.get(printIncludeTarget(target));
      const included = part && templateFor(part.document);
      return included?.type === 'text' ? included.template : undefined;
    };
    const uses = includes.size === 0 ? [] : variableUses(templatesOf(template), include);
    const declared = uses.length === 0 ? variables : withUndeclared(variables, uses);
    const fields = { name, version, hash, label, release, config, template, include };
    this.#fields = { ...fields, variables: Object.freeze(declared) };
  }

  consistsOf(parts: readonly Source[]): boolean {
    return (
      parts.length === this.parts.length && parts.every((part, index) => part.document === this.parts[index]?.document)
    );
  }

  /** Returns the same object to every caller. */
  withSource(source: PromptSource): LoadedPrompt {
    const known = this.#bySource.get(source);
    if (known) return known;
    const loaded = new LoadedPrompt(this.#fields, source);
    this.#bySource.set(source, loaded);
    return loaded;
  }
}

function templateFor(document: PromptDocument): PromptTemplate {
  const template = templateOf(document);
  if (!template) throw tooLarge(document.name, 'tags');
  return template;
}
