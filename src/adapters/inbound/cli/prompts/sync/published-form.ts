import { parseTemplate, type Template } from '../../../../../domain/templates/template.ts';
import { includeTargets, variableUses } from '../../../../../domain/templates/template-uses.ts';
import { inheritVariables, parseVariables } from '../../../../../domain/templates/variables.ts';
import type { RemotePrompt } from '../api/prompt-responses.ts';
import type { FileVariable } from '../files/front-matter.ts';
import type { FilePrompt } from '../files/prompt-file.ts';
import type { SoundFile } from '../files/read-prompt-files.ts';

type CheckedFile = Pick<SoundFile, 'name' | 'prompt' | 'templates'>;

/** Fills in what files leave out, as the service would. */
export class PublishedForms {
  readonly #templates: Map<string, Template | undefined>;

  /** Included prompts count as they are in the files, whatever version is included: near enough for a preview. */
  constructor(
    files: readonly CheckedFile[],
    private readonly remotes: ReadonlyMap<string, RemotePrompt>,
  ) {
    this.#templates = new Map(files.map(({ name, templates }) => [name, templates[0]]));
  }

  /** The version that publishing the file over this one would give. */
  fill({ name, prompt, templates }: CheckedFile, over: FilePrompt | undefined): FilePrompt {
    const { content, config, description, tags, variables } = prompt;
    return {
      name,
      content,
      config: config ?? over?.config ?? {},
      description: description ?? over?.description ?? '',
      tags: tags ?? over?.tags ?? [],
      variables: variables ?? this.#inherit(templates, over?.variables ?? []),
    };
  }

  #inherit(templates: readonly Template[], earlier: readonly FileVariable[]): readonly FileVariable[] {
    const uses = variableUses(templates, ({ name }) => this.#include(name));
    const declared = parseVariables(earlier);
    const outcome = inheritVariables(declared.kind === 'variables' ? declared.variables : [], uses);
    return outcome.kind === 'variables' ? outcome.variables : [];
  }

  #include(name: string): Template | undefined {
    if (!this.#templates.has(name)) this.#templates.set(name, templateOf(this.remotes.get(name)));
    return this.#templates.get(name);
  }
}

/** False when only the service knows all variables, because it infers those of included prompts. */
export const isCertain = ({ prompt, templates }: CheckedFile): boolean =>
  prompt.variables !== undefined || includeTargets(templates).length === 0;

function templateOf(remote: RemotePrompt | undefined): Template | undefined {
  if (remote?.prompt.content.type !== 'text') return undefined;
  const outcome = parseTemplate(remote.prompt.content.content);
  return outcome.kind === 'template' ? outcome.template : undefined;
}
