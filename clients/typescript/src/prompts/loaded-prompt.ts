import type { RenderedMessage, Role } from '../../../../src/domain/templates/prompt-content.ts';
import type { VariableDeclaration } from '../../../../src/domain/templates/variables.ts';
import type { JsonObject } from '../../../../src/domain/text/json.ts';
import { PromptholdError } from '../errors.ts';
import type { IncludedVersion, PromptSource } from '../prompt-types.ts';
import { toAnthropic, toOpenAI, toResponses } from './model-parameters.ts';
import { type RenderableContent, renderContent } from './render-prompt.ts';

export interface LoadedFields extends RenderableContent {
  readonly version: number;
  readonly hash: string;
  readonly label: string | undefined;
  readonly release: { readonly fingerprint: string; readonly includes: readonly IncludedVersion[] };
  readonly config: JsonObject;
}

interface TextOptions {
  readonly textRole?: Role;
}

type ConversionParameters = [values?: object, placeholdersOrOptions?: TextOptions, options?: TextOptions];

/** A prompt in the hands of the application: immutable, with everything that rendering needs. */
export class LoadedPrompt {
  readonly name: string;
  readonly type: 'text' | 'chat';
  readonly version: number;
  readonly hash: string;
  readonly fingerprint: string;
  readonly includes: readonly IncludedVersion[];
  readonly config: JsonObject;
  readonly variables: readonly VariableDeclaration[];
  readonly source: PromptSource;
  readonly #content: LoadedFields;

  constructor(fields: LoadedFields, source: PromptSource) {
    this.name = fields.name;
    this.type = fields.template.type;
    this.version = fields.version;
    this.hash = fields.hash;
    this.fingerprint = fields.release.fingerprint;
    this.includes = fields.release.includes;
    this.config = fields.config;
    this.variables = fields.variables;
    this.source = source;
    this.#content = fields;
  }

  telemetry(): Record<string, string | number> {
    const { hash, fingerprint } = this;
    const known = { hash, fingerprint, label: this.#content.label ?? '', source: this.source };
    const own = Object.entries(known).filter(([, value]) => value !== '');
    return {
      'gen_ai.prompt.name': this.name,
      'gen_ai.prompt.version': this.version,
      ...Object.fromEntries(own.map(([field, value]) => [`prompthold.prompt.${field}`, value])),
    };
  }

  render(values?: object, placeholders?: object): string | RenderedMessage[] {
    const rendered = renderContent(this.#content, values, placeholders);
    return rendered.type === 'text' ? rendered.text : rendered.messages.map((message) => ({ ...message }));
  }

  /** Takes the values, then a chat's placeholders or a text's options. Code for both types passes three arguments. */
  toOpenAI(...parameters: ConversionParameters) {
    return toOpenAI(this.config, this.#messages(...parameters));
  }

  toResponses(...parameters: ConversionParameters) {
    return toResponses(this.config, this.#messages(...parameters));
  }

  toAnthropic(...parameters: ConversionParameters) {
    return toAnthropic(this.config, this.#messages(...parameters));
  }

  #messages(...[values, second, third]: ConversionParameters): readonly RenderedMessage[] {
    const { template } = this.#content;
    // Messages for placeholders may be those of tools: their senders know the id of the call.
    if (template.type === 'chat' && template.messages.some((message) => 'role' in message && message.role === 'tool')) {
      throw new PromptholdError('not_expressible', 'A tool message needs a call id, which no prompt has.');
    }
    const { textRole = 'user' } = third ?? (this.type === 'text' ? second : undefined) ?? {};
    const rendered = this.render(values, this.type === 'text' ? undefined : second);
    return typeof rendered === 'string' ? [{ role: textRole, content: rendered }] : rendered;
  }
}
